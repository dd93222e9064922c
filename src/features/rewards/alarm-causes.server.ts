/**
 * Causes of alarms: prepaid cards that run out.
 * unscoped: the program reads all rows
 */
import { sql } from 'kysely'
import { moneyText } from '#contract/text/money-text.ts'
import type { Db } from '#server/database/transaction.ts'
import { max_causes, type AlarmCause } from '#features/settings/alarm/alarm-cause.rules.ts'
import type { Limits } from '#features/settings/alarm/alarm.rules.ts'
import { numberText } from '#contract/text/number-text.ts'
import { cardStatus } from './card/card.contract.ts'
import { cardPage } from './pages.contract.ts'

/** Face values with fewer cards to give than the limit. */
export async function shortCards(db: Db, { least_stock }: Limits): Promise<AlarmCause[]> {
  const { rows } = await sql<{ face_value: number; free_count: number; expired_count: number }>`
    select * from (
      select b.face_value, count(*) filter (where c.expires_on >= current_date) as free_count, count(*) filter (where c.expires_on < current_date) as expired_count
      from card_batch b left join card c on c.batch_id = b.batch_id and c.status = ${sql.lit(cardStatus.free)} group by 1) v
    where free_count < ${least_stock}::integer order by 1 limit ${max_causes}`.execute(db)
  return rows.map(({ face_value, free_count, expired_count }) => ({
    subject: `cards ${face_value}`,
    title: `Thẻ ${moneyText(face_value)} sắp hết`,
    detail: `Còn ${numberText(free_count)} thẻ trao được${expired_count > 0 ? `, ${numberText(expired_count)} thẻ đã hết hạn` : ''}`,
    url: cardPage.url,
  }))
}
