/** The generator of a day's orders: deterministic by seed, realistic, and within the rules of the games. */
import { expect, test } from 'vitest'
import { checkBoard, play_types } from '#features/results/product/game.rules.ts'
import { isTraditional, product, type Product } from '#features/results/product/product.contract.ts'
import { openChance } from './chance.ts'
import { dayOf, planOrderAt } from './day.ts'
import type { Market, Sale, PlannedOrder } from './market.ts'

const hour = 3_600
const game = (category: Product, until: number, from = 0): Sale => ({
  category,
  period_id: 1,
  area_id: null,
  open_date: '2026-11-22',
  from,
  until,
  shelf: [],
})
const station = (category: Product, area_id: number, until: number): Sale => ({
  ...game(category, until),
  area_id,
  shelf: Array.from({ length: 200 }, (_, n) => ({
    number: String(n * 4_931).padStart(6, '0'),
    series: null,
    left: 20,
  })),
})

/** A new market for each day, because buying reduces its stock. */
function market(): Market {
  const games = Object.values(product).filter(
    (category) => !isTraditional(category) && category !== product.keno && category !== product.max4d,
  )
  return {
    all_pos: Array.from({ length: 12 }, (_, n) => ({
      device_code: `P2-${n}`,
      user_pos_id: n,
      is_app: n === 0,
      weight: n === 0 ? 6 : 1,
    })),
    customers: Array.from({ length: 60 }, (_, n) => ({
      msisdn: `849120${String(n).padStart(5, '0')}`,
      full_name: `Khách ${n}`,
      is_vip: n < 3,
      weight: 1 / (n + 3),
    })),
    sales: [
      station(product.south, 21, 16 * hour),
      station(product.south, 22, 16 * hour),
      station(product.central, 7, 17 * hour),
      station(product.north, 1, 18 * hour),
      ...games.map((category) => game(category, 17.75 * hour)),
      ...Array.from({ length: 119 }, (_, n) => game(product.keno, 6.1 * hour + n * 480, 6.1 * hour + (n - 1) * 480)),
    ],
  }
}

const longDay = (seed = 'bảy') => dayOf(seed, market(), { orders: 4_000 })

test('the same seed gives the same day, and another seed a different one', () => {
  expect(longDay()).toEqual(longDay())
  expect(longDay('tám')).not.toEqual(longDay())
})

test('every board keeps the rules of its game and has a known play type, over eleven products', () => {
  const known_types = new Set(play_types.map(({ play_type }) => play_type))
  const faults: unknown[] = []
  const played = new Set<Product>()
  for (const { goods } of longDay()) {
    if (!('category' in goods)) continue
    played.add(goods.category)
    for (const board of goods.boards) {
      const verdict = checkBoard(goods.category, board)
      if ('error' in verdict || !known_types.has(board.play_type)) faults.push([goods.category, board, verdict])
    }
  }
  expect(faults).toEqual([])
  expect(played.size).toBe(11)
})

test('southern tickets sell at their peak in the hour before the draw, and under 4 % of orders come too late', () => {
  const south = longDay().filter(({ goods }) => 'area_id' in goods && [21, 22].includes(goods.area_id))
  const between = (from: number, to: number) => south.filter(({ at }) => at >= from * hour && at < to * hour).length
  expect(between(15, 16)).toBeGreaterThan(2 * between(12, 13))
  expect(between(16, 24)).toBeGreaterThan(0)
  expect(between(16, 24)).toBeLessThan(south.length * 0.04)
})

test('an order paid by wallet or gateway has a customer, and one that staff print comes from the app', () => {
  const day = longDay()
  expect(day.filter(({ source, customer }) => source !== 'POS' && customer === null)).toEqual([])
  expect(day.filter(({ handling, pos }) => handling === 1 && !pos.is_app)).toEqual([])
})

test('only a few orders exceed what is left of a number', () => {
  const sold = new Map<string, number>()
  let exceeding = 0
  for (const { goods } of longDay()) {
    if (!('tickets' in goods)) continue
    for (const { number, quantity } of goods.tickets) {
      const key = `${goods.area_id}-${number}`
      const remaining = 20 - (sold.get(key) ?? 0)
      if (quantity > remaining) exceeding++
      else sold.set(key, 20 - remaining + quantity)
    }
  }
  expect(exceeding).toBeGreaterThan(0)
  expect(exceeding).toBeLessThan(60)
})

test('most orders are paid, some are cancelled, some forgotten', () => {
  const day = longDay()
  const share = (end: PlannedOrder['end']) => day.filter((order) => order.end === end).length / day.length
  expect(share('pay')).toBeGreaterThan(0.9)
  expect(share('cancel')).toBeGreaterThan(0.01)
  expect(share('forget')).toBeGreaterThan(0.01)
})

test('planOrderAt plans only what is on sale at that moment: in the evening Keno, at night nothing', () => {
  const chance = openChance('tối')
  const evening = Array.from({ length: 200 }, (_, n) => planOrderAt(chance, market(), { at: 20 * hour, n })!)
  expect(new Set(evening.map(({ sale }) => sale.category))).toEqual(new Set([product.keno]))
  expect(planOrderAt(chance, market(), { at: 23 * hour, n: 1 })).toBeNull()
})
