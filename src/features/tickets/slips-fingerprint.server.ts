/** The fingerprint by which live screens notice that the slips waiting for approval changed. */
import { sql } from 'kysely'
import { fingerprintOf } from '#server/live/live.ts'
import { groupSlipStatus } from './ticket-group/ticket-group.contract.ts'
import { importStatus } from './ticket-import/ticket-import.contract.ts'
import { returnLife } from './ticket-return/return-life.contract.ts'

/** Slips that wait for approval: imports, ticket groups and returns. unscoped: only a hash leaves the server. */
export const slipsFingerprint = fingerprintOf(sql`
  select ticket_import_id, version from ticket_import where status = ${sql.lit(importStatus.waiting)}
  union all
  select ticket_group_import_id, version from ticket_group_import where status = ${sql.lit(groupSlipStatus.waiting)}
  union all
  select ticket_return_id, version from ticket_return where status = ${sql.lit(returnLife.status.waiting)}`)
