/** Results of the sample's last two weeks, deterministic by seed: keyed in and confirmed by staff, or received from a feed. */
import { sql } from 'kysely'
import { openChance } from '../simulate/chance.ts'
import { drawnNumbers } from '../simulate/drawn-numbers.ts'
import type { SamplePerson } from './act.ts'
import { isTraditional, product, type Product } from '#features/results/product/product.contract.ts'
import { resultSource } from '#features/results/result/draw-result.contract.ts'
import { resultStatus } from '#features/results/result/drawn-numbers.contract.ts'
import { publishedTiers, type PublishedTiers } from '#features/results/result/draw-shape.rules.ts'
import { insertResults, type InsertedResult } from '#features/results/result-import/insert-results.server.ts'
import type { Db } from '#server/database/transaction.ts'

interface Draw {
  period_id: number
  period_code: string
  category: Product
  open_date: string
  draw_at: string
  /** Index of the draw among its game's draws in these weeks. */
  nth: number
  /** A station's latest result, left unconfirmed so that there is work to do. */
  is_last: boolean
}

/** Products with draws too frequent to be keyed in. */
const feed_products: readonly Product[] = [product.keno, product.bingo18]
const minutes = { feed: 1, entry: 24, confirmation: 37 }

/** Adds the results of all past draws, except the newest that staff would not have keyed in yet. */
export async function addResults(db: Db, { maker, approver }: { maker: SamplePerson; approver: SamplePerson }) {
  const { rows: draws } = await sql<Draw>`
    select period_id, period_code, category, open_date, draw_at,
      (row_number() over (partition by category order by draw_at, period_id))::integer as nth,
      area_id is not null and row_number() over (partition by area_id is null order by draw_at desc, period_id desc) = 1 as is_last
    from draw_period where draw_at < now() order by draw_at, period_id`.execute(db)
  const now = Date.now()
  await insertResults(
    db,
    draws.flatMap((draw) => resultOf(draw, { now, maker: maker.user_id, approver: approver.user_id })),
  )
}

function resultOf(draw: Draw, { now, maker, approver }: { now: number; maker: number; approver: number }) {
  const { period_id, period_code, category, open_date } = draw
  const isFed = feed_products.includes(category)
  const after = (count: number) => Date.parse(draw.draw_at) + count * 60_000
  const [entered, confirmed] = isFed
    ? [after(minutes.feed), after(minutes.feed)]
    : [after(minutes.entry), after(minutes.confirmation)]
  if (entered > now) return []
  const isConfirmed = confirmed <= now && !draw.is_last
  const result: InsertedResult = {
    period_id,
    numbers: drawnNumbers(openChance(`sample|${period_code}`), category, open_date),
    published: publishedAmounts(category, draw.nth),
    status: isConfirmed ? resultStatus.confirmed : resultStatus.entered,
    source: isFed ? resultSource.feed : resultSource.typed,
    entered_by: isFed ? null : maker,
    entered_at: new Date(entered).toISOString(),
    confirmed_by: isFed || !isConfirmed ? null : approver,
    confirmed_at: isConfirmed ? new Date(confirmed).toISOString() : null,
  }
  return [result]
}

const million = 1_000_000
/** Jackpots that nobody wins and that grow with each draw. */
const jackpots: Readonly<Record<string, readonly [from: number, step: number]>> = {
  [`${product.mega645} jackpot`]: [18_214 * million + 305_500, 1_486 * million + 72_500],
  [`${product.power655} jackpot1`]: [58_670 * million + 918_450, 4_105 * million + 633_150],
  [`${product.power655} jackpot2`]: [3_185 * million + 657_600, 456 * million + 181_450],
  [`${product.lotto535} jackpot`]: [6_231 * million + 505_000, 148 * million + 317_500],
}

/** Number of winners in the other tiers, which grows with the jackpot. */
const winners: Readonly<Record<string, number>> = { first: 23, second: 1_318, third: 22_047 }

function publishedAmounts(category: Product, nth: number): PublishedTiers {
  if (isTraditional(category)) return {}
  return Object.fromEntries(
    publishedTiers(category).flatMap(({ tier, when }) => {
      if (when === 'counted') return [[tier, { winners: Math.round(winners[tier]! * (1 + nth / 40)), amount: 0 }]]
      if (when !== 'always') return []
      const [from, step] = jackpots[`${category} ${tier}`]!
      return [[tier, { winners: 0, amount: from + step * (nth - 1) }]]
    }),
  )
}
