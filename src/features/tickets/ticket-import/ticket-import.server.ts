import { max_bulk_rows } from '#contract/call.ts'
import { sql } from 'kysely'
import { allows } from '#contract/lifecycle.ts'
import type { Refusal } from '#contract/errors.ts'
import { assertSameCount, assertSameVersions, requestedRows, refusal, runBulk } from '#server/record/bulk.ts'
import { paginate, sortOf, isCountedInSums } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import type { Fail } from '#server/fail.ts'
import { serve, type Context } from '#server/serve.ts'
import { changeColumns, hasChanged } from '#server/record/change-columns.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { signalTexts, slipLabel } from '#features/tickets/approval.server.ts'
import { findPeriod, lockPeriod, periodToImport } from '#features/tickets/draw-area/period.server.ts'
import { approvalRefusal, approveSlip } from './approve.server.ts'
import { openSlip } from './open-slip.server.ts'
import { openReturn } from '#features/tickets/ticket-return/open-return.server.ts'
import { inStock, writeLines } from '#features/tickets/ticket-import-line/slip-lines.server.ts'
import { importLife, importSource, importStatus, max_typed_lines, ticketImport } from './ticket-import.contract.ts'
import { findStoredSlip, lockSlip, selectSlip, findSlip, slipQuery, type Slip } from './ticket-import.query.server.ts'
import { whyNotChange, whyNotDelete, whyNotReturn } from './ticket-import.rules.ts'
import { alarm_job } from '#features/settings/alarm/alarm.rules.ts'
import { moveLocked } from '#server/record/move.ts'

export default serve(ticketImport, {
  list: async ({ db, me, input }) => {
    const [column, direction] = sortOf(input.sort, '-created_at')
    const query = selectSlip(slipQuery(db, me, input))
      // Deleted slips come last, and count in the sums only when the list is filtered to them.
      .orderBy(sql`i.status = ${importStatus.deleted}`)
      .orderBy(sql.ref(`i.${column}`), direction)
      .orderBy('i.ticket_import_id', direction)
    return paginate(db, query, input, ['quantity', 'amount'], isCountedInSums(input.status, importStatus.deleted))
  },

  detail: async ({ db, me, input, fail }) => {
    const slip = (await findSlip(db, me, input.ticket_import_id)) ?? fail('not_found')
    const query = linesOf(db, slip)
      .$if(input.number != null, (q) => q.where('l.number', 'like', `%${input.number}`))
      .$if(input.faulty != null, (q) => q.where('l.fault', 'is not', null))
      .orderBy('l.number')
      .orderBy('l.series')
    return { ...(await paginate(db, query, input, ['quantity', 'amount'])), slip }
  },

  create: ({ db, me, input, fail }) => openSlip(db, me, input, fail),

  update: async ({ db, me, input: { ticket_import_id, version, tickets, note }, fail }) => {
    const slip = await lockSeenSlip(db, me, { ticket_import_id, version }, fail)
    if (!allows(importLife.moves.change, slip.status))
      fail((await hasSoldTickets(db, slip)) ? 'ticket_sold' : 'action_invalid', { message: whyNotChange(slip)! })
    if (tickets && slip.source === importSource.file && slip.line_count > max_typed_lines)
      fail('request_invalid', { fields: { tickets: 'Phiếu quá lớn để sửa tay: hãy xóa phiếu và tải lại tệp.' } })
    const period = await periodToImport(db, slip, fail)
    const lines = tickets && {
      ...(await writeLines(db, { ...period, ...slip }, tickets, fail)),
      changed_by: sql<number[]>`array(select distinct unnest(changed_by || ${me.user_id}::integer))`,
      status: importStatus.waiting,
      reason: null,
    }
    await db
      .updateTable('ticket_import')
      .set({ ...lines, ...(note !== undefined && { note }), ...changeColumns(me) })
      .where('ticket_import_id', '=', ticket_import_id)
      .where(within(me, 'ticket_import'))
      .execute()
    return (await findSlip(db, me, ticket_import_id))!
  },

  approve: async ({ db, me, input: { ticket_import_id, version }, enqueue, fail }) => {
    const slip = await lockSeenSlip(db, me, { ticket_import_id, version }, fail)
    const slipRefusal = approvalRefusal(me, slip, await lockPeriod(db, slip))
    if (slipRefusal) fail(slipRefusal.error, { message: slipRefusal.message })
    const failed = await approveSlip(db, me, slip)
    // The mark that the slip has failed is kept although the call is refused.
    if (failed) fail(failed.error, { message: failed.message }, { commit: failed.error === 'ticket_import_failed' })
    await enqueue(db, alarm_job, {}, alarm_job)
    return (await findSlip(db, me, ticket_import_id))!
  },

  approvePreview: async (context) => {
    const { db, me } = context
    const overLimit = batchLimit()
    return runBulk(
      await selectedSlips(context, findStoredSlip),
      async (slip) => approvalRefusal(me, slip, await findPeriod(db, slip)) ?? overLimit(slip),
    )
  },

  approveBatch: async (context) => {
    const { db, me } = context
    const overLimit = batchLimit()
    return runBulk(
      await selectedSlips(context, lockSlip),
      async (slip) =>
        approvalRefusal(me, slip, await lockPeriod(db, slip)) ??
        overLimit(slip) ??
        (await approveInSavepoint(context, slip)),
    )
  },

  delete: async ({ db, me, input: { ticket_import_id, version, reason }, fail }) => {
    const slip = await lockSeenSlip(db, me, { ticket_import_id, version }, fail)
    if (!allows(importLife.moves.delete, slip.status))
      fail((await hasSoldTickets(db, slip)) ? 'ticket_sold' : 'action_invalid', { message: whyNotDelete(slip)! })
    const change = { reason: reason ?? null, ...changeColumns(me) }
    await moveLocked(db, 'ticket_import', { ticket_import_id }, importLife.moves.delete, change)
    return (await findSlip(db, me, ticket_import_id))!
  },

  returnTickets: async ({ db, me, input, fail }) => {
    const { ticket_import_id, tickets, reason } = input
    const slip = (await lockSlip(db, me, ticket_import_id)) ?? fail('not_found')
    const whyNot = whyNotReturn(slip)
    if (whyNot) fail('ticket_return_invalid', { message: whyNot })
    const { open_date, area_id, base_id } = slip
    const options = { tickets: tickets ?? ('all' as const), reason: reason ?? 'Trả vé của phiếu nhập' }
    await openReturn(db, me, { open_date, area_id, base_id, ticket_import_id, ...options }, fail)
    return (await findSlip(db, me, input.ticket_import_id))!
  },
})

