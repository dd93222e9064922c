import type { Fail } from '#server/fail.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { storeFor } from '#features/tickets/base-store/store.server.ts'
import { lockPeriod, periodToImport } from '#features/tickets/draw-area/period.server.ts'
import { approveSlip, approvalRefusal } from './approve.server.ts'
import { writeLines, type Line } from '#features/tickets/ticket-import-line/slip-lines.server.ts'
import type { importSource } from './ticket-import.contract.ts'
import { lockSlip, findSlip } from './ticket-import.query.server.ts'

interface NewSlip {
  area_id: number
  open_date: string
  base_id?: number | null | undefined
  source: (typeof importSource)[keyof typeof importSource]
  note?: string | null | undefined
  tickets: readonly Line[]
}

type FailOpen = Fail<
  | 'user_without_store'
  | 'draw_period_not_found'
  | 'period_not_found'
  | 'period_closed'
  | 'over_cut_off'
  | 'ticket_exists'
  | 'auto_approve_period_not_opened'
  | 'ticket_import_failed'
  | 'request_invalid'
>

/** Placeholders for the slip's sums, which the table requires before the lines are written. */
const sums_before_lines = { line_count: 1, quantity: 1, amount: 0 }

/** Creates a slip with these lines; a store with automatic approval has it in stock at once. */
export async function openSlip(db: Db, me: Me, { tickets, note = null, source, ...fields }: NewSlip, fail: FailOpen) {
  const { base_id, auto_approve } = await storeFor(db, me, fields, fail)
  const period = await periodToImport(db, { ...fields, base_id }, fail)
  if (auto_approve && !period.is_open) fail('auto_approve_period_not_opened')
  const { ticket_import_id } = await db
    .insertInto('ticket_import')
    .values({
      ...fields,
      base_id,
      period_id: period.period_id,
      source,
      note,
      created_by: me.user_id,
      ...sums_before_lines,
    })
    .returning('ticket_import_id')
    .executeTakeFirstOrThrow()
  const sums = await writeLines(db, { ...period, base_id, ticket_import_id }, tickets, fail)
  await db.updateTable('ticket_import').set(sums).where('ticket_import_id', '=', ticket_import_id).execute() // unscoped: created by the caller
  if (auto_approve) await approveByProgram(db, ticket_import_id, fail)
  return (await findSlip(db, me, ticket_import_id))!
}

/** Approves the complete slip of a store with automatic approval. */
export async function approveByProgram(
  db: Db,
  ticket_import_id: number,
  fail: Fail<'auto_approve_period_not_opened' | 'period_closed' | 'ticket_import_failed'>,
): Promise<void> {
  const slip = (await lockSlip(db, null, ticket_import_id))!
  const refusal = approvalRefusal(null, slip, await lockPeriod(db, slip))
  if (refusal) fail(refusal.error === 'period_closed' ? 'period_closed' : 'auto_approve_period_not_opened')
  const failed = await approveSlip(db, null, slip)
  if (failed) fail('ticket_import_failed', { message: failed.message })
}
