import { sql, type RawBuilder } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { isHeadOffice } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import { checkDays } from '#server/record/list.ts'
import { recordsOf } from '#server/record/records.ts'
import { changeColumns, hasChanged } from '#server/record/change-columns.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import {
  cashback,
  CashbackRecord,
  cashbackState,
  type CashbackReportRow,
  type CashbackRow,
} from './cashback.contract.ts'
import { cashbackRequestStatus } from './cashback-request.contract.ts'
import { amendRequest, closeRequest, decideRequest, needsSecondPerson, recordRise } from './cashback-request.server.ts'
import { lockCashback } from './pay-cashback.server.ts'

const records = recordsOf(CashbackRecord)

export default serve(cashback, {
  list: async ({ db, me, input: { status, waits, from_date, to_date, ...input }, fail }) => {
    checkDays({ from_date, to_date }, fail)
    const query = programmes(db, me)
      .$if(status != null, (q) => q.where(stateOf('r'), '=', status!))
      .$if(waits != null, (q) => q.where(waits ? waits_for_decision : sql<boolean>`not (${waits_for_decision})`))
      .$if(from_date != null, (q) => q.where('r.end_at', '>=', sql<string>`${from_date}::date`))
      .$if(to_date != null, (q) => q.where('r.start_at', '<', sql<string>`${to_date}::date + 1`))
    return records.page(db, query, input, '-start_at', { sums: ['budget', 'used'] })
  },

  detail: async ({ db, me, input: { cashback_id }, fail }) => {
    const programme = (await records.find(programmes(db, me), cashback_id)) ?? fail('not_found')
    return { ...programme, ...(await reportOf(db, cashback_id)) }
  },

  add: async ({ db, me, input, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    await lockCashback(db)
    await assertPossible(db, { ...input, cashback_id: null }, fail)
    const is_late = await isPast(db, input.start_at)
    if (is_late) fail('request_invalid', { fields: { start_at: 'Chương trình bắt đầu từ bây giờ trở đi.' } })
    const rise = { old_budget: 0, new_budget: input.budget }
    const waits = await needsSecondPerson(db, me, { cashback_id: null, ...rise })
    const cashback_id = await records.insert(db, me, { ...input, is_approved: !waits })
    await recordRise(db, me, { cashback_id, ...rise }, waits ? 'waiting' : 'done')
    return (await records.find(programmes(db, me), cashback_id))!
  },

  update: async ({ db, me, input, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    await lockCashback(db)
    const programme = (await records.find(programmes(db, me), input.cashback_id)) ?? fail('not_found')
    if (hasChanged(programme, input.version)) fail('changed_by_other', { current: programme })
    if (programme.status === cashbackState.ended) fail('cashback_event_finished')
    await assertChange(db, programme, input, fail)
    await assertPossible(db, { ...programme, ...definedFields(input) }, fail)
    await records.change(db, me, await withoutWaiting(db, me, programme, input, fail), fail, programmes(db, me))
    return (await records.find(programmes(db, me), input.cashback_id))!
  },

  approve: async ({ db, me, input, fail }) => {
    const programme = await lockUndecided(db, me, input, fail)
    const { new_budget } = await decideRequest(db, me, programme, 'approve', fail)
    const isNew = programme.status === cashbackState.waiting
    await db
      .updateTable('cashback')
      .set({
        budget: new_budget,
        is_approved: true,
        // Orders that were placed before it was approved have got no cashback.
        ...(isNew && { start_at: sql<string>`least(greatest(start_at, clock_timestamp()), end_at)` }),
        ...changeColumns(me),
      })
      .where('cashback_id', '=', programme.cashback_id)
      .execute()
    return (await records.find(programmes(db, me), programme.cashback_id))!
  },

  reject: async ({ db, me, input, fail }) => {
    const programme = await lockUndecided(db, me, input, fail)
    await decideRequest(db, me, programme, 'reject', fail, input.reason)
    const isNew = programme.status === cashbackState.waiting
    await db
      .updateTable('cashback')
      .set({ ...(isNew && ended(me)), ...changeColumns(me) })
      .where('cashback_id', '=', programme.cashback_id)
      .execute()
    return (await records.find(programmes(db, me), programme.cashback_id))!
  },

  finish: async ({ db, me, input: { cashback_id }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    await lockCashback(db)
    const programme = (await records.find(programmes(db, me), cashback_id)) ?? fail('not_found')
    if (programme.status === cashbackState.ended) fail('cashback_event_finished')
    if (programme.waiting) await closeRequest(db, me, programme.waiting, 'reject', finish_reason)
    await db
      .updateTable('cashback')
      .set({ ...ended(me), ...changeColumns(me) })
      .where('cashback_id', '=', cashback_id)
      .execute()
    return (await records.find(programmes(db, me), cashback_id))!
  },
})

const finish_reason = 'Chương trình được kết thúc.'

/** A programme that has not begun ends at its start. */
const ended = (me: Me) => ({
  end_at: sql<string>`greatest(clock_timestamp(), start_at)`,
  finished_by: me.user_id,
  finished_at: sql<string>`clock_timestamp()`,
})

/** Locks a programme of which something waits. Refuses people outside the head office, and a version other than the one they saw. */
async function lockUndecided(
  db: Db,
  me: Me,
  { cashback_id, version }: { cashback_id: number; version: number },
  fail: Fail<'no_right' | 'not_found' | 'cashback_event_finished' | 'changed_by_other'>,
): Promise<CashbackRow> {
  if (!isHeadOffice(me)) fail('no_right')
  await lockCashback(db)
  const programme = (await records.find(programmes(db, me), cashback_id)) ?? fail('not_found')
  if (programme.status === cashbackState.ended) fail('cashback_event_finished')
  if (programme.waiting && hasChanged(programme, version)) fail('changed_by_other', { current: programme })
  return programme
}

/** The state by the database's clock; a programme ended by hand has ended, even before its start. */
function stateOf(alias: string): RawBuilder<CashbackRow['status']> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<
    CashbackRow['status']
  >`case when ${column('finished_at')} is not null or clock_timestamp() >= ${column('end_at')} then ${sql.lit(cashbackState.ended)}
    when not ${column('is_approved')} then ${sql.lit(cashbackState.waiting)}
    when clock_timestamp() < ${column('start_at')} then ${sql.lit(cashbackState.coming)} else ${sql.lit(cashbackState.running)} end`
}

function programmes(db: Db, me: Me) {
  return records
    .rows(db, me)
    .select(['r.used', stateOf('r').as('status')])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('payment_vendor as v')
          .select(['v.payment_vendor_id', 'v.vendor_name'])
          .where(sql<boolean>`v.payment_vendor_id = any(r.payment_vendor_ids)`)
          .orderBy('v.position'),
      ).as('vendors'),
      jsonObjectFrom(
        eb
          .selectFrom('cashback_request as w')
          .leftJoin('app_user as u', 'u.user_id', 'w.created_by') // unscoped: only a name
          .select(['w.cashback_request_id', 'w.old_budget', 'w.new_budget', 'w.status', 'w.makers'])
          .select(['w.created_by', 'u.user_name as created_by_name', 'w.created_at'])
          .whereRef('w.cashback_id', '=', 'r.cashback_id')
          .where('w.status', '=', sql.lit(cashbackRequestStatus.waiting))
          // Nobody can decide it after the end.
          .where(sql<boolean>`r.end_at > clock_timestamp()`),
      )
        .$castTo<CashbackRow['waiting']>()
        .as('waiting'),
    ])
}

