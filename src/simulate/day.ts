/** Generates a day of a Vietnamese lottery business by seed: who buys what, where and when, and how the order ends. */
import { handling, type Handling } from '#features/orders/order/order.contract.ts'
import { product, type Product } from '#features/results/product/product.contract.ts'
import { basket } from './basket.ts'
import { openChance, type Chance } from './chance.ts'
import type { Customer, Market, Sale, Pos, Source, PlannedOrder } from './market.ts'

/** Relative number of orders by hour from midnight: peaks in the morning, before the southern draw and in the evening. */
const by_hour = [0, 0, 0, 0, 0, 2, 6, 9, 10, 10, 9, 8, 6, 7, 10, 12, 8, 9, 6, 7, 6, 3, 1, 0] as const
const busiest = Math.max(...by_hour)
const [opening, closing] = [5.5 * 3_600, 22 * 3_600]

/** Relative weight of each product. */
const popularity: Readonly<Record<Product, number>> = {
  [product.south]: 30,
  [product.central]: 11,
  [product.north]: 11,
  [product.keno]: 16,
  [product.power655]: 10,
  [product.mega645]: 9,
  [product.lotto535]: 6,
  [product.bingo18]: 5,
  [product.loto]: 3,
  [product.max3d]: 2,
  [product.max3d_pro]: 2,
  [product.than_tai4]: 0.7,
  [product.dt123]: 0.6,
  [product.dt6x36]: 0.5,
  [product.max4d]: 0,
}
/** Weight of a draw on a later day relative to one today. */
const later_share = 0.2
const late_share = 0.012

/** The orders of a day, sorted by time, none after `until`. */
export function dayOf(
  seed: string,
  market: Market,
  { orders, until = closing }: { orders: number; until?: number },
): PlannedOrder[] {
  const chance = openChance(seed)
  const [hours, choices] = [chance.of('hours'), chance.of('choices')]
  const kinds = byCategory(market.sales)
  if (kinds.length === 0) return []
  const moments = Array.from({ length: orders }, () => {
    const sales = choices.weighted(kinds, ({ weight }) => weight).sales
    const sale = choices.weighted(sales, ({ until: sale_end }) => (sale_end < 86_400 ? 1 : later_share))
    return { sale, at: momentFor(hours, sale) }
  })
  return moments
    .filter(({ at }) => at < until)
    .toSorted((one, other) => one.at - other.at)
    .flatMap(({ sale, at }, n) => planOrder(chance.of(`wish ${n}`), market, { sale, at, n }))
}

/** Plans an order at this moment, preferring draws that close soon; null when no draw is on sale. */
export function planOrderAt(chance: Chance, market: Market, { at, n }: { at: number; n: number }): PlannedOrder | null {
  const open = market.sales.filter(({ from, until }) => from <= at && at < until)
  const kinds = byCategory(open)
  if (kinds.length === 0) return null
  const sales = chance.weighted(kinds, ({ weight }) => weight).sales
  const sale = chance.weighted(sales, ({ until }) => 0.2 + Math.exp((at - until) / 3_600))
  return planOrder(chance.of(`wish ${n}`), market, { sale, at, n })[0] ?? null
}

/** Order rate at a moment relative to the busiest hour, from 0 to 1. */
export function busyness(second: number): number {
  return (by_hour[Math.floor(second / 3_600) % 24] ?? 0) / busiest
}

function byCategory(sales: readonly Sale[]): { weight: number; sales: Sale[] }[] {
  const kinds = new Map<Product, Sale[]>()
  for (const sale of sales) kinds.set(sale.category, [...(kinds.get(sale.category) ?? []), sale])
  return [...kinds].map(([category, of_kind]) => ({
    weight: popularity[category] * (of_kind.some(({ until }) => until < 86_400) ? 1 : later_share),
    sales: of_kind,
  }))
}

/** Most orders for a draw come in its last hour, some follow the hours of the day, and a few come too late. */
function momentFor(chance: Chance, { from, until }: Sale): number {
  const [first_second, last_second] = [Math.max(from, opening), Math.min(until, closing)]
  if (until <= closing && chance.happens(late_share)) return Math.floor(until + chance.between(1, 90))
  if (until <= closing && chance.happens(0.55)) {
    const second = until - 20 - chance.gap(2_700)
    if (second > first_second) return Math.floor(second)
  }
  for (let tries = 0; tries < 30; tries++) {
    const second = first_second + chance.next() * (last_second - first_second)
    if (chance.happens(busyness(second))) return Math.floor(second)
  }
  return Math.floor(first_second + chance.next() * (last_second - first_second))
}

function planOrder(
  chance: Chance,
  market: Market,
  { sale, at, n }: { sale: Sale; at: number; n: number },
): PlannedOrder[] {
  const pos = chance.weighted(market.all_pos, ({ weight }) => weight)
  const customer = customerAt(chance, market.customers, pos)
  const goods = basket(chance.of('basket'), sale, customer?.is_vip ?? false)
  if (!goods) return []
  // All of these draw from one random sequence, so their order determines the result.
  const order = { n, at, pos, customer, sale, goods, handling: handlingOf(chance, sale, pos, customer) }
  return [{ ...order, source: sourceOf(chance, pos, customer), ...endOf(chance, pos) }]
}

/** App orders are printed or kept by staff; at a counter a known customer may leave the ticket there. */
function handlingOf(chance: Chance, { area_id }: Sale, { is_app }: Pos, customer: Customer | null): Handling {
  if (is_app) return area_id !== null && chance.happens(0.8) ? handling.held : handling.online
  return customer && area_id !== null && chance.happens(0.1) ? handling.held : handling.device
}

/** Most customers at a counter are anonymous; app users are known. */
function customerAt(chance: Chance, customers: readonly Customer[], pos: Pos): Customer | null {
  if (customers.length === 0 || (!pos.is_app && chance.happens(0.72))) return null
  return chance.weighted(customers, ({ weight }) => weight)
}

function sourceOf(chance: Chance, pos: Pos, customer: Customer | null): Source {
  if (!customer) return 'POS'
  const shares = pos.is_app ? in_app : at_counter
  return chance.weighted(shares, ([, share]) => share)[0]
}

const in_app: readonly (readonly [Source, number])[] = [
  ['WALLET', 52],
  ['MOMO', 22],
  ['ZALOPAY', 9],
  ['VNPAY', 8],
  ['VIETTEL', 5],
  ['BANK', 4],
]
/** A till cannot charge wallets, because the customer's consent could not be proved. */
const at_counter: readonly (readonly [Source, number])[] = [
  ['POS', 78],
  ['MOMO', 16],
  ['VNPAY', 6],
]

/** Counter orders are paid at once; some app orders are cancelled, and some are never paid. */
function endOf(chance: Chance, { is_app }: Pos): Pick<PlannedOrder, 'end' | 'after'> {
  const luck = chance.next()
  if (luck < (is_app ? 0.05 : 0.012)) return { end: 'cancel', after: chance.between(30, 300) }
  if (luck < (is_app ? 0.09 : 0.016)) return { end: 'forget', after: 0 }
  return { end: 'pay', after: is_app ? chance.between(12, 150) : chance.between(3, 20) }
}
