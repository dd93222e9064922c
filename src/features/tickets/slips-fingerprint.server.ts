import { sql } from 'kysely'
import { fingerprintOf } from '#server/live.ts'
import { slipStatus } from './ticket-group/ticket-group.contract.ts'
import { importStatus } from './ticket-import/ticket-import.contract.ts'

/** The slips that wait to be approved. */
export const slipsFingerprint = fingerprintOf(sql`
  select ticket_import_id, version from ticket_import where status = ${sql.lit(importStatus.waiting)}
  union all
  select ticket_group_import_id, version from ticket_group_import where status = ${sql.lit(slipStatus.waiting)}`)
