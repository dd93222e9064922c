import { max_bulk_rows } from '#contract/call.ts'
import { sql } from 'kysely'
import { allows } from '#contract/lifecycle.ts'
import { assertSameCount, assertSameVersions, requestedRows, refusal, runBulk } from '#server/record/bulk.ts'
import { contains, paginate, sortOf, isCountedInSums } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import type { Fail } from '#server/fail.ts'
import { serve, type Context } from '#server/serve.ts'
import { moveLocked } from '#server/record/move.ts'
import { changeColumns, hasChanged } from '#server/record/change-columns.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { signalTexts, slipLabel } from '#features/tickets/approval.server.ts'
import { storeFor } from '#features/tickets/base-store/store.server.ts'
import { findPeriod, lockPeriod, periodToImport } from '#features/tickets/draw-area/period.server.ts'
import { selectTicket, ticketQuery } from '#features/tickets/xskt-ticket/xskt-ticket.query.server.ts'
import { approvalRefusal, approveGroupSlip } from '#features/tickets/ticket-group-import/group-approve.server.ts'
import { splitTicketGroup, lockUnsoldTickets, transferTicketGroup } from './group-move.server.ts'
import {
  groupSlipLife,
  groupSlipStatus,
  ticketGroup,
  ticketGroupLife,
  ticketGroupStatus,
} from './ticket-group.contract.ts'
import {
  findTicketGroup,
  ticketGroups,
  lockTicketGroup,
  findStoredGroupSlip,
  lockGroupSlip,
  findGroupSlip,
  selectGroupSlip,
  groupSlipQuery,
  type LockedTicketGroup,
} from './ticket-group.query.server.ts'
import { digitsOfKind, whyNotChange, whyNotDelete, whyNotRename, type TicketGroupKind } from './ticket-group.rules.ts'

