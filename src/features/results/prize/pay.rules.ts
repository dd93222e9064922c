/** Amounts of prizes: from the prize table and the tax that are valid on the day of the draw, which are both data. */
import type { PublishedTiers } from '#features/results/result/draw-shape.rules.ts'
import type { Outcome, RuleFlags, Win } from './win.rules.ts'

/** The amounts of a product's tiers. */
export interface PrizeTable {
  /** đồng by tier, for a ticket or line of this face value; other values are paid in proportion. */
  amounts: Readonly<Record<string, number>>
  face_value: number
  flags: RuleFlags
}

/** Personal income tax from a day on. */
export interface PrizeTax {
  /** The tax-free amount in đồng. */
  threshold: number
  /** The rate on the amount above the threshold, in basis points. */
  rate: number
  /** Whether the threshold applies to all prizes of one ticket together or to each prize. */
  per: 'ticket' | 'prize'
}

/** Prizes of one tier with the amount of each in đồng. */
export interface PaidWin extends Win {
  amount: number
}

export interface Pay {
  prizes: readonly PaidWin[]
  gross: number
  tax: number
}

/** The amount of a won tier is not known yet, because the operator has not published it. */
export class MissingAmount extends Error {}

/** The tax on an amount, both in đồng, rounded down. */
export function taxOn(amount: number, { threshold, rate }: PrizeTax): number {
  return amount <= threshold ? 0 : Math.floor(((amount - threshold) * rate) / 10_000)
}

/**
 * The total payment for these tickets, in đồng. A tier with amount 0 is not a prize.
 * @param face_value price of the ticket or of one line, in đồng
 * @throws MissingAmount for a tier whose amount the operator has not published
 */
export function payOf(
  outcomes: readonly Outcome[],
  table: PrizeTable,
  tax: PrizeTax,
  { published, face_value }: { published: PublishedTiers; face_value: number },
): Pay {
  const prizes = new Map<string, PaidWin>()
  let gross = 0
  let tax_due = 0
  for (const { units, wins } of outcomes) {
    let of_unit = 0
    for (const { tier, count } of wins) {
      const amount = amountOf(tier, table, published, face_value)
      if (amount === 0) continue
      const paid_count = prizes.get(tier)?.count ?? 0
      prizes.set(tier, { tier, count: paid_count + count * units, amount })
      of_unit += amount * count
      if (tax.per === 'prize') tax_due += taxOn(amount, tax) * count * units
    }
    gross += of_unit * units
    if (tax.per === 'ticket') tax_due += taxOn(of_unit, tax) * units
  }
  return { prizes: [...prizes.values()], gross, tax: tax_due }
}

function amountOf(tier: string, table: PrizeTable, published: PublishedTiers, face_value: number): number {
  const prize = published[tier]
  // A published amount is for one line at its price, so it is not scaled.
  if (prize && prize.amount > 0) return prize.amount
  const amount = table.amounts[tier]
  if (amount === undefined) throw new MissingAmount(`Chưa có giá trị của hạng giải ${tier}.`)
  return Math.floor((amount * face_value) / table.face_value)
}
