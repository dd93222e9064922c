/** A day of a Vietnamese lottery business by a seed: who buys what, where, when, and how it ends. */
import { handling, type Handling } from '#features/orders/order/order.contract.ts'
import { product, type Product } from '#features/results/product/product.contract.ts'
import { basket } from './basket.ts'
import { openChance, type Chance } from './chance.ts'
import type { Customer, Market, Sale, Pos, Source, PlannedOrder } from './market.ts'

/** Orders of each hour from midnight on: the morning coffee, the last hour before the southern draw, the evening. */
const by_hour = [0, 0, 0, 0, 0, 2, 6, 9, 10, 10, 9, 8, 6, 7, 10, 12, 8, 9, 6, 7, 6, 3, 1, 0] as const
const busiest = Math.max(...by_hour)
const [opening, closing] = [5.5 * 3_600, 22 * 3_600]

/** How much of it is bought beside the others. */
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
/** A draw of another day is bought so much less than one of today. */
const later_share = 0.2
const late_share = 0.012

/** The orders of a day in the order of their moments, none after `until`. */
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
    const sale = choices.weighted(sales, (one) => (one.until < 86_400 ? 1 : later_share))
    return { sale, at: momentFor(hours, sale) }
  })
  return moments
    .filter(({ at }) => at < until)
    .toSorted((one, other) => one.at - other.at)
    .flatMap(({ sale, at }, n) => planOrder(chance.of(`wish ${n}`), market, { sale, at, n }))
}

/** What somebody wants at this moment: of what is open, rather what closes soon. Null when nothing is. */
export function planOrderAt(chance: Chance, market: Market, { at, n }: { at: number; n: number }): PlannedOrder | null {
  const open = market.sales.filter(({ from, until }) => from <= at && at < until)
  const kinds = byCategory(open)
  if (kinds.length === 0) return null
  const sales = chance.weighted(kinds, ({ weight }) => weight).sales
  const sale = chance.weighted(sales, ({ until }) => 0.2 + Math.exp((at - until) / 3_600))
  return planOrder(chance.of(`wish ${n}`), market, { sale, at, n })[0] ?? null
}

/** How busy a moment of the day is beside the busiest hour. */
export function busyness(at: number): number {
  return (by_hour[Math.floor(at / 3_600) % 24] ?? 0) / busiest
}

function byCategory(sales: readonly Sale[]): { weight: number; sales: Sale[] }[] {
  const kinds = new Map<Product, Sale[]>()
  for (const sale of sales) kinds.set(sale.category, [...(kinds.get(sale.category) ?? []), sale])
  return [...kinds].map(([category, of]) => ({
    weight: popularity[category] * (of.some(({ until }) => until < 86_400) ? 1 : later_share),
    sales: of,
  }))
}

/** Most come in the last hour before a draw of this day, some by the hour of the day, and a few too late. */
function momentFor(chance: Chance, { from, until }: Sale): number {
  const [first, last] = [Math.max(from, opening), Math.min(until, closing)]
  if (until <= closing && chance.happens(late_share)) return Math.floor(until + chance.between(1, 90))
  if (until <= closing && chance.happens(0.55)) {
    const at = until - 20 - chance.gap(2_700)
    if (at > first) return Math.floor(at)
  }
  for (let tries = 0; tries < 30; tries++) {
    const at = first + chance.next() * (last - first)
    if (chance.happens(busyness(at))) return Math.floor(at)
  }
  return Math.floor(first + chance.next() * (last - first))
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
  // Each draws from the same row of chances, in this order.
  const order = { n, at, pos, customer, sale, goods, handling: handlingOf(chance, sale, pos, customer) }
  return [{ ...order, source: sourceOf(chance, pos, customer), ...endOf(chance, pos) }]
}

/** The app's tickets are printed by staff or kept; at a counter somebody who is known may leave the ticket there. */
function handlingOf(chance: Chance, { area_id }: Sale, { is_app }: Pos, customer: Customer | null): Handling {
  if (is_app) return area_id !== null && chance.happens(0.8) ? handling.held : handling.online
  return customer && area_id !== null && chance.happens(0.1) ? handling.held : handling.device
}

/** At the counter most stay unknown; who uses the app is a customer with a name. */
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
/** A till takes no money from wallets: nobody could show that the customer agreed. */
const at_counter: readonly (readonly [Source, number])[] = [
  ['POS', 78],
  ['MOMO', 16],
  ['VNPAY', 6],
]

/** Who stands at a counter pays at once; in the app some think again, and some forget. */
function endOf(chance: Chance, { is_app }: Pos): Pick<PlannedOrder, 'end' | 'after'> {
  const luck = chance.next()
  if (luck < (is_app ? 0.05 : 0.012)) return { end: 'cancel', after: chance.between(30, 300) }
  if (luck < (is_app ? 0.09 : 0.016)) return { end: 'forget', after: 0 }
  return { end: 'pay', after: is_app ? chance.between(12, 150) : chance.between(3, 20) }
}
