/**
 * The shape of each product's result: its groups in printed order, with the count and format of their numbers. Source: the game rules of each lottery
 * company.
 */
import { type Product, product } from '#features/results/product/product.contract.ts'

/** One row of the printed sheet. */
interface DrawGroup {
  key: DrawKey
  /** The printed name: 'Giải đặc biệt'. */
  label: string
  /** The count of drawn numbers. */
  count: number
  /** The digits of each number, where it is drawn digit by digit; balls have a pool instead. */
  digits?: number
  /** The highest ball: balls from 01 to it are drawn at most once each, and printed with two digits in rising order. */
  pool?: number
  /** The group has series signs of the North, such as 15AN, instead of numbers. */
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

const group = (key: DrawKey, count: number, options: Omit<DrawGroup, 'key' | 'label' | 'count'>): DrawGroup => ({
  key,
  label: labels[key],
  count,
  ...options,
})
const digits = (key: DrawKey, count: number, length: number) => group(key, count, { digits: length })
const balls = (key: DrawKey, count: number, pool: number) => group(key, count, { pool })

/** South and Central: each station draws eighteen numbers, the eighth prize first. */
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
/** North: twenty-seven numbers are drawn, the first prize first and the special prize last. */
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
  // Lô tô uses the numbers of the North on the same day.
  [product.loto]: northern_numbers,
  [product.max4d]: [digits('first', 1, 4), digits('second', 2, 4), digits('third', 3, 4)],
}

/**
 * The groups of a result in printed order.
 * @param series_count number of series signs in the North: 6, or 8 on the first day of a lunar month
 */
export function drawShape(category: Product, series_count = 6): readonly DrawGroup[] {
  if (category !== product.north) return shapes[category]
  const [special, ...rest] = northern_numbers
  return [special!, group('series', series_count, { is_series: true }), ...rest]
}

/** The numbers of a draw by group, in drawn order; strings, because leading zeros matter. */
export type DrawnNumbers = Partial<Record<DrawKey, readonly string[]>>

/** The operator's published winners by tier, with đồng for each winner; amount 0 where the prize table has the amount. */
export type PublishedTiers = Readonly<Record<string, { winners: number; amount: number }>>

/** The complete result of one draw. */
export interface DrawResult {
  numbers: DrawnNumbers
  published: PublishedTiers
}

/** A tier whose amount or number of winners is published by the operator; a published amount overrides the prize table. */
interface PublishedTier {
  /** The key in PublishedTiers and in the prize table. */
  tier: string
  label: string
  /**
   * always: published with every draw; split: when the jackpot of Lotto 5/35 is split; capped: when so many won in Keno that they share the maximum;
   * counted: only the number of winners, because the prize table has the amount.
   */
  when: 'always' | 'split' | 'capped' | 'counted'
}

const always = (tier: string, label: string): PublishedTier => ({ tier, label, when: 'always' })
const countedTiers = (['first', 'second', 'third'] as const).map((tier): PublishedTier => ({
  tier,
  label: labels[tier],
  when: 'counted',
}))
const published: Partial<Record<Product, readonly PublishedTier[]>> = {
  [product.mega645]: [always('jackpot', 'Jackpot'), ...countedTiers],
  [product.power655]: [always('jackpot1', 'Jackpot 1'), always('jackpot2', 'Jackpot 2'), ...countedTiers],
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

/** The tiers that are entered beside the numbers of a result; empty where the prize table has all amounts. */
export function publishedTiers(category: Product): readonly PublishedTier[] {
  return published[category] ?? []
}
