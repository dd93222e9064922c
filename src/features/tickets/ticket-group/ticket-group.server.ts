import { most_bulk_rows } from '#contract/call.ts'
import { sql } from 'kysely'
import { allowed } from '#contract/life.ts'
import { assertSameCount, assertSameVersions, runBulk, refusal } from '#server/bulk.ts'
import { contains, paginate, sortOf } from '#server/list.ts'
import { within } from '#server/scope.ts'
import type { Fail } from '#server/fail.ts'
import { serve, type Context } from '#server/serve.ts'
import { stamped } from '#server/stamp.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { labelOf } from '#features/tickets/approval.server.ts'
import { storeFor } from '#features/tickets/base-store/store.server.ts'
import { periodOf, periodToImport } from '#features/tickets/draw-area/period.server.ts'
import {
  matching as ticketsMatching,
  shown as ticketsShown,
} from '#features/tickets/xskt-ticket/xskt-ticket.query.server.ts'
import { approve, reasonAgainst } from './group-approve.server.ts'
import { giveBack, holdUnsold, transfer } from './group-move.server.ts'
import { groupLife, ticketGroup } from './ticket-group.contract.ts'
import {
  groupOf,
  groups,
  holdGroup,
  holdImport,
  importOf,
  imports,
  matchingImports,
  type Group,
} from './ticket-group.query.server.ts'
import { digitsOfSet, whyNotRename, whyNotChange } from './ticket-group.rules.ts'

