import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'

/**
 * The moment at which a change starts: midnight of `from_day`, or without it the present moment.
 * @throws Failure over_cut_off at `from_day` for a day that is not in the future or is more than a year away
 */
export async function startOf(
  db: Db,
  from_day: string | null | undefined,
  fail: Fail<'over_cut_off'>,
): Promise<string> {
  const { rows } = await sql<{ from_at: string; is_ahead: boolean; is_far: boolean }>`
    select coalesce(d::timestamptz, clock_timestamp()) as from_at, coalesce(d > current_date, true) as is_ahead, coalesce(d > current_date + 366, false) as is_far
    from (select ${from_day ?? null}::date as d) x`.execute(db)
  const { from_at, is_ahead, is_far } = rows[0]!
  const message = is_far ? 'Đặt trước tối đa một năm.' : 'Để trống là áp dụng ngay; đặt trước thì từ ngày mai trở đi.'
  if (!is_ahead || is_far) fail('over_cut_off', { message, fields: { from_day: message } })
  return from_at
}
