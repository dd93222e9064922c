/**
 * Pays a prize in prepaid cards, the first to expire first, each card once.
 * unscoped: the caller has locked the reward, or only the stock is read
 */
import { sql } from 'kysely'
import { Failure, type Refusal } from '#contract/errors.ts'
import { moneyText } from '#contract/text/money-text.ts'
import type { Db } from '#server/database/transaction.ts'
import { cardStockLedger } from '#features/wallets/money.server.ts'
import { payTo, type PaidReward } from '#features/rewards/push/reward-money.server.ts'
import { cardStatus } from './card.contract.ts'
import { cardsFor, max_for_one, type CardsOfValue } from './card.rules.ts'

/** Locks the stock of cards until the transaction ends, for adding and giving cards. */
export const lockCardStock = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('card_stock'))`.execute(db)

/** SQL: whether card `c` can be given today. */
export const is_free = sql<boolean>`(c.status = ${sql.lit(cardStatus.free)} and c.expires_on >= current_date)`

/** The number of cards of each face value that can be given now. */
export async function freeCards(db: Db): Promise<CardsOfValue[]> {
  const { rows } = await sql<CardsOfValue>`
    select b.face_value, count(*) as count from card c join card_batch b using (batch_id) where ${is_free} group by 1 order by 1 desc`.execute(
    db,
  )
  return rows
}

/**
 * Gives the winner cards of exactly the net amount, and posts their value from the fund of prizes.
 * @throws Failure debt_not_enough (the fund has too little money), action_invalid (no cards in stock make up the amount)
 */
export async function payInCards(db: Db, reward: PaidReward): Promise<void> {
  await lockCardStock(db)
  const chosenCards = cardsFor(reward.net, await freeCards(db))
  if (!chosenCards) throw new Failure(...noCards(reward.net))
  await payTo(db, reward, await cardStockLedger(db))
  for (const { face_value, count } of chosenCards) {
    const { numAffectedRows } = await sql`
      update card set status = ${sql.lit(cardStatus.given)}, reward_id = ${reward.reward_id}, given_at = clock_timestamp(), version = version + 1
      where card_id in (select c.card_id from card c join card_batch b using (batch_id)
        where ${is_free} and b.face_value = ${face_value} order by c.expires_on, c.card_id limit ${count})`.execute(db)
    if (numAffectedRows !== BigInt(count))
      throw new Error(`Cards of ${face_value} have left the stock while it was locked`)
  }
}

const noCards = (net: number) =>
  [
    'action_invalid',
    { message: `Kho thẻ không có thẻ còn hạn nào cộng lại đúng ${moneyText(net)} (nhiều nhất ${max_for_one} thẻ).` },
  ] as const

/** A copy of the stock for a preview: `take` removes the cards of a prize from the copy, or returns why it cannot. */
export function previewStock(stock: readonly CardsOfValue[]): {
  take: (net: number) => Refusal<'action_invalid'> | null
} {
  const counts = new Map(stock.map(({ face_value, count }) => [face_value, count]))
  return {
    take: (net) => {
      const chosenCards = cardsFor(
        net,
        [...counts].map(([face_value, count]) => ({ face_value, count })),
      )
      const [error, { message }] = noCards(net)
      if (!chosenCards) return { error, message }
      for (const { face_value, count } of chosenCards) counts.set(face_value, counts.get(face_value)! - count)
      return null
    },
  }
}