export default serve(ticketGroup, {
  list: async ({ db, me, input }) => {
    const [column, direction] = sortOf(input.sort, '-created_at')
    const query = groups(db, me)
      .where(contains('g.search', input.keyword))
      .$if(input.area_id != null, (q) => q.where('g.area_id', '=', input.area_id!))
      .$if(input.open_date != null, (q) => q.where('g.open_date', '=', input.open_date!))
      .$if(input.base_id != null, (q) => q.where('g.base_id', '=', input.base_id!))
      .$if(input.kind != null, (q) => q.where('g.kind', '=', input.kind!))
      .$if(input.status != null, (q) => q.where('g.status', '=', input.status!))
      .orderBy(sql.ref(`g.${column}`), direction)
      .orderBy('g.ticket_group_id', direction)
    return paginate(db, query, input, ['quantity', 'price', 'sold', 'in_stock'])
  },

  detail: async ({ db, me, input: { ticket_group_id }, fail }) => {
    const set = (await groupOf(db, me, ticket_group_id)) ?? fail('ticket_not_found')
    const tickets = await ticketsShown(ticketsMatching(db, me, {}))
      .where('t.ticket_group_id', '=', ticket_group_id)
      .where('t.open_date', '=', set.open_date)
      .where('t.base_id', '=', set.base_id)
      .orderBy('t.number')
      .execute()
    return { ...set, tickets }
  },

  importList: async ({ db, me, input }) => {
    const [column, direction] = sortOf(input.sort, '-created_at')
    const query = imports(matchingImports(db, me, input))
      .orderBy(sql.ref(`i.${column}`), direction)
      .orderBy('i.ticket_group_import_id', direction)
    return paginate(db, query, input, ['set_count', 'quantity', 'amount'])
  },

  importDetail: async ({ db, me, input: { ticket_group_import_id }, fail }) => ({
    ...((await importOf(db, me, ticket_group_import_id)) ?? fail('not_found')),
    groups: await groups(db, me)
      .where('g.ticket_group_import_id', '=', ticket_group_import_id)
      .orderBy('g.ticket_group_id')
      .execute(),
  }),

  add: async ({ db, me, input: { tickets, note = null, ...wanted }, fail }) => {
    const { base_id } = await storeFor(db, me, wanted, fail)
    const period = await periodToImport(db, { ...wanted, base_id }, fail)
    checkSets(tickets, period.number_length, fail)
    const { ticket_group_import_id } = await db
      .insertInto('ticket_group_import')
      .values({
        ...wanted,
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
    const { open_date, area_id } = wanted
    const place = { open_date, area_id, base_id, series_count: period.series_count, created_by: me.user_id }
    const written = await db
      .insertInto('ticket_group')
      .values(
        tickets.map(({ kind, number, price, images }) => ({
          ...place,
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
    tellPresent(tickets, new Set(written.map(({ number }) => number)), fail)
    await addUp(db, me, ticket_group_import_id)
    return (await importOf(db, me, ticket_group_import_id))!
  },

  update: async ({ db, me, input: { ticket_group_id, version, number, price, images }, fail }) => {
    const set = await seenGroup(db, me, { ticket_group_id, version }, fail)
    if (!allowed(groupLife.change, set.status)) fail('action_invalid', { message: whyNotChange({ ...set, sold: 0 })! })
    const waits = set.status === 1
    const renames = number != null && number !== set.number
    const whyNot = whyNotRename(set)
    if (renames && whyNot !== null) fail('action_invalid', { fields: { number: whyNot } })
    const period = await periodOf(db, set)
    if (!period || period.is_stopped) fail('period_closed')
    if (renames) checkSets([{ kind: set.kind, number: number! }], period!.number_length, fail)
    if (!waits && price != null && price !== set.price) await holdUnsold(db, set, fail)
    await db
      .updateTable('ticket_group')
      .set({
        ...(number != null && { number }),
        ...(price != null && { price }),
        ...(images != null && { images }),
        ...stamped(me),
      })
      .where('ticket_group_id', '=', ticket_group_id)
      .where(within(me, 'ticket_group'))
      .execute()
    if (waits) await addUp(db, me, set.ticket_group_import_id, 'changed')
    return (await groupOf(db, me, ticket_group_id))!
  },

  approvePreview: async (context) => {
    const { db, me } = context
    return runBulk(await chosen(context, 'seen'), (slip) => reasonAgainst(db, me, slip, 'seen'))
  },

  approve: async (context) => {
    const { db, me } = context
    return runBulk(await chosen(context, 'held'), async (slip) => {
      const seen = context.input.version
      if (seen != null && seen !== slip.version) return refusal('changed_by_other')
      const against = await reasonAgainst(db, me, slip, 'held')
      if (against) return against
      await sql`savepoint one_slip`.execute(db)
      const failed = await approve(db, me, slip)
      if (failed) await sql`rollback to savepoint one_slip`.execute(db)
      return failed
    })
  },

  delete: async ({ db, me, input: { ticket_group_id, ticket_group_import_id, version, reason = null }, fail }) => {
    if ((ticket_group_id == null) === (ticket_group_import_id == null)) return fail('request_invalid')
    if (ticket_group_id != null) {
      const set = await seenGroup(db, me, { ticket_group_id, version }, fail)
      if (!allowed(groupLife.delete, set.status)) fail('action_invalid')
      if (set.status === 2) await giveBack(db, me, set, reason, fail)
      await deleteSets(db, me, { ticket_group_id })
      if (set.status === 1) await addUp(db, me, set.ticket_group_import_id, 'changed')
      return null
    }
    const slip = (await holdImport(db, me, ticket_group_import_id!)) ?? fail('ticket_not_found')
    if (version != null && version !== slip.version)
      fail('changed_by_other', { current: await importOf(db, me, slip.ticket_group_import_id) })
    if (slip.status !== 1) fail('action_invalid')
    await deleteSets(db, me, { ticket_group_import_id: slip.ticket_group_import_id })
    await db
      .updateTable('ticket_group_import')
      .set({ status: 7, reason, ...stamped(me) })
      .where('ticket_group_import_id', '=', slip.ticket_group_import_id)
      .where(within(me, 'ticket_group_import'))
      .execute()
    return null
  },

  transfer: async ({ db, me, input: { base_id, ...asked }, fail }) => {
    const set = await seenGroup(db, me, asked, fail)
    await transfer(db, me, set, base_id, fail)
    return (await groupOf(db, me, set.ticket_group_id))!
  },
})

/** The set, locked; refused when there is none or it is not the one that the person saw. */
async function seenGroup(
  db: Db,
  me: Me,
  { ticket_group_id, version }: { ticket_group_id: number; version?: number | null | undefined },
  fail: Fail<'ticket_not_found' | 'changed_by_other'>,
): Promise<Group> {
  const set = (await holdGroup(db, me, ticket_group_id)) ?? fail('ticket_not_found')
  if (version != null && version !== set.version)
    fail('changed_by_other', { current: await groupOf(db, me, ticket_group_id) })
  return set
}

/** Refuses sets whose digits do not fit the station, and one that stands twice. */
function checkSets(
  sets: readonly { kind: 1 | 2; number: string }[],
  number_length: number,
  fail: Fail<'request_invalid' | 'ticket_exists'>,
): void {
  const seen = new Set<string>()
  for (const [index, { kind, number }] of sets.entries()) {
    const digits = digitsOfSet(kind, number_length)
    const told = (error: string) => ({
      fields: { [sets.length > 1 ? 'tickets' : 'number']: error, tickets: `Dòng ${index + 1}: ${error}` },
      lines: [{ index, error }],
    })
    if (number.length !== digits) fail('request_invalid', told(`Số cuối phải có ${digits} chữ số`))
    if (seen.has(number)) fail('ticket_exists', told('Cặp trùng với một dòng trước'))
    seen.add(number)
  }
}

/** Refuses the sets that the store has already for this draw, in stock or in a slip that waits: the others alone were written. */
function tellPresent(
  sets: readonly { number: string }[],
  written: ReadonlySet<string>,
  fail: Fail<'ticket_exists'>,
): void {
  const error = 'Cặp đã có trong kho hoặc đang chờ duyệt'
  const lines = sets.flatMap(({ number }, index) => (written.has(number) ? [] : [{ index, error }]))
  if (lines.length === 0) return
  const more = lines.length > 1 ? ` (và ${lines.length - 1} dòng khác)` : ''
  const message = `Dòng ${lines[0]!.index + 1}: ${error}${more}`
  fail('ticket_exists', { fields: { tickets: message }, message, lines })
}

/** What the slip's sets add up to; a slip without sets is deleted. A change makes whoever made it a maker. */
async function addUp(db: Db, me: Me, ticket_group_import_id: number, how?: 'changed'): Promise<void> {
  const { set_count, quantity, amount } = await db
    .selectFrom('ticket_group')
    .select((eb) => [
      eb.fn.countAll<number>().as('set_count'),
      eb.fn.coalesce(eb.fn.sum<number>('quantity'), sql<number>`0`).as('quantity'),
      eb.fn.coalesce(eb.fn.sum<number>('price'), sql<number>`0`).as('amount'),
    ])
    .where('ticket_group_import_id', '=', ticket_group_import_id)
    .where('status', '<>', 7)
    .where(within(me, 'ticket_group'))
    .executeTakeFirstOrThrow()
  await db
    .updateTable('ticket_group_import')
    .set(set_count > 0 ? { set_count, quantity, amount } : { status: 7 })
    .$if(how === 'changed', (query) =>
      query.set({
        changed_by: sql<number[]>`array(select distinct unnest(changed_by || ${me.user_id}::integer))`,
        ...stamped(me),
      }),
    )
    .where('ticket_group_import_id', '=', ticket_group_import_id)
    .where(within(me, 'ticket_group_import'))
    .execute()
}

async function deleteSets(
  db: Db,
  me: Me,
  which: { ticket_group_id: number } | { ticket_group_import_id: number },
): Promise<void> {
  const [[column, value]] = Object.entries(which) as [['ticket_group_id' | 'ticket_group_import_id', number]]
  await db
    .updateTable('ticket_group')
    .set({ status: groupLife.delete.to, ...stamped(me) })
    .where(column, '=', value)
    .where(within(me, 'ticket_group'))
    .execute()
}

type Batch = Context<typeof ticketGroup.approve> | Context<typeof ticketGroup.approvePreview>

/** The chosen slips in the order of their keys. */
async function chosen({ db, me, input, fail }: Batch, how: 'held' | 'seen') {
  const { filter, expected } = input
  const wanted = input.ids ?? input.ticket_group_import_ids ?? []
  const keys = await matchingImports(db, me, filter ?? {})
    .select('i.ticket_group_import_id as id')
    .$if(!filter, (query) => query.where('i.ticket_group_import_id', '=', sql<number>`any (${wanted}::integer[])`))
    .orderBy('i.ticket_group_import_id')
    .limit(most_bulk_rows + 1)
    .execute()
  assertSameCount(keys.length, filter ? (expected ?? -1) : new Set(wanted).size, fail)
  const slips = []
  for (const { id } of keys) {
    const slip = (await holdImport(db, me, id, how))!
    slips.push({ id, label: labelOf(slip), ...slip })
  }
  assertSameVersions(slips, input.seen, fail)
  return slips
}
