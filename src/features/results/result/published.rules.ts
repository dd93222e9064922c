/** Checks published amounts by the rules of the games, because a mistyped jackpot would be paid as entered. */
import { moneyText } from '#contract/text/money-text.ts'
import { product, type Product } from '#features/results/product/product.contract.ts'
import type { FindingRow } from './draw-result.contract.ts'
import { publishedTiers, type PublishedTiers } from './draw-shape.rules.ts'

const billion = 1_000_000_000
/** The minimum of each jackpot, in đồng. */
const minimum_jackpots: Partial<Record<Product, Readonly<Record<string, number>>>> = {
  [product.mega645]: { jackpot: 12 * billion },
  [product.power655]: { jackpot1: 30 * billion, jackpot2: 3 * billion },
  [product.lotto535]: { jackpot: 6 * billion },
}

/** The amount in đồng with which a jackpot restarts; undefined for other tiers. */
export function minimumJackpot(category: Product, tier: string): number | undefined {
  return minimum_jackpots[category]?.[tier]
}

const jackpot1_max = 300 * billion
/** The maximum that Keno pays for one of these tiers in one draw; with more winners than stated they share it. */
const keno_cap = 10 * billion
const keno_winners: Readonly<Record<string, number>> = { '10_10': 5, '9_9': 12, '8_8': 50 }
/** A jackpot of Lotto 5/35 above this that nobody won is split in the evening draw of the next day. */
const lotto_split_above = 12 * billion

type Tier = PublishedTiers[string]

/** The total of a tier; a jackpot that nobody won counts once. */
const total = ({ amount, winners }: Tier) => amount * Math.max(1, winners)

/**
 * Findings about published amounts and numbers of winners.
 * @param previousTiers the published tiers of the previous draw; null when they are not known
 */
export function publishedFindings(
  category: Product,
  published: PublishedTiers,
  previousTiers: PublishedTiers | null,
): FindingRow[] {
  const tiers = publishedTiers(category)
  const findings: FindingRow[] = []
  for (const key of Object.keys(published))
    if (!tiers.some(({ tier }) => tier === key))
      findings.push({ ...warning(key, 'Sản phẩm này không công bố hạng giải này', null), level: 'error' })
  for (const { tier, label, when } of tiers) {
    const now = published[tier]
    if (when === 'counted') findings.push(...countedFindings({ tier, label, now }))
    else if (now) findings.push(...jackpotFindings(category, { tier, label, now }, previousTiers?.[tier]))
    else if (when === 'always')
      findings.push(warning(tier, `Chưa có giá trị ${label}`, 'Vé trúng hạng này chưa tính được tiền thưởng'))
  }
  if (category === product.power655) findings.push(...cappedJackpot(published))
  if (category === product.lotto535) findings.push(...splitFindings(published))
  if (category === product.keno) findings.push(...kenoFindings(published))
  return findings
}

interface NamedTier {
  tier: string
  label: string
  now: Tier
}

/** Refuses an amount for a tier of the prize table, because it would be paid instead of the table's. */
function countedFindings({ tier, label, now }: Omit<NamedTier, 'now'> & { now: Tier | undefined }): FindingRow[] {
  if (!now || now.amount === 0) return []
  const rule = 'Giá trị hạng này theo bảng giải thưởng, chỉ nhập số giải'
  return [{ ...warning(tier, `${label} ${moneyText(now.amount)}`, rule), level: 'error' }]
}

/** A jackpot has a minimum, does not fall while nobody wins it, and restarts after a win. */
function jackpotFindings(
  category: Product,
  { tier, label, now }: NamedTier,
  previousTier: Tier | undefined,
): FindingRow[] {
  const bottom = minimumJackpot(category, tier)
  if (bottom === undefined) return []
  const message = `${label} ${moneyText(now.amount)}`
  if (total(now) < bottom) return [warning(tier, message, `${label} tối thiểu ${moneyText(bottom)}`)]
  if (!previousTier) return []
  const previous = `kỳ trước ${moneyText(previousTier.amount)}`
  if (previousTier.winners > 0 && total(now) >= total(previousTier))
    return [
      warning(tier, message, `${label} bắt đầu lại sau khi có người trúng (${previous}, ${previousTier.winners} giải)`),
    ]
  const isCapped = tier === 'jackpot1' && now.amount === jackpot1_max
  if (previousTier.winners === 0 && total(now) < previousTier.amount && !isCapped && !isSplit(category, previousTier))
    return [warning(tier, message, `${label} không giảm khi chưa có người trúng (${previous})`)]
  return []
}

