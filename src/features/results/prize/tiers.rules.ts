/** The tiers of each product in printed order, with their names; their keys are those of the prize tables. */
import { product, type Product } from '#features/results/product/product.contract.ts'
import type { Win } from './win.rules.ts'

interface Tier {
  tier: string
  label: string
  /** The matches that the tier needs, for games of balls: '5 số + ĐB'. */
  matched?: string
}

const tier = (key: string, label: string, matched?: string): Tier => ({ tier: key, label, ...(matched && { matched }) })
const small = [
  tier('first', 'Giải nhất'),
  tier('second', 'Giải nhì'),
  tier('third', 'Giải ba'),
  tier('fourth', 'Giải tư'),
  tier('fifth', 'Giải năm'),
  tier('sixth', 'Giải sáu'),
  tier('seventh', 'Giải bảy'),
]
const special = tier('special', 'Giải đặc biệt')
const special_extra = tier('special_extra', 'Phụ đặc biệt')
const consolation = tier('consolation', 'Khuyến khích')
const southern = [special, ...small, tier('eighth', 'Giải tám'), special_extra, consolation]
const top_three = small.slice(0, 3)
const fewer = top_three.map(({ tier: key, label }, index) => tier(key, label, `${5 - index} số`))
const lotto_matched = ['5 số', '4 số + ĐB', '4 số', '3 số + ĐB', '3 số']
const matches = (from: number, to: number) => range(from, to).map((n) => tier(`match_${n}`, `Trùng ${n} số`))

const pairs = (base: readonly Tier[], mark = '') =>
  base.map(({ tier: key, label }) => tier(`${mark}${key}`, `${label}, hai bộ số`))
const singles = (mark = '') => [
  tier(`${mark}any`, 'Hai bộ số bất kỳ trong 20 bộ'),
  tier(`${mark}one_special`, 'Một bộ số giải đặc biệt'),
  tier(`${mark}one_other`, 'Một bộ số giải nhất, nhì hoặc ba'),
]

const kenoBoards = range(1, 10)
  .toReversed()
  .flatMap((played) =>
    range(0, played)
      .toReversed()
      .map((matched) => tier(`${played}_${matched}`, `Bậc ${played} trùng ${matched}`)),
  )

const tiers: Readonly<Record<Product, readonly Tier[]>> = {
  [product.north]: [special, special_extra, ...small, consolation],
  [product.central]: southern,
  [product.south]: southern,
  [product.mega645]: [tier('jackpot', 'Jackpot', '6 số'), ...fewer],
  [product.power655]: [tier('jackpot1', 'Jackpot 1', '6 số'), tier('jackpot2', 'Jackpot 2', '5 số + ĐB'), ...fewer],
  [product.max3d]: [special, ...top_three, ...pairs([special, ...top_three], 'plus_'), ...singles('plus_')],
  [product.max3d_pro]: [
    tier('special', 'Giải đặc biệt'),
    tier('special_reversed', 'Giải phụ đặc biệt'),
    ...pairs(top_three),
    ...singles(),
  ],
  [product.lotto535]: [
    tier('jackpot', 'Độc đắc', '5 số + ĐB'),
    ...lotto_matched.map((matched, index) => ({ ...small[index]!, matched })),
    tier(consolation.tier, consolation.label, 'ĐB'),
  ],
  [product.keno]: [
    ...kenoBoards,
    tier('size_13', 'Lớn – Nhỏ: từ 13 số'),
    tier('size_11', 'Lớn – Nhỏ: 11, 12 số'),
    tier('size_draw', 'Lớn – Nhỏ: hòa'),
    tier('parity_15', 'Chẵn – Lẻ: từ 15 số'),
    tier('parity_13', 'Chẵn – Lẻ: 13, 14 số'),
    tier('parity_11', 'Chẵn – Lẻ: 11, 12 số'),
    tier('parity_draw', 'Chẵn – Lẻ: hòa'),
  ],
  [product.bingo18]: [
    ...[1, 2, 3].map((times) => tier(`one_${times}`, `Một số, xuất hiện ${times} lần`)),
    tier('double', 'Hai số trùng'),
    tier('triple', 'Ba số trùng'),
    tier('any_triple', 'Ba số trùng bất kỳ'),
    ...range(3, 18).map((sum) => tier(`sum_${sum}`, `Tổng ${sum}`)),
    tier('size_small', 'Nhỏ (3 – 9)'),
    tier('size_draw', 'Hòa (10 – 11)'),
    tier('size_big', 'Lớn (12 – 18)'),
  ],
  [product.dt6x36]: matches(3, 6).toReversed(),
  [product.dt123]: ['123', '23', '13', '12', '3', '2', '1'].map((right) =>
    tier(`match_${right}`, `Trùng bộ ${[...right].join(', ')} chữ số`),
  ),
  [product.than_tai4]: [tier('match_4', 'Trùng 4 số'), ...[3, 2].map((n) => tier(`match_${n}`, `Trùng ${n} số cuối`))],
  [product.loto]: [2, 3, 4].map((n) => tier(`loto_${n}`, `Lô tô ${n} số, mỗi lần trùng`)),
  // Not sold any more, but old draws exist.
  [product.max4d]: [],
}

/** The tiers of a product in printed order. */
export function tiersOf(category: Product): readonly Tier[] {
  return tiers[category]
}

/** The Vietnamese name of a tier. */
export function tierLabel(category: Product, key: string): string {
  return tiers[category].find((candidate) => candidate.tier === key)?.label ?? key
}

/** The won tiers as text, highest first: 'Giải ba + Giải tám', '12 × Giải ba'. */
export function winText(category: Product, wins: readonly Win[]): string {
  const order = (key: string) => tiers[category].findIndex((candidate) => candidate.tier === key)
  return wins
    .toSorted((a, b) => order(a.tier) - order(b.tier))
    .map(({ tier: key, count }) => `${count > 1 ? `${count} × ` : ''}${tierLabel(category, key)}`)
    .join(' + ')
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