/** Locks the slip; refuses when there is none or it is not the version that the person saw. */
async function lockSeenSlip(
  db: Db,
  me: Me,
  { ticket_import_id, version }: { ticket_import_id: number; version?: number | null | undefined },
  fail: Fail<'not_found' | 'changed_by_other'>,
): Promise<Slip> {
  const slip = (await lockSlip(db, me, ticket_import_id)) ?? fail('not_found')
  if (hasChanged(slip, version)) fail('changed_by_other', { current: await findSlip(db, me, ticket_import_id) })
  return slip
}

/** The lines with the state of their tickets, or why they cannot come into stock. */
function linesOf(db: Db, slip: NonNullable<Awaited<ReturnType<typeof findSlip>>>) {
  const fault =
    slip.status === importStatus.waiting || slip.status === importStatus.failed
      ? sql<string | null>`case when ${inStock(slip)} then 'Vé đã có trong kho' end`
      : sql<string | null>`null::text`
  const lines = sql<{
    number: string
    series: string | null
    quantity: number
    price: number
    amount: number
    sold: number | null
    returned: number | null
    in_stock: number | null
    fault: string | null
  }>`(select line.number, nullif(line.series, '') as series, line.quantity, line.price, line.quantity::bigint * line.price as amount,
      t.sold, t.returned, t.in_stock, ${fault} as fault
    from ticket_import_line line
    left join xskt_ticket t -- unscoped: tickets of a slip within the scope
      on t.open_date = ${slip.open_date} and t.area_id = ${slip.area_id} and t.base_id = ${slip.base_id} and t.number = line.number
      and t.series = line.series and t.ticket_group_id is null and t.ticket_import_id = ${slip.ticket_import_id}
    where line.open_date = ${slip.open_date} and line.ticket_import_id = ${slip.ticket_import_id})`
  return db.selectFrom(lines.as('l')).selectAll('l')
}

async function hasSoldTickets(db: Db, { open_date, area_id, base_id, ticket_import_id }: Slip): Promise<boolean> {
  const { rows } = await sql<{ sold: boolean }>`select exists (
    select from xskt_ticket -- unscoped: tickets of the caller's slip
    where open_date = ${open_date} and area_id = ${area_id} and base_id = ${base_id} and ticket_import_id = ${ticket_import_id} and sold > 0) as sold`.execute(
    db,
  )
  return rows[0]!.sold
}

type Batch = Context<typeof ticketImport.approveBatch> | Context<typeof ticketImport.approvePreview>

/**
 * The selected slips by number; refuses when their count differs from what the person saw. Slips that a caller names by number each get an outcome,
 * also those that do not exist.
 */
async function selectedSlips(
  { db, me, input: { ids, ticket_import_ids, filter, expected, seen }, fail }: Batch,
  read: typeof findStoredSlip,
) {
  const requestedIds = [...new Set(ids ?? ticket_import_ids)]
  const keys = await slipQuery(db, me, filter ?? {})
    .select('i.ticket_import_id')
    .$if(!filter, (query) => query.where('i.ticket_import_id', '=', sql<number>`any (${requestedIds}::integer[])`))
    .orderBy('i.ticket_import_id')
    .limit(max_bulk_rows + 1)
    .execute()
  const isByNumber = !filter && !ids
  assertSameCount(isByNumber ? requestedIds.length : keys.length, filter ? (expected ?? -1) : requestedIds.length, fail)
  const slips = []
  for (const { ticket_import_id: id } of keys) {
    const slip = (await read(db, me, id))!
    slips.push({ id, label: slipLabel(slip), ...slip, signals: signalTexts(slip) })
  }
  assertSameVersions(slips, seen, fail)
  return isByNumber ? requestedRows(requestedIds, slips, refusal('not_found')) : slips
}

/** A batch locks the stocks of its slips until it ends, so it is limited to as many lines as take about two seconds. */
const max_lines_of_batch = 100_000

function batchLimit(): (slip: Slip) => Refusal | null {
  let lines = 0
  return ({ line_count }) => {
    lines += line_count
    if (lines <= max_lines_of_batch) return null
    lines -= line_count
    return refusal('action_invalid', 'Phiếu có quá nhiều dòng để duyệt cùng các phiếu khác, hãy duyệt riêng.')
  }
}

/** Approves one slip inside a savepoint, so that the others are approved even when this one cannot be. */
async function approveInSavepoint({ db, me }: Batch, slip: Slip) {
  await sql`savepoint one_slip`.execute(db)
  const failed = await approveSlip(db, me, slip)
  // A slip that is marked as failed keeps its mark; everything else is rolled back.
  if (failed && failed.error !== 'ticket_import_failed') await sql`rollback to savepoint one_slip`.execute(db)
  return failed
}