const waits_for_decision = sql<boolean>`r.end_at > clock_timestamp() and exists (
  select from cashback_request w where w.cashback_id = r.cashback_id and w.status = ${sql.lit(cashbackRequestStatus.waiting)})`

async function isPast(db: Db, moment: string): Promise<boolean> {
  const { rows } = await sql<{ is_past: boolean }>`
    select ${moment}::timestamptz < clock_timestamp() - interval '5 minutes' as is_past`.execute(db)
  return rows[0]!.is_past
}

type Change = Parameters<typeof definedFields>[0]

function definedFields<T extends object>(change: T): Partial<T> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<T>
}

/**
 * What is changed at once, and the request for the rest: a higher budget of a running programme waits alone, while one that has not begun waits as a
 * whole until a second person has seen what it has become.
 */
async function withoutWaiting<C extends Change>(
  db: Db,
  me: Me,
  programme: CashbackRow,
  change: C,
  fail: Fail<'request_pending'>,
) {
  const { cashback_id, budget: old_budget, waiting } = programme
  const next = { ...programme, ...definedFields(change) } as CashbackRow
  const is_running = programme.status === cashbackState.running
  const is_rise = next.budget > old_budget
  if (programme.status === cashbackState.waiting) {
    await amendRequest(db, me, waiting!, next.budget)
    return change
  }
  if (waiting && next.budget !== old_budget)
    fail('request_pending', { fields: { budget: 'Đang có đề nghị tăng ngân sách chờ người khác duyệt.' } })
  const is_other = !is_running && [...announced, 'end_at' as const].some((name) => !isSame(programme[name], next[name]))
  if (!is_rise && !is_other) return change
  const rise = { cashback_id, old_budget, new_budget: next.budget }
  if (!(await needsSecondPerson(db, me, rise))) {
    if (is_rise) await recordRise(db, me, rise, 'done')
    return change
  }
  await recordRise(db, me, { ...rise, old_budget: is_running ? old_budget : 0 }, 'waiting')
  return is_running ? { ...change, budget: old_budget } : { ...change, is_approved: false }
}

