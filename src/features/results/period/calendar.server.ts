import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { isHeadOffice } from '#contract/person.ts'
import { checkDays } from '#server/record/list.ts'
import type { Fail } from '#server/fail.ts'
import { serve } from '#server/serve.ts'
import { changeColumns } from '#server/record/change-columns.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Game } from '#features/results/product/product.contract.ts'
import { max_closed_days, gameCalendar, type GameCalendarRow } from './calendar.contract.ts'
import { isBought, makeGamePeriods, remakeGamePeriods } from './game-periods.server.ts'
import { lockPeriodsExclusive } from './period.query.server.ts'

export default serve(gameCalendar, {
  list: async ({ db }) => {
    const items = await db
      .selectFrom('game as g')
      .innerJoin('category as c', 'c.category', 'g.category')
      .select(['g.category', 'g.weekdays', 'g.first_draw', 'g.last_draw', 'g.every_minutes'])
      .select(['g.stop_seconds', 'g.print_seconds'])
      .select((eb) =>
        jsonArrayFrom(
          eb
            .selectFrom('game_closed_day as d')
            .select(['d.day', 'd.reason'])
            .whereRef('d.category', '=', 'g.category')
            .where('d.day', '>=', sql<string>`current_date`)
            .orderBy('d.day'),
        ).as('closed_days'),
      )
      .$narrowType<Pick<GameCalendarRow, 'category' | 'weekdays'>>()
      .where('c.status', '=', 1)
      .orderBy('g.category')
      .execute()
    return { items, total: items.length }
  },

  close: async ({ db, me, input: { categories, from_date, to_date, reason }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    checkDays({ from_date, to_date }, fail)
    const { is_past, is_long } = await checkRange(db, from_date, to_date)
    // Some draws of today are over, and the numbers of the later ones follow from theirs.
    if (is_past)
      fail('request_invalid', {
        fields: { from_date: 'Chọn từ ngày mai trở đi. Kỳ của hôm nay thì hủy từng kỳ trong danh sách.' },
      })
    if (is_long) fail('request_invalid', { fields: { to_date: `Mỗi lần thêm tối đa ${max_closed_days} ngày.` } })
    await lockCompletePeriods(db)
    await assertNoOrders(db, { categories, from_date, to_date }, fail)
    await assertNoCancelRequest(db, { categories, from_date, field: 'from_date' }, fail)
    const rows = await sql`
      insert into game_closed_day (category, day, reason)
      select g.category, d::date, ${reason} from game g, generate_series(${from_date}::date, ${to_date}::date, interval '1 day') d
      where g.category = any(${categories}::smallint[])
      on conflict (category, day) do update set reason = excluded.reason returning 1`.execute(db)
    if (rows.rows.length === 0)
      fail('category_not_found', { fields: { categories: 'Các sản phẩm này không còn quay.' } })
    return remakePeriodsOf(db, me, categories, from_date)
  },

  open: async ({ db, me, input: { category, day }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    await lockCompletePeriods(db)
    const openedPeriods = await db
      .deleteFrom('game_closed_day')
      .where('category', '=', category)
      .where('day', '=', day)
      // Today and past days are not changed.
      .where('day', '>', sql<string>`current_date`)
      .executeTakeFirst()
    if (openedPeriods.numDeletedRows === 0n) fail('not_found')
    await assertNoCancelRequest(db, { categories: [category], from_date: day, field: 'day' }, fail)
    return remakePeriodsOf(db, me, [category], day)
  },
})

/** Creates the draws that a new day has made due first, so that only those of the change itself are counted. */
async function lockCompletePeriods(db: Db): Promise<void> {
  await lockPeriodsExclusive(db)
  await makeGamePeriods(db)
}

async function checkRange(db: Db, from_date: string, to_date: string): Promise<{ is_past: boolean; is_long: boolean }> {
  const { rows } = await sql<{ is_past: boolean; is_long: boolean }>`
    select ${from_date}::date <= current_date as is_past, ${to_date}::date - ${from_date}::date >= ${max_closed_days} as is_long`.execute(
    db,
  )
  return rows[0]!
}

interface ClosedDays {
  categories: readonly Game[]
  from_date: string
  to_date: string
}

/** Draws with orders must first be cancelled by two persons, so that their orders are refunded. */
async function assertNoOrders(
  db: Db,
  { categories, from_date, to_date }: ClosedDays,
  fail: Fail<'has_orders'>,
): Promise<void> {
  const { rows } = await sql<{ period_code: string; day: string; other_count: number }>`
    select period_code, to_char(open_date, 'DD/MM/YYYY') as day, count(*) over () - 1 as other_count from draw_period p
    where category = any(${categories}::smallint[]) and area_id is null and open_date between ${from_date} and ${to_date}
      and cancelled_at is null and ${isBought('p')}
    order by draw_at limit 1`.execute(db)
  const [first_row] = rows
  if (!first_row) return
  const { period_code, day, other_count } = first_row
  const othersText = other_count > 0 ? ` và ${other_count} kỳ khác` : ''
  const message = `Kỳ ${period_code} ngày ${day}${othersText} đã có đơn hàng. Hãy hủy các kỳ đó trước, tiền được hoàn cho khách.`
  fail('has_orders', { message, fields: { from_date: message } })
}

/**
 * Refuses while a draw from this day on has an open request to cancel it, because the draws will be made again.
 * @throws Failure request_pending at this field
 */
export async function assertNoCancelRequest(
  db: Db,
  { categories, from_date, field }: Omit<ClosedDays, 'to_date'> & { field: 'from_date' | 'day' | 'from_day' },
  fail: Fail<'request_pending'>,
): Promise<void> {
  const { rows } = await sql<{ period_code: string; day: string }>`
    select period_code, to_char(open_date, 'DD/MM/YYYY') as day from draw_period
    where category = any(${categories}::smallint[]) and area_id is null and open_date >= ${from_date}
      and cancel_requested_at is not null and cancelled_at is null
    order by draw_at limit 1`.execute(db)
  const [first_row] = rows
  if (!first_row) return
  const message = `Kỳ ${first_row.period_code} ngày ${first_row.day} đang chờ duyệt hủy. Hãy xác nhận hoặc từ chối yêu cầu đó trước rồi làm lại.`
  fail('request_pending', { message, fields: { [field]: message } })
}

async function remakePeriodsOf(db: Db, me: Me, categories: readonly Game[], from_date: string) {
  await db.updateTable('game').set(changeColumns(me)).where('category', 'in', categories).execute()
  const sum = { removed: 0, made: 0 }
  for (const category of categories) {
    const { removed, made } = await remakeGamePeriods(db, category, from_date)
    sum.removed += removed
    sum.made += made
  }
  return sum
}
