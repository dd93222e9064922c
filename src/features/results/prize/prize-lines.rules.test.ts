/** Compares the rules with a second implementation, which lists every line of a board and every prize of a draw. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ticketPlay } from '#features/results/product/game.rules.ts'
import { product, type Product } from '#features/results/product/product.contract.ts'
import { drawShape, type DrawnNumbers } from '#features/results/result/draw-shape.rules.ts'
import { balls, both, decided, digits, pool, tally } from '../../../testing/prize-models.ts'

/** All combinations of k of these. */
function* choices<T>(items: readonly T[], k: number): Generator<T[]> {
  if (k === 0) yield []
  else
    for (const [index, item] of items.entries())
      for (const rest of choices(items.slice(index + 1), k - 1)) yield [item, ...rest]
}

/** All lines of a system. */
const linesOf = (picked: string[], draws: number, to: number) =>
  picked.length < draws
    ? pool(to)
        .filter((item) => !picked.includes(item))
        .map((item) => [...picked, item])
    : [...choices(picked, draws)]

test('a system of Mega or Power wins what its lines win', () => {
  for (const [category, to] of [
    [product.mega645, 45],
    [product.power655, 55],
  ] as const)
    fc.assert(
      fc.property(
        balls(7, to),
        fc.integer({ min: 5, max: 9 }),
        fc.integer({ min: 0, max: 6 }),
        fc.boolean(),
        fc.nat(),
        (seven, size, hits, with_extra, shift) => {
          const main = seven.slice(0, 6)
          const extra = seven.slice(6)
          const misses = pool(to).filter((number) => !seven.includes(number))
          const picked = [...main.slice(0, Math.min(hits, size)), ...(with_extra ? extra : [])].slice(0, size)
          for (let n = 0; picked.length < size; n++) picked.push(misses[(shift + n) % misses.length]!)
          picked.sort()
          const lines = linesOf(picked, 6, to)
          const expected = tally(
            lines.map((line) => {
              const matches = both(line, main)
              if (category === product.mega645)
                return [null, null, null, 'third', 'second', 'first', 'jackpot'][matches]!
              if (matches === 5 && both(line, extra) === 1) return 'jackpot2'
              return [null, null, null, 'third', 'second', 'first', 'jackpot1'][matches]!
            }),
          )
          const draw = category === product.mega645 ? { main } : { main, extra }
          const line = {
            play_type: category * 100 + size,
            numbers: picked.join(' '),
            series: null,
            quantity: lines.length,
          }
          expect(decided(category, draw, line)).toEqual(expected)
        },
      ),
    )
})

test('a board of Lotto 5/35 wins what each main line with each special number wins', () => {
  fc.assert(
    fc.property(
      balls(5, 35),
      balls(1, 12),
      balls(8, 35),
      balls(4, 12),
      fc.integer({ min: 4, max: 8 }),
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 1, max: 4 }),
      (main, extra, any_main, any_special, size, hits, specials) => {
        const picked = [...new Set([...main.slice(0, Math.min(hits, size)), ...any_main])].slice(0, size).sort()
        if (picked.length < size) return
        const special = (size === 5 ? any_special.slice(0, specials) : any_special.slice(0, 1)).sort()
        const lines = linesOf(picked, 5, 35).flatMap((line) => special.map((number) => [line, number] as const))
        const expected = tally(
          lines.map(([line, number]) => {
            const matches = both(line, main)
            if (number === extra[0])
              return ['consolation', 'consolation', 'consolation', 'fourth', 'second', 'jackpot'][matches]!
            return [null, null, null, 'fifth', 'third', 'first'][matches]!
          }),
        )
        const play = special.length > 1 ? 20 + special.length : size
        const numbers = `${picked.join(' ')} | ${special.join(' ')}`
        const line = { play_type: product.lotto535 * 100 + play, numbers, series: null, quantity: lines.length }
        expect(decided(product.lotto535, { main, extra }, line)).toEqual(expected)
      },
    ),
  )
})

const triplet_tiers = ['special', 'first', 'second', 'third'] as const
const tripletDraw = fc
  .tuple(...[2, 4, 6, 8].map((count) => fc.array(digits(3, '012'), { minLength: count, maxLength: count })))
  .map((rows): DrawnNumbers => Object.fromEntries(triplet_tiers.map((tier, index) => [tier, rows[index]!])))
const ordersOf = (triplet: string) => {
  const [a, b, c] = triplet as unknown as [string, string, string]
  return [...new Set([a + b + c, a + c + b, b + a + c, b + c + a, c + a + b, c + b + a])]
}
const highestOfPair = (draw: DrawnNumbers, a: string, b: string): string | null => {
  const all = triplet_tiers.flatMap((tier) => draw[tier]!)
  for (const tier of triplet_tiers) if (draw[tier]!.includes(a) && draw[tier]!.includes(b)) return tier
  if (all.includes(a) && all.includes(b)) return 'any'
  if (!all.includes(a) && !all.includes(b)) return null
  return [a, b].some((number) => draw.special!.includes(number)) ? 'one_special' : 'one_other'
}

