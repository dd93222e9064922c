import { sql } from 'kysely'
import { whyNot } from '#contract/lifecycle.ts'
import { messages } from '#contract/messages.ts'
import type { Fail } from '#server/fail.ts'
import { paginate, sortOf } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import { serve, type Context } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { hasChanged } from '#server/record/change-columns.ts'
import { returnUntil } from '#features/results/period/period.query.server.ts'
import { storeOfReturn } from '#features/tickets/base-store/store.server.ts'
import { findPeriod, lockPeriod } from '#features/tickets/draw-area/period.server.ts'
import { deskOf, is_soon_over } from './return-desk.server.ts'
import { openReturn, type WantedReturn } from './open-return.server.ts'
import { returnFile } from './return-file.server.ts'
import { answerOf, checkLines } from './return-lines.server.ts'
import { readTerms, receivedOf, returnLimit } from './return-terms.server.ts'
import { confirmReturn, releaseReturn } from './settle-return.server.ts'
import { ticketReturn } from './ticket-return.contract.ts'
import { returnLife } from './return-life.contract.ts'
import {
  linesOf,
  lockReturn,
  selectReturns,
  signedSlip,
  findSlip,
  type LockedReturn,
} from './ticket-return.query.server.ts'

export default serve(ticketReturn, {
  desk: async ({ db, me, input }) => ({
    items: await deskOf(db, me, sql`s.open_date = coalesce(${input.open_date ?? null}::date, current_date)`),
  }),

  reminder: async ({ db, me }) => ({ items: await deskOf(db, me, is_soon_over) }),

  list: async ({ db, me, input }) => {
    const [column, direction] = sortOf(input.sort, '-created_at')
    const query = selectReturns(db, me, input)
      .orderBy(sql.ref(`r.${column}`), direction)
      .orderBy('r.ticket_return_id', direction)
    return paginate(db, query, input, ['quantity', 'amount'])
  },

  detail: async ({ db, me, input, fail }) => {
    const slip = (await signedSlip(db, me, input.ticket_return_id)) ?? fail('not_found')
    const query = linesOf(db, input.ticket_return_id).$if(!!input.keyword, (q) =>
      q.where('l.number', 'like', `%${input.keyword!.replaceAll(/\D/g, '')}`),
    )
    return { ...(await paginate(db, query, input, ['quantity', 'amount'])), slip }
  },

  file: returnFile,

  returnTicket: async ({ db, me, input: { xsdt_ticket_id, quantity, reason }, fail }) => {
    const ticket = await db
      .selectFrom('xskt_ticket as t')
      .select(['t.open_date', 't.area_id', 't.base_id'])
      .where('t.ticket_id', '=', xsdt_ticket_id)
      .where(within(me, 'xskt_ticket', 't'))
      .executeTakeFirst()
    if (!ticket) return fail('ticket_not_found')
    return openReturn(db, me, { ...ticket, tickets: [{ xsdt_ticket_id, quantity }], reason }, fail)
  },

  preview: async ({ db, me, input, fail }) => {
    const { base_id } = await storeOfReturn(db, me, input, fail)
    const key = { area_id: input.area_id, open_date: input.open_date, base_id }
    if (!(await findPeriod(db, key))) fail('period_not_found', { fields: { open_date: 'Đài không quay ngày này.' } })
    const terms = await readTerms(db, key)
    const lines = await checkLines(db, key, input.data ?? [], { ...terms, lock: false })
    const acceptedLines = lines.filter(({ refusal }) => refusal === null)
    const everything = input.all === 1 ? await unsoldOf(db, key, terms.price_rate) : null
    return {
      terms: { ...terms, ...(await usedOf(db, key, terms.limit_rate)) },
      line_count: everything?.line_count ?? acceptedLines.length,
      quantity: everything?.quantity ?? acceptedLines.reduce((sum, { quantity }) => sum + quantity, 0),
      amount: everything?.amount ?? acceptedLines.reduce((sum, { amount }) => sum + amount, 0),
      lines: lines.map(answerOf),
    }
  },

  returnBatch: async (context) => {
    const { db, me, input, fail } = context
    const { data, all, reason } = input
    const { area_id, open_date, ...wanted } = await drawOfBatch(context)
    const { base_id } = await storeOfReturn(db, me, { area_id, open_date, ...wanted }, fail)
    if (all !== 1 && !data?.length) fail('ticket_return_invalid', { fields: { data: 'Chưa chọn vé nào.' } })
    const tickets: WantedReturn['tickets'] = all === 1 ? 'all' : data!
    return openReturn(db, me, { area_id, open_date, base_id, tickets, reason }, fail)
  },

  confirm: async ({ db, me, input, fail }) => {
    const slip = await lockSeen(db, me, input, fail)
    const refusal = whyNot(returnLife.moves.confirm, slip, me)
    if (refusal) fail(refusal.error, { message: refusal.message })
    const period = await lockPeriod(db, slip)
    if (!period?.is_returnable) fail('over_cut_off', { message: 'Đã quá giờ hoàn vé của đài.' })
    if (!(await confirmReturn(db, slip, { ...me, decided_at: period!.at }))) fail('ticket_return_closed')
    return (await findSlip(db, me, input.ticket_return_id))!
  },

  reject: async ({ db, me, input, fail }) => {
    const slip = await lockSeen(db, me, input, fail)
    const refusal = whyNot(returnLife.moves.reject, slip, me)
    if (refusal) fail(refusal.error, { message: refusal.message })
    await releaseReturn(db, slip, 'reject', { user_id: me.user_id, decision: input.reason })
    return (await findSlip(db, me, input.ticket_return_id))!
  },

  withdraw: async ({ db, me, input, fail }) => {
    const slip = await lockSeen(db, me, input, fail)
    const refusal = whyNot(returnLife.moves.withdraw, slip, null)
    if (refusal) fail(refusal.error, { message: refusal.message })
    if (slip.created_by !== me.user_id) fail('no_right', { message: 'Chỉ người lập phiếu rút lại được phiếu.' })
    await releaseReturn(db, slip, 'withdraw', { user_id: me.user_id })
    return (await findSlip(db, me, input.ticket_return_id))!
  },
})