type Draft = Pick<CashbackRow, 'start_at' | 'end_at' | 'payment_vendor_ids' | 'categories'> & {
  cashback_id: number | null
}

/** Two programmes must not pay for the same order. */
async function assertPossible(
  db: Db,
  { cashback_id, start_at, end_at, payment_vendor_ids, categories }: Draft,
  fail: Fail<'cashback_event_exists' | 'from_exceeds_to' | 'payment_vendor_not_found'>,
): Promise<void> {
  if (Date.parse(start_at) >= Date.parse(end_at)) {
    const message = 'Giờ kết thúc phải sau giờ bắt đầu.'
    fail('from_exceeds_to', { message, fields: { end_at: message } })
  }
  const vendors = await db
    .selectFrom('payment_vendor')
    .select('payment_vendor_id')
    .where('payment_vendor_id', 'in', [0, ...payment_vendor_ids])
    .execute()
  if (vendors.length < new Set(payment_vendor_ids).size)
    fail('payment_vendor_not_found', { fields: { payment_vendor_ids: 'Có nguồn thanh toán không tồn tại.' } })
  const { rows } = await sql<{ name: string }>`
    select name from cashback
    where cashback_id is distinct from ${cashback_id}::integer and start_at < end_at and start_at < ${end_at}::timestamptz and end_at > ${start_at}::timestamptz
      and (payment_vendor_ids = '{}' or ${payment_vendor_ids}::integer[] = '{}' or payment_vendor_ids && ${payment_vendor_ids}::integer[])
      and (categories = '{}' or ${categories}::smallint[] = '{}' or categories && ${categories}::smallint[])
    order by start_at limit 1`.execute(db)
  if (!rows[0]) return
  const message = `Chương trình “${rows[0].name}” chạy trong thời gian này, cùng nguồn và sản phẩm.`
  fail('cashback_event_exists', { message, fields: { start_at: message } })
}

/** Fields that must not change while it runs, because customers rely on what was announced. */
const announced = [
  'start_at',
  'payment_vendor_ids',
  'categories',
  'rate',
  'most_per_order',
  'most_per_customer',
] as const

async function assertChange(
  db: Db,
  programme: CashbackRow,
  change: Change,
  fail: Fail<'request_invalid'>,
): Promise<void> {
  const changedProgramme = { ...programme, ...definedFields(change) } as CashbackRow
  if (changedProgramme.budget < programme.used)
    fail('request_invalid', { fields: { budget: 'Không được nhỏ hơn số đã dùng.' } })
  const is_running = programme.status === cashbackState.running
  const changed = announced.find((name) => !isSame(programme[name], changedProgramme[name]))
  if (is_running && changed)
    fail('request_invalid', {
      fields: { [changed]: 'Chương trình đang chạy: chỉ sửa tên, giờ kết thúc và ngân sách.' },
    })
  if (!is_running && (await isPast(db, changedProgramme.start_at)))
    fail('request_invalid', { fields: { start_at: 'Chương trình bắt đầu từ bây giờ trở đi.' } })
  if (await isPast(db, changedProgramme.end_at))
    fail('request_invalid', { fields: { end_at: 'Muốn dừng ngay hãy bấm Kết thúc.' } })
}

function isSame(a: unknown, b: unknown): boolean {
  const plain = (value: unknown) =>
    Array.isArray(value) ? [...(value as number[])].sort((x, y) => x - y).join() : (value ?? null)
  if (typeof a === 'string' && typeof b === 'string') return Date.parse(a) === Date.parse(b)
  return plain(a) === plain(b)
}

type Report = Pick<
  CashbackReportRow,
  'orders' | 'customers' | 'sold' | 'taken_back' | 'taken_back_orders' | 'due' | 'days'
>

async function reportOf(db: Db, cashback_id: number): Promise<Report> {
  const { rows } = await sql<Report>`
    select count(*) filter (where status = 1) as orders, count(distinct msisdn) filter (where status = 1) as customers,
      coalesce(sum(order_amount) filter (where status = 1), 0) as sold, coalesce(sum(amount) filter (where status = 2), 0) as taken_back,
      count(*) filter (where status = 2) as taken_back_orders, coalesce(sum(amount) filter (where status = 3), 0) as due, coalesce((
        select jsonb_agg(d order by d.day) from (
          select to_char(paid_at, 'YYYY-MM-DD') as day, count(*) as orders, sum(amount) as amount from cashback_payment
          where cashback_id = ${cashback_id} and status = 1 group by 1 order by 1 desc limit 400) d), '[]') as days
    from cashback_payment where cashback_id = ${cashback_id}`.execute(db)
  return rows[0]!
}
