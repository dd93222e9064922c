/** The area's tables as the audit log speaks of them. */
import type { AuditedArea } from '#contract/audited.ts'

export const closeRecords: AuditedArea = {
  tables: {},
}