/** Whether the jackpot of Lotto 5/35 may have been split since. */
function isSplit(category: Product, previousTier: Tier): boolean {
  return category === product.lotto535 && previousTier.amount > lotto_split_above
}

/** When jackpot 2 of Power is won, jackpot 1 stops at 300 billion and the excess goes into jackpot 2. */
function cappedJackpot({ jackpot1, jackpot2 }: PublishedTiers): FindingRow[] {
  if (!jackpot1 || !jackpot2 || jackpot2.winners === 0 || jackpot1.winners > 0) return []
  if (jackpot1.amount <= jackpot1_max) return []
  const rule = `Có người trúng Jackpot 2 thì Jackpot 1 chưa trúng dừng ở ${moneyText(jackpot1_max)}, phần vượt vào Jackpot 2`
  return [warning('jackpot1', `Jackpot 1 ${moneyText(jackpot1.amount)}`, rule)]
}

function kenoFindings(published: PublishedTiers): FindingRow[] {
  return Object.entries(keno_winners).flatMap(([tier, winners]) => {
    const now = published[tier]
    if (!now) return []
    const message = `${now.winners} giải, mỗi giải ${moneyText(now.amount)}`
    if (now.winners <= winners)
      return [warning(tier, message, `Chỉ chia ${moneyText(keno_cap)} khi có hơn ${winners} giải`)]
    return total(now) > keno_cap ? [warning(tier, message, `Tổng không quá ${moneyText(keno_cap)} một kỳ`)] : []
  })
}

/** The share of the jackpot in sixths, and the fixed prize of each winner of the tier. */
const split_tiers = [
  { tier: 'first', sixths: 2, fixed: 10_000_000 },
  { tier: 'second', sixths: 1, fixed: 5_000_000 },
  { tier: 'third', sixths: 1, fixed: 500_000 },
  { tier: 'fourth', sixths: 1, fixed: 100_000 },
  { tier: 'fifth', sixths: 1, fixed: 30_000 },
] as const
const split_step = 5_000

/**
 * The amount in đồng for each winner when the jackpot of Lotto 5/35 is split: two sixths to the first tier and one to each other tier, rounded down
 * to 5.000 đ; the rest goes to the first tier. Null when a tier has no winner, because the rule for that case is not published.
 */
export function lottoShares(pot: number, winners: Readonly<Record<string, number>>): Record<string, number> | null {
  if (split_tiers.some(({ tier }) => !winners[tier])) return null
  let remaining = pot
  const shares: Record<string, number> = {}
  for (const { tier, sixths, fixed } of split_tiers.slice(1)) {
    const share = Math.floor((pot * sixths) / 6 / winners[tier]! / split_step) * split_step
    remaining -= share * winners[tier]!
    shares[tier] = share + fixed
  }
  return { ...shares, first: Math.round(remaining / winners.first!) + split_tiers[0].fixed }
}

function splitFindings(published: PublishedTiers): FindingRow[] {
  const { jackpot } = published
  const enteredTiers = split_tiers.filter(({ tier }) => published[tier])
  if (!jackpot || enteredTiers.length === 0) return []
  if (jackpot.winners > 0 || jackpot.amount <= lotto_split_above) {
    const rule = `Chỉ chia khi Độc đắc trên ${moneyText(lotto_split_above)} và chưa có người trúng`
    return [warning('jackpot', `Độc đắc ${moneyText(jackpot.amount)}, ${jackpot.winners} giải`, rule)]
  }
  const winners = Object.fromEntries(enteredTiers.map(({ tier }) => [tier, published[tier]!.winners]))
  const shares = lottoShares(jackpot.amount, winners)
  if (!shares) return []
  return enteredTiers.flatMap(({ tier }) => {
    const { amount } = published[tier]!
    const rule = `Chia Độc đắc ${moneyText(jackpot.amount)} thì mỗi giải là ${moneyText(shares[tier]!)}`
    return amount === shares[tier] ? [] : [warning(tier, `Mỗi giải ${moneyText(amount)}`, rule)]
  })
}

function warning(key: string, message: string, rule: string | null): FindingRow {
  return { level: 'warning', message, rule, key, index: null }
}