export default serve(ticketGroup, {
  list: async ({ db, me, input }) => {
    const [column, direction] = sortOf(input.sort, '-created_at')
    const query = ticketGroups(db, me)
      .where(contains('g.search', input.keyword))
      .$if(input.area_id != null, (q) => q.where('g.area_id', '=', input.area_id!))
      .$if(input.open_date != null, (q) => q.where('g.open_date', '=', input.open_date!))
      .$if(input.base_id != null, (q) => q.where('g.base_id', '=', input.base_id!))
      .$if(input.kind != null, (q) => q.where('g.kind', '=', input.kind!))
      .$if(input.status != null, (q) => q.where('g.status', '=', input.status!))
      .orderBy(sql`g.status = ${ticketGroupStatus.deleted}`)
      .orderBy(sql.ref(`g.${column}`), direction)
      .orderBy('g.ticket_group_id', direction)
    const isSummed = isCountedInSums(input.status, ticketGroupStatus.deleted)
    return paginate(db, query, input, ['quantity', 'price', 'sold', 'in_stock'], isSummed)
  },

  detail: async ({ db, me, input: { ticket_group_id }, fail }) => {
    const group = (await findTicketGroup(db, me, ticket_group_id)) ?? fail('ticket_not_found')
    const tickets = await selectTicket(ticketQuery(db, me, {}))
      .where('t.ticket_group_id', '=', ticket_group_id)
      .where('t.open_date', '=', group.open_date)
      .where('t.base_id', '=', group.base_id)
      .orderBy('t.number')
      .execute()
    return { ...group, tickets }
  },

  importList: async ({ db, me, input }) => {
    const [column, direction] = sortOf(input.sort, '-created_at')
    const query = selectGroupSlip(groupSlipQuery(db, me, input))
      .orderBy(sql`i.status = ${groupSlipStatus.deleted}`)
      .orderBy(sql.ref(`i.${column}`), direction)
      .orderBy('i.ticket_group_import_id', direction)
    const isSummed = isCountedInSums(input.status, groupSlipStatus.deleted)
    return paginate(db, query, input, ['set_count', 'quantity', 'amount'], isSummed)
  },

  importDetail: async ({ db, me, input: { ticket_group_import_id }, fail }) => ({
    ...((await findGroupSlip(db, me, ticket_group_import_id)) ?? fail('not_found')),
    groups: await ticketGroups(db, me)
      .where('g.ticket_group_import_id', '=', ticket_group_import_id)
      .orderBy('g.ticket_group_id')
      .execute(),
  }),

  add: async ({ db, me, input: { tickets, note = null, ...fields }, fail }) => {
    const { base_id } = await storeFor(db, me, fields, fail)
    const period = await periodToImport(db, { ...fields, base_id }, fail)
    assertGroupsValid(tickets, period.number_length, fail)
    const { ticket_group_import_id } = await db
      .insertInto('ticket_group_import')
      .values({
        ...fields,
        base_id,
        period_id: period.period_id,
        note,
        created_by: me.user_id,
        set_count: 1,
        quantity: 1,
        amount: 1,
      })
      .returning('ticket_group_import_id')
      .executeTakeFirstOrThrow()
    const { open_date, area_id } = fields
    const common = { open_date, area_id, base_id, series_count: period.series_count, created_by: me.user_id }
    const written = await db
      .insertInto('ticket_group')
      .values(
        tickets.map(({ kind, number, price, images }) => ({
          ...common,
          ticket_group_import_id,
          kind,
          number,
          price,
          images: images ?? [],
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('number')
      .execute()
    failOnExisting(tickets, new Set(written.map(({ number }) => number)), fail)
    await updateSlipSums(db, me, ticket_group_import_id)
    return (await findGroupSlip(db, me, ticket_group_import_id))!
  },

  update: async ({ db, me, input: { ticket_group_id, version, number, price, images }, fail }) => {
    const group = await lockSeenTicketGroup(db, me, { ticket_group_id, version }, fail)
    if (!allows(ticketGroupLife.moves.change, group.status))
      fail('action_invalid', { message: whyNotChange({ ...group, sold: 0 })! })
    const isWaiting = group.status === ticketGroupStatus.waiting
    const renames = number != null && number !== group.number
    const whyNot = whyNotRename(group)
    if (renames && whyNot !== null) fail('action_invalid', { fields: { number: whyNot } })
    const period = await lockPeriod(db, group)
    if (!period || period.is_stopped) fail('period_closed')
    if (renames) assertGroupsValid([{ kind: group.kind, number: number! }], period!.number_length, fail)
    if (!isWaiting && price != null && price !== group.price) await lockUnsoldTickets(db, group, fail)
    await db
      .updateTable('ticket_group')
      .set({
        ...(number != null && { number }),
        ...(price != null && { price }),
        ...(images != null && { images }),
        ...changeColumns(me),
      })
      .where('ticket_group_id', '=', ticket_group_id)
      .where(within(me, 'ticket_group'))
      .execute()
    if (isWaiting) await updateSlipSums(db, me, group.ticket_group_import_id, 'changed')
    return (await findTicketGroup(db, me, ticket_group_id))!
  },

  approvePreview: async (context) => {
    const { db, me } = context
    return runBulk(await selectedSlips(context, findStoredGroupSlip), async (slip) =>
      approvalRefusal(me, slip, await findPeriod(db, slip)),
    )
  },

  approve: async (context) => {
    const { db, me } = context
    return runBulk(await selectedSlips(context, lockGroupSlip), async (slip) => {
      if (hasChanged(slip, context.input.version)) return refusal('changed_by_other')
      const slipRefusal = approvalRefusal(me, slip, await lockPeriod(db, slip))
      if (slipRefusal) return slipRefusal
      await sql`savepoint one_slip`.execute(db)
      const failed = await approveGroupSlip(db, me, slip)
      if (failed) await sql`rollback to savepoint one_slip`.execute(db)
      return failed
    })
  },

  delete: async ({ db, me, input: { ticket_group_id, ticket_group_import_id, version, reason = null }, fail }) => {
    if ((ticket_group_id == null) === (ticket_group_import_id == null)) return fail('request_invalid')
    if (ticket_group_id != null) {
      const group = await lockSeenTicketGroup(db, me, { ticket_group_id, version }, fail)
      if (!allows(ticketGroupLife.moves.delete, group.status)) fail('action_invalid', { message: whyNotDelete(group)! })
      await deleteTicketGroups(db, me, { ticket_group_id })
      await updateSlipSums(db, me, group.ticket_group_import_id, 'changed')
      return null
    }
    const slip = (await lockGroupSlip(db, me, ticket_group_import_id!)) ?? fail('ticket_not_found')
    if (hasChanged(slip, version))
      fail('changed_by_other', { current: await findGroupSlip(db, me, slip.ticket_group_import_id) })
    if (!allows(groupSlipLife.moves.delete, slip.status)) fail('action_invalid')
    const key = { ticket_group_import_id: slip.ticket_group_import_id }
    await deleteTicketGroups(db, me, key)
    await moveLocked(db, 'ticket_group_import', key, groupSlipLife.moves.delete, { reason, ...changeColumns(me) })
    return null
  },

  split: async ({ db, me, input, fail }) => {
    const group = await lockSeenTicketGroup(db, me, input, fail)
    await splitTicketGroup(db, me, group, fail)
    return (await findTicketGroup(db, me, group.ticket_group_id))!
  },

  transfer: async ({ db, me, input: { base_id, ...key }, fail }) => {
    const group = await lockSeenTicketGroup(db, me, key, fail)
    await transferTicketGroup(db, me, group, base_id, fail)
    return (await findTicketGroup(db, me, group.ticket_group_id))!
  },
})

/** Locks the ticket group; refuses when there is none or it is not the version that the person saw. */
async function lockSeenTicketGroup(
  db: Db,
  me: Me,
  { ticket_group_id, version }: { ticket_group_id: number; version?: number | null | undefined },
  fail: Fail<'ticket_not_found' | 'changed_by_other'>,
): Promise<LockedTicketGroup> {
  const group = (await lockTicketGroup(db, me, ticket_group_id)) ?? fail('ticket_not_found')
  if (hasChanged(group, version)) fail('changed_by_other', { current: await findTicketGroup(db, me, ticket_group_id) })
  return group
}

/** Refuses groups with a wrong number of digits, and duplicates. */
function assertGroupsValid(
  groups: readonly { kind: TicketGroupKind; number: string }[],
  number_length: number,
  fail: Fail<'request_invalid' | 'ticket_exists'>,
): void {
  const numbers = new Set<string>()
  for (const [index, { kind, number }] of groups.entries()) {
    const digits = digitsOfKind(kind, number_length)
    const lineFault = (error: string) => ({
      fields: { [groups.length > 1 ? 'tickets' : 'number']: error, tickets: `Dòng ${index + 1}: ${error}` },
      lines: [{ index, error }],
    })
    if (number.length !== digits) fail('request_invalid', lineFault(`Số cuối phải có ${digits} chữ số`))
    if (numbers.has(number)) fail('ticket_exists', lineFault('Cặp trùng với một dòng trước'))
    numbers.add(number)
  }
}

/** Refuses the groups that were not written because they are in stock or wait in another slip. */
function failOnExisting(
  groups: readonly { number: string }[],
  written: ReadonlySet<string>,
  fail: Fail<'ticket_exists'>,
): void {
  const error = 'Cặp đã có trong kho hoặc đang chờ duyệt'
  const lines = groups.flatMap(({ number }, index) => (written.has(number) ? [] : [{ index, error }]))
  if (lines.length === 0) return
  const moreText = lines.length > 1 ? ` (và ${lines.length - 1} dòng khác)` : ''
  const message = `Dòng ${lines[0]!.index + 1}: ${error}${moreText}`
  fail('ticket_exists', { fields: { tickets: message }, message, lines })
}

/** Updates the slip's sums and deletes a slip without groups; the person who changes it counts as a maker. */
async function updateSlipSums(db: Db, me: Me, ticket_group_import_id: number, change?: 'changed'): Promise<void> {
  const { set_count, quantity, amount } = await db
    .selectFrom('ticket_group')
    .select((eb) => [
      eb.fn.countAll<number>().as('set_count'),
      eb.fn.coalesce(eb.fn.sum<number>('quantity'), sql<number>`0`).as('quantity'),
      eb.fn.coalesce(eb.fn.sum<number>('price'), sql<number>`0`).as('amount'),
    ])
    .where('ticket_group_import_id', '=', ticket_group_import_id)
    .where('status', '<>', ticketGroupStatus.deleted)
    .where(within(me, 'ticket_group'))
    .executeTakeFirstOrThrow()
  await db
    .updateTable('ticket_group_import')
    .set(set_count > 0 ? { set_count, quantity, amount } : { status: groupSlipLife.moves.delete.to })
    .$if(change === 'changed', (query) =>
      query.set({
        changed_by: sql<number[]>`array(select distinct unnest(changed_by || ${me.user_id}::integer))`,
        ...changeColumns(me),
      }),
    )
    .where('ticket_group_import_id', '=', ticket_group_import_id)
    .where(within(me, 'ticket_group_import'))
    .execute()
}

async function deleteTicketGroups(
  db: Db,
  me: Me,
  group_key: { ticket_group_id: number } | { ticket_group_import_id: number },
): Promise<void> {
  const [[column, value]] = Object.entries(group_key) as [['ticket_group_id' | 'ticket_group_import_id', number]]
  await db
    .updateTable('ticket_group')
    .set({ status: ticketGroupLife.moves.delete.to, ...changeColumns(me) })
    .where(column, '=', value)
    .where('status', 'in', ticketGroupLife.moves.delete.from)
    .where(within(me, 'ticket_group'))
    .execute()
}

type Batch = Context<typeof ticketGroup.approve> | Context<typeof ticketGroup.approvePreview>

/** The selected slips by number; of slips that a caller names by number, also those that do not exist. */
async function selectedSlips({ db, me, input, fail }: Batch, read: typeof findStoredGroupSlip) {
  const { filter, expected } = input
  const requestedIds = [...new Set(input.ids ?? input.ticket_group_import_ids)]
  const isByNumber = !filter && !input.ids
  const keys = await groupSlipQuery(db, me, filter ?? {})
    .select('i.ticket_group_import_id as id')
    .$if(!filter, (query) =>
      query.where('i.ticket_group_import_id', '=', sql<number>`any (${requestedIds}::integer[])`),
    )
    .orderBy('i.ticket_group_import_id')
    .limit(max_bulk_rows + 1)
    .execute()
  assertSameCount(isByNumber ? requestedIds.length : keys.length, filter ? (expected ?? -1) : requestedIds.length, fail)
  const slips = []
  for (const { id } of keys) {
    const slip = (await read(db, me, id))!
    slips.push({ id, label: slipLabel(slip), ...slip, signals: signalTexts(slip) })
  }
  assertSameVersions(slips, input.seen, fail)
  return isByNumber ? requestedRows(requestedIds, slips, refusal('ticket_not_found')) : slips
}
