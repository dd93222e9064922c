/** What prizes are worth: the prize table and the tax that hold on the day of the draw. Both are data. */
import type { PublishedTiers } from '#features/results/result/draw-shape.rules.ts'
import type { Outcome, RuleFlags, Win } from './win.rules.ts'

/** What each tier is worth in a product, from a day on. */
export interface PrizeTable {
  /** Đồng by tier, for a ticket or line of this face value; another value is paid in proportion. */
  amounts: Readonly<Record<string, number>>
  face_value: number
  flags: RuleFlags
}

/** Personal income tax from a day on. */
export interface PrizeTax {
  /** Đồng of which nothing is due. */
  threshold: number
  /** Of what exceeds it, in basis points. */
  rate: number
  /** What the threshold counts for: all prizes of one ticket together, or each prize. */
  per: 'ticket' | 'prize'
}

/** Prizes of one tier with what each is worth. */
export interface PaidWin extends Win {
  amount: number
}

export interface Pay {
  prizes: readonly PaidWin[]
  gross: number
  tax: number
}

/** A tier was won of which nobody has said what it is worth. */
export class MissingAmount extends Error {}

/** Tax on one amount in đồng; a fraction of a đồng is not taken. */
export function taxOn(amount: number, { threshold, rate }: PrizeTax): number {
  return amount <= threshold ? 0 : Math.floor(((amount - threshold) * rate) / 10_000)
}

/**
 * What these tickets are paid, added up over all of them. A tier that the table pays nothing for is no prize.
 * @param face_value of the ticket or of one line
 * @throws MissingAmount for a tier that the operator has not published.
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
      const before = prizes.get(tier)?.count ?? 0
      prizes.set(tier, { tier, count: before + count * units, amount })
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
  // What the operator publishes is paid for a line as it is sold.
  if (prize && prize.amount > 0) return prize.amount
  const amount = table.amounts[tier]
  if (amount === undefined) throw new MissingAmount(`Chưa có giá trị của hạng giải ${tier}.`)
  return Math.floor((amount * face_value) / table.face_value)
}
