/** Compares the rules of single numbers with a second implementation, which checks each number. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { product, type Product } from '#features/results/product/product.contract.ts'
import { balls, both, decided, digits } from '../../../testing/prize-models.ts'

test('boards of Keno win by their hits, and side bets by a count of the numbers', () => {
  const bets = ['Lớn', 'Nhỏ', 'Hòa'] as const
  fc.assert(
    fc.property(
      balls(20, 80),
      balls(10, 80),
      fc.integer({ min: 1, max: 10 }),
      fc.integer({ min: 1, max: 9 }),
      (main, any, size, stake) => {
        const outcome = (play: number, numbers: string) =>
          decided(
            product.keno,
            { main },
            { play_type: product.keno * 100 + play, numbers, series: null, quantity: stake },
          )
        const picked = any.slice(0, size)
        expect(outcome(size, picked.join(' '))).toEqual({ [`${size}_${both(picked, main)}`]: stake })
        const big = main.filter((number) => number >= '41').length
        const even = main.filter((number) => '02468'.includes(number[1]!)).length
        const sizeTier = (count: number) => (count > 12 ? 'size_13' : count > 10 ? 'size_11' : null)
        const expected = [sizeTier(big), sizeTier(20 - big), big === 10 ? 'size_draw' : null]
        expect(bets.map((bet) => Object.keys(outcome(11, bet))[0] ?? null)).toEqual(expected)
        const parityTier = (count: number) => (count > 14 ? 'parity_15' : count > 12 ? 'parity_13' : null)
        const eleven = (count: number) => ([11, 12].includes(count) ? 'parity_11' : null)
        expect(
          ['Chẵn', 'Lẻ', 'Hòa', 'Chẵn 11-12', 'Lẻ 11-12'].map((bet) => Object.keys(outcome(12, bet))[0] ?? null),
        ).toEqual([
          parityTier(even),
          parityTier(20 - even),
          even === 10 ? 'parity_draw' : null,
          eleven(even),
          eleven(20 - even),
        ])
      },
    ),
  )
})

test('bets of Bingo18 win by a count of the faces, in every possible draw', () => {
  const faces = [...'123456']
  for (const a of faces)
    for (const b of faces)
      for (const c of faces) {
        const main = [a, b, c]
        const tierOf = (play: number, numbers: string) =>
          Object.keys(
            decided(
              product.bingo18,
              { main },
              { play_type: product.bingo18 * 100 + play, numbers, series: null, quantity: 1 },
            ),
          )[0] ?? null
        const text = main.join('')
        const times = (face: string) => text.split(face).length - 1
        const sum = Number(a) + Number(b) + Number(c)
        expect(faces.map((face) => tierOf(1, face))).toEqual(
          faces.map((face) => (times(face) > 0 ? `one_${times(face)}` : null)),
        )
        expect(faces.map((face) => tierOf(2, `${face} ${face}`))).toEqual(
          faces.map((face) => (times(face) > 1 ? 'double' : null)),
        )
        expect(faces.map((face) => tierOf(3, `${face} ${face} ${face}`))).toEqual(
          faces.map((face) => (text === face.repeat(3) ? 'triple' : null)),
        )
        expect(tierOf(4, 'Bất kỳ')).toBe(a === b && b === c ? 'any_triple' : null)
        expect([tierOf(5, String(sum)), tierOf(5, String(sum === 3 ? 4 : 3))]).toEqual([`sum_${sum}`, null])
        const sizes = { Nhỏ: sum < 10, Hòa: sum === 10 || sum === 11, Lớn: sum > 11 }
        const won = Object.entries(sizes).map(([bet, is_won]) => (tierOf(6, bet) !== null) === is_won)
        expect(won).toEqual([true, true, true])
      }
})

test('6x36, 1*2*3, Thần tài 4 and lô tô win what a comparison number by number finds', () => {
  const line = (category: Product, play: number, numbers: string) => ({
    play_type: category * 100 + play,
    numbers,
    series: null,
    quantity: 1,
  })
  fc.assert(
    fc.property(balls(6, 36), balls(6, 36), (main, picked) => {
      const hits = both(picked, main)
      const expected = hits < 3 ? {} : { [`match_${hits}`]: 1 }
      expect(decided(product.dt6x36, { main }, line(product.dt6x36, 6, picked.toSorted().join(' ')))).toEqual(expected)
    }),
  )
  const small = (length: number) => digits(length, '01')
  fc.assert(
    fc.property(small(1), small(2), small(3), small(1), small(2), small(3), (a, b, c, x, y, z) => {
      const draw = { first: [a], second: [b], third: [c] }
      const right = [a === x ? '1' : '', b === y ? '2' : '', c === z ? '3' : ''].join('')
      const expected = right === '' ? {} : { [`match_${right}`]: 1 }
      expect(decided(product.dt123, draw, line(product.dt123, 1, `${x} ${y} ${z}`))).toEqual(expected)
    }),
  )
  fc.assert(
    fc.property(small(4), small(4), (drawn, picked) => {
      const length = [4, 3, 2].find((count) => drawn.endsWith(picked.slice(4 - count)))
      const expected = length === undefined ? {} : { [`match_${length}`]: 1 }
      expect(decided(product.than_tai4, { main: [drawn] }, line(product.than_tai4, 1, picked))).toEqual(expected)
    }),
  )
  fc.assert(
    fc.property(
      fc.array(small(5), { minLength: 9, maxLength: 9 }),
      fc.array(small(2), { minLength: 4, maxLength: 4 }),
      small(4),
      fc.integer({ min: 2, max: 4 }),
      (long, seventh, any, count) => {
        const draw = { special: [long[0]!], second: long.slice(1), seventh, series: ['1AN'] }
        const picked = any.slice(0, count)
        const hits = [...long, ...seventh].filter((number) => number.slice(-count) === picked).length
        const expected = hits === 0 ? {} : { [`loto_${count}`]: hits }
        expect(decided(product.loto, draw, line(product.loto, count, picked))).toEqual(expected)
      },
    ),
  )
})