test('a board of Max 3D wins what its lines win: basic, all orders, star and pairs', () => {
  fc.assert(
    fc.property(
      tripletDraw,
      digits(3, '012'),
      digits(3, '012'),
      fc.integer({ min: 0, max: 2 }),
      (draw, a, b, starIndex) => {
        const winsOf = (lines: string[]) =>
          tally(
            lines.flatMap((line) =>
              triplet_tiers.flatMap((tier) => draw[tier]!.filter((number) => number === line).map(() => tier)),
            ),
          )
        const outcome = (play: number, numbers: string, quantity: number) =>
          decided(product.max3d, draw, { play_type: product.max3d * 100 + play, numbers, series: null, quantity })
        expect(outcome(1, a, 1)).toEqual(winsOf([a]))
        // A triplet of equal digits has only one order, and cannot be sold with all orders.
        const mixed = ordersOf(a).length > 1 ? a : '012'
        expect(outcome(2, mixed, ordersOf(mixed).length)).toEqual(winsOf(ordersOf(mixed)))
        const star = a.slice(0, starIndex) + '*' + a.slice(starIndex + 1)
        expect(outcome(3, star, 10)).toEqual(winsOf([...'0123456789'].map((digit) => star.replace('*', digit))))
        if (a === b) return
        const tier = highestOfPair(draw, a, b)
        expect(outcome(4, [a, b].sort().join(' '), 1)).toEqual(tier === null ? {} : { [`plus_${tier}`]: 1 })
      },
    ),
  )
})

test('a board of Max 3D Pro wins what its ordered pairs win', () => {
  const tierOf = (draw: DrawnNumbers, a: string, b: string) => {
    const tier = highestOfPair(draw, a, b)
    if (tier !== 'special') return tier
    return a === draw.special![0] ? 'special' : 'special_reversed'
  }
  fc.assert(
    fc.property(tripletDraw, fc.uniqueArray(digits(3, '0123'), { minLength: 3, maxLength: 9 }), (draw, picked) => {
      const check = (play: number, numbers: string[], pairs: [string, string][]) =>
        expect(
          decided(product.max3d_pro, draw, {
            play_type: product.max3d_pro * 100 + play,
            numbers: numbers.join(' '),
            series: null,
            quantity: pairs.length,
          }),
        ).toEqual(tally(pairs.map(([a, b]) => tierOf(draw, a, b))))
      const [a, b] = picked as [string, string]
      check(2, [a, b], [[a, b]])
      check(
        picked.length,
        picked.toSorted(),
        picked.flatMap((one) => picked.flatMap((other): [string, string][] => (one === other ? [] : [[one, other]]))),
      )
      const pairs = ordersOf(a).flatMap((one) => ordersOf(b).map((other): [string, string] => [one, other]))
      if (!ordersOf(a).includes(b) && pairs.length > 1) check(30, [a, b], pairs)
    }),
  )
})

test('a ticket of the South or the North wins what a comparison digit by digit finds', () => {
  const sheet = (category: Product) =>
    fc.record(
      Object.fromEntries(
        drawShape(category).map(({ key, count, digits: length }) => [
          key,
          fc.array(length === undefined ? fc.constantFrom('1AN', '2AN', '3AN') : digits(length, '01'), {
            minLength: count,
            maxLength: count,
          }),
        ]),
      ),
    ) as fc.Arbitrary<DrawnNumbers>
  const small = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'] as const
  const endings = (draw: DrawnNumbers, number: string) =>
    small.flatMap((tier) =>
      (draw[tier] ?? []).filter((drawn_number) => number.endsWith(drawn_number)).map((): string => tier),
    )
  fc.assert(
    fc.property(sheet(product.south), digits(6, '01'), (draw, number) => {
      const special = draw.special![0]!
      const misses = [...number].flatMap((digit, index) => (digit === special[index] ? [] : index))
      const neighbour =
        misses.length === 0 ? 'special' : misses.length > 1 ? null : misses[0] === 0 ? 'special_extra' : 'consolation'
      const line = { play_type: ticketPlay.single, numbers: number, series: null, quantity: 1 }
      expect(decided(product.south, draw, line)).toEqual(tally([neighbour, ...endings(draw, number)]))
    }),
  )
  fc.assert(
    fc.property(sheet(product.north), digits(5, '01'), fc.constantFrom('1AN', '4AN', null), (draw, number, series) => {
      const special = draw.special![0]!
      const top = number !== special ? null : draw.series!.includes(series!) ? 'special' : 'special_extra'
      const consolation = number.slice(-2) === special.slice(-2) ? 'consolation' : null
      const line = { play_type: ticketPlay.single, numbers: number, series, quantity: 1 }
      expect(decided(product.north, draw, line)).toEqual(tally([top, consolation, ...endings(draw, number)]))
    }),
  )
})