/** The draw and store of a batch: as given, or those of its tickets, which must then be of one draw in one store, and of what was given of it. */
async function drawOfBatch({ db, me, input, fail }: Context<typeof ticketReturn.returnBatch>) {
  const { area_id, open_date, base_id } = input
  if (area_id != null && open_date != null) return { area_id, open_date, base_id }
  const ids = input.data?.flatMap(({ xsdt_ticket_id }) => xsdt_ticket_id ?? []) ?? []
  if (ids.length === 0 || ids.length < input.data!.length)
    fail('request_invalid', {
      fields: {
        ...(area_id == null && { area_id: messages.required }),
        ...(open_date == null && { open_date: messages.required }),
      },
    })
  const draws = await db
    .selectFrom('xskt_ticket as t')
    .select(['t.area_id', 't.open_date', 't.base_id'])
    .distinct()
    .where('t.ticket_id', '=', sql<number>`any (${ids}::bigint[])`)
    .where(within(me, 'xskt_ticket', 't'))
    .execute()
  const [draw] = draws
  if (!draw) return fail('ticket_not_found')
  if (draws.length > 1)
    fail('ticket_return_invalid', { fields: { data: 'Vé của một phiếu phải cùng đài, cùng ngày và cùng kho.' } })
  const contradictions = Object.entries({
    ...(area_id != null && area_id !== draw.area_id && { area_id: 'Vé thuộc đài khác.' }),
    ...(open_date != null && open_date !== draw.open_date && { open_date: 'Vé thuộc ngày khác.' }),
    ...(base_id != null && base_id !== draw.base_id && { base_id: 'Vé thuộc kho khác.' }),
  })
  if (contradictions.length > 0) fail('ticket_return_invalid', { fields: Object.fromEntries(contradictions) })
  return draw
}

/** Locks the slip; refuses when there is none or it is not the version that the person saw. */
async function lockSeen(
  db: Db,
  me: Me,
  { ticket_return_id, version }: { ticket_return_id: number; version?: number | null | undefined },
  fail: Fail<'not_found' | 'changed_by_other'>,
): Promise<LockedReturn> {
  const slip = (await lockReturn(db, me, ticket_return_id)) ?? fail('not_found')
  if (hasChanged(slip, version)) fail('changed_by_other', { current: await findSlip(db, me, ticket_return_id) })
  return slip
}

type Key = { area_id: number; open_date: string; base_id: number }

async function unsoldOf(db: Db, { area_id, open_date, base_id }: Key, price_rate: number) {
  const { rows } = await sql<{ line_count: number; quantity: number; amount: number }>`
    select count(*) as line_count, coalesce(sum(in_stock), 0)::bigint as quantity,
      coalesce(sum(in_stock * (face_value::bigint * ${price_rate} / 10000)), 0)::bigint as amount
    from xskt_ticket -- unscoped: the caller has checked that the store is within its scope
    where open_date = ${open_date} and area_id = ${area_id} and base_id = ${base_id} and in_stock > 0`.execute(db)
  return rows[0]!
}

/** What was received and returned, and until when more can be returned. */
async function usedOf(db: Db, { area_id, open_date, base_id }: Key, limit_rate: number) {
  const { rows } = await sql<{ received: number; returned: number; return_until: string }>`
    select coalesce(${receivedOf('s')}, 0) as received, coalesce(s.returned + s.return_pending, 0) as returned, ${returnUntil('p', 'b')} as return_until
    from draw_period p
    join base_store b on b.base_id = ${base_id} -- unscoped: the caller has checked that the store is within its scope
    left join stock s on s.area_id = p.area_id and s.open_date = p.open_date and s.base_id = b.base_id -- unscoped: of that store
    where p.area_id = ${area_id} and p.open_date = ${open_date}`.execute(db)
  const usedTerms = rows[0]!
  return { ...usedTerms, limit: returnLimit(usedTerms.received, limit_rate) }
}
