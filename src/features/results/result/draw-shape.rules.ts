/**
 * What is drawn in each product: the groups of a printed result in its order, how many numbers each has and what a
 * number looks like. Source: the game rules of each lottery company; `docs/words.md` names the groups.
 */
import { type Product, product } from '#features/results/product/product.contract.ts'

/** One row of the printed sheet. */
interface DrawGroup {
  key: DrawKey
  /** As it is printed: 'Giải đặc biệt'. */
  label: string
  /** How many numbers are drawn. */
  count: number
  /** Digits of a number that is drawn digit by digit; balls have a pool instead. */
  digits?: number
  /** Balls 01 to this number, each drawn at most once; printed with two digits, in rising order where order is no rule. */
  pool?: number
  /** Series signs of the North, such as 15AN. */
  is_series?: true
}

type DrawKey =
  | 'special'
  | 'series'
  | 'first'
  | 'second'
  | 'third'
  | 'fourth'
  | 'fifth'
  | 'sixth'
  | 'seventh'
  | 'eighth'
  | 'main'
  | 'extra'

const labels = {
  special: 'Giải đặc biệt',
  series: 'Ký hiệu trúng ĐB',
  first: 'Giải nhất',
  second: 'Giải nhì',
  third: 'Giải ba',
  fourth: 'Giải tư',
  fifth: 'Giải năm',
  sixth: 'Giải sáu',
  seventh: 'Giải bảy',
  eighth: 'Giải tám',
  main: 'Bộ số',
  extra: 'Số đặc biệt',
} as const satisfies Record<DrawKey, string>

const group = (key: DrawKey, count: number, look: Omit<DrawGroup, 'key' | 'label' | 'count'>): DrawGroup => ({
  key,
  label: labels[key],
  count,
  ...look,
})
const digits = (key: DrawKey, count: number, length: number) => group(key, count, { digits: length })
const balls = (key: DrawKey, count: number, pool: number) => group(key, count, { pool })

/** South and Central draw eighteen numbers of a station, the eighth prize first. */
const southern = [
  digits('special', 1, 6),
  digits('first', 1, 5),
  digits('second', 1, 5),
  digits('third', 2, 5),
  digits('fourth', 7, 5),
  digits('fifth', 1, 4),
  digits('sixth', 3, 4),
  digits('seventh', 1, 3),
  digits('eighth', 1, 2),
]
/** The North draws twenty-seven numbers, the first prize first and the special one last. */
const northern_numbers = [
  digits('special', 1, 5),
  digits('first', 1, 5),
  digits('second', 2, 5),
  digits('third', 6, 5),
  digits('fourth', 4, 4),
  digits('fifth', 6, 4),
  digits('sixth', 3, 3),
  digits('seventh', 4, 2),
]
const max3d = [digits('special', 2, 3), digits('first', 4, 3), digits('second', 6, 3), digits('third', 8, 3)]

const shapes: Record<Exclude<Product, typeof product.north>, readonly DrawGroup[]> = {
  [product.central]: southern,
  [product.south]: southern,
  [product.mega645]: [balls('main', 6, 45)],
  [product.power655]: [balls('main', 6, 55), balls('extra', 1, 55)],
  [product.max3d]: max3d,
  [product.max3d_pro]: max3d,
  [product.lotto535]: [balls('main', 5, 35), balls('extra', 1, 12)],
  [product.keno]: [balls('main', 20, 80)],
  [product.bingo18]: [digits('main', 3, 1)],
  [product.dt6x36]: [balls('main', 6, 36)],
  [product.dt123]: [digits('first', 1, 1), digits('second', 1, 2), digits('third', 1, 3)],
  [product.than_tai4]: [digits('main', 1, 4)],
  // Lô tô is decided by the numbers of the North of the same day.
  [product.loto]: northern_numbers,
  [product.max4d]: [digits('first', 1, 4), digits('second', 2, 4), digits('third', 3, 4)],
}

/**
 * The groups of a result in the order of the printed sheet.
 * @param series_count of the North: 6, or 8 where the draw is on the first day of a lunar month.
 */
export function drawShape(category: Product, series_count = 6): readonly DrawGroup[] {
  if (category !== product.north) return shapes[category]
  const [special, ...others] = northern_numbers
  return [special!, group('series', series_count, { is_series: true }), ...others]
}

/** The numbers of a draw by their group, as strings because leading zeros matter, in the order in which they were drawn. */
export type DrawnNumbers = Partial<Record<DrawKey, readonly string[]>>

/** What the operator of a game publishes beside the numbers, by tier; đồng for each winner, 0 where the prize table has the amount. */
export type PublishedTiers = Readonly<Record<string, { winners: number; amount: number }>>

/** A whole result of one draw. */
export interface DrawResult {
  numbers: DrawnNumbers
  published: PublishedTiers
}

/** A tier whose amount or number of winners only the operator knows. What is published counts before the amount of the prize table. */
interface PublishedTier {
  /** The key in PublishedTiers and in the prize table. */
  tier: string
  label: string
  /**
   * When it is published: with every draw; in the draw that splits the jackpot of Lotto 5/35; where so many won that
   * the sum of a draw is divided (Keno); or only how many won, because the prize table has the amount.
   */
  when: 'always' | 'split' | 'capped' | 'counted'
}

const always = (tier: string, label: string): PublishedTier => ({ tier, label, when: 'always' })
const counted = (['first', 'second', 'third'] as const).map((tier): PublishedTier => ({
  tier,
  label: labels[tier],
  when: 'counted',
}))
const published: Partial<Record<Product, readonly PublishedTier[]>> = {
  [product.mega645]: [always('jackpot', 'Jackpot'), ...counted],
  [product.power655]: [always('jackpot1', 'Jackpot 1'), always('jackpot2', 'Jackpot 2'), ...counted],
  [product.lotto535]: [
    always('jackpot', 'Độc đắc'),
    ...(['first', 'second', 'third', 'fourth', 'fifth'] as const).map((tier): PublishedTier => ({
      tier,
      label: labels[tier],
      when: 'split',
    })),
  ],
  [product.keno]: [10, 9, 8].map((n): PublishedTier => ({
    tier: `${n}_${n}`,
    label: `Bậc ${n} trùng ${n}`,
    when: 'capped',
  })),
}

/** What has to be entered beside the numbers of a result; nothing where the prize table has all amounts. */
export function publishedTiers(category: Product): readonly PublishedTier[] {
  return published[category] ?? []
}
