/**
 * Causes of alarms: closings that wait for signatures.
 * unscoped: the program reads all rows
 */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { shortMomentText } from '#contract/text/day-text.ts'
import { max_causes, type AlarmCause } from '#features/settings/alarm/alarm-cause.rules.ts'
import type { Limits } from '#features/settings/alarm/alarm.rules.ts'
import { numberText } from '#contract/text/number-text.ts'
import { closeStatus } from './day-close/day-close.contract.ts'
import { dayClosePage } from './pages.contract.ts'

/** Closings of past days that were prepared longer ago than the limit and are not signed by two people. */
export async function waitingClosings(db: Db, { most_minutes }: Limits): Promise<AlarmCause[]> {
  const { rows } = await sql<{
    day: string
    day_text: string
    status: number
    open_count: number
    prepared_at: string
  }>`
    select day, to_char(day, 'DD/MM/YYYY') as day_text, status, open_count, prepared_at from day_close
    where status <> ${sql.lit(closeStatus.closed)} and day < current_date
      and prepared_at < now() - make_interval(mins => ${most_minutes}::integer)
    order by day limit ${max_causes}`.execute(db)
  return rows.map(({ day, day_text, status, open_count, prepared_at }) => ({
    subject: `closing ${day}`,
    title: `Ngày ${day_text} chờ ký chốt`,
    detail: `${status === closeStatus.signed ? 'Còn thiếu một chữ ký' : 'Còn thiếu hai chữ ký'}, ${open_count > 0 ? `${numberText(open_count)} ngoại lệ chặn, ` : ''}tính lúc ${shortMomentText(prepared_at)}`,
    url: `${dayClosePage.url}?day=${day}`,
  }))
}
