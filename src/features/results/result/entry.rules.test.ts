import { describe, expect, test } from 'vitest'
import { product } from '#features/results/product/product.contract.ts'
import { sheets } from '../../../testing/sheets.ts'
import { differencesOf, numberFaults, seriesCount } from './entry.rules.ts'
import { similarityFindings } from './similarity.rules.ts'
import { isLunarFirst } from './lunar.rules.ts'
import { lottoShares, publishedFindings } from './published.rules.ts'

describe('the numbers of a result', () => {
  const faults = (category: Parameters<typeof numberFaults>[0], numbers: object) =>
    numberFaults(category, '2026-08-15', numbers).map(({ message }) => message)

  test('of a published sheet have no errors', () => {
    expect(faults(product.south, sheets.hcm)).toEqual([])
    expect(faults(product.south, sheets.cm)).toEqual([])
  })

  test('have errors for missing numbers, missing digits and groups of another product', () => {
    expect(faults(product.south, { ...sheets.hcm, third: ['55129'], eighth: ['3'] })).toEqual([
      'Giải ba có 1 số',
      'Giải tám không đúng: 3',
    ])
    expect(faults(product.mega645, { main: ['03', '09', '17', '22', '27', '32'], extra: ['05'] })).toEqual([
      'Sản phẩm này không quay nhóm số này',
    ])
  })

  test('must be distinct and in their pool, and the special ball of Power must differ from the others', () => {
    const main = ['03', '03', '17', '22', '27', '56']
    expect(faults(product.power655, { main, extra: ['17'] })).toEqual([
      'Bộ số, số 2: 03 có hai lần',
      'Bộ số, số 6 không đúng: 56',
      'Số đặc biệt 17 đã có trong bộ số',
    ])
    expect(faults(product.lotto535, { main: ['01', '02', '03', '04', '05'], extra: ['05'] })).toEqual([])
    expect(faults(product.bingo18, { main: ['7', '5', '5'] })).toEqual(['Bộ số, số 1 không đúng: 7'])
  })
})

test('a lunar month begins on the day of the new moon', () => {
  for (const day of ['2024-02-10', '2025-01-29', '2025-07-25', '2026-02-17', '2026-08-13', '2030-02-02'])
    expect(isLunarFirst(day), day).toBe(true)
  for (const day of ['2026-02-16', '2026-02-18', '2026-01-17']) expect(isLunarFirst(day), day).toBe(false)
  expect([seriesCount('2026-02-17'), seriesCount('2026-01-17')]).toEqual([8, 6])
  // Every lunar month has 29 or 30 days.
  const days = Array.from({ length: 3_000 }, (_, n) => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10))
  const firsts = days.flatMap((day, n) => (isLunarFirst(day) ? [n] : []))
  for (const [n, dayIndex] of firsts.slice(1).entries()) expect([29, 30]).toContain(dayIndex - firsts[n]!)
})

test('the differences of two entries are found, including amounts', () => {
  const where = { category: product.mega645, open_date: '2026-06-10', mode: 'whole' } as const
  const main = ['03', '09', '17', '22', '27', '32']
  const first = { numbers: { main }, published: { jackpot: { winners: 1, amount: 23_970_104_000 } } }
  const second = {
    numbers: { main: main.with(5, '33') },
    published: { jackpot: { winners: 0, amount: 23_970_104_000 } },
  }
  expect(differencesOf(where, first, second)).toEqual([
    { key: 'main', label: 'Bộ số, số 6', index: 5, first: '32', second: '33' },
    { key: 'jackpot', label: 'Jackpot, số giải', index: 1, first: '1', second: '0' },
  ])
  expect(differencesOf({ ...where, mode: 'special' }, first, second)).toHaveLength(1)
})

describe('published amounts', () => {
  const billion = 1_000_000_000
  const jackpot = (amount: number, winners = 0) => ({ jackpot: { amount, winners } })
  const rules = (...input: Parameters<typeof publishedFindings>) => publishedFindings(...input).map(({ rule }) => rule)

  test('of a jackpot have a minimum, do not fall while nobody wins, and restart after a win', () => {
    expect(rules(product.mega645, jackpot(23_970_104_000, 1), jackpot(22 * billion))).toEqual([])
    expect(rules(product.mega645, jackpot(1.2 * billion), null)).toEqual(['Jackpot tối thiểu 12.000.000.000 đ'])
    expect(rules(product.mega645, jackpot(13 * billion), jackpot(23 * billion))[0]).toMatch(/không giảm/)
    expect(rules(product.mega645, jackpot(24 * billion), jackpot(23 * billion, 1))[0]).toMatch(/bắt đầu lại/)
    expect(rules(product.mega645, jackpot(13.39 * billion), jackpot(23_970_104_000, 1))).toEqual([])
    expect(rules(product.mega645, {}, null)).toEqual(['Vé trúng hạng này chưa tính được tiền thưởng'])
  })

  test('are refused for a tier whose amount is in the prize table', () => {
    const published = jackpot(23 * billion)
    expect(rules(product.mega645, { ...published, first: { winners: 41, amount: 0 } }, null)).toEqual([])
    const [finding] = publishedFindings(
      product.mega645,
      { ...published, first: { winners: 41, amount: 1_000_000 } },
      null,
    )
    expect(finding).toMatchObject({ level: 'error', key: 'first', message: 'Giải nhất 1.000.000 đ' })
  })

  test('of jackpot 1 of Power stop at 300 billion when jackpot 2 is won, as in draw #01018', () => {
    const won = { jackpot1: { amount: 300 * billion, winners: 0 }, jackpot2: { amount: 67_784_892_000, winners: 1 } }
    const before = { jackpot1: { amount: 340 * billion, winners: 0 }, jackpot2: { amount: 27 * billion, winners: 0 } }
    expect(rules(product.power655, won, before)).toEqual([])
    const above = { ...won, jackpot1: { amount: 345 * billion, winners: 0 } }
    expect(rules(product.power655, above, before)[0]).toMatch(/dừng ở 300.000.000.000/)
    // Two winners share the jackpot: the published amount is for each of them.
    const shared = {
      jackpot1: { amount: 344_987_346_900, winners: 1 },
      jackpot2: { amount: 3_999_297_050, winners: 2 },
    }
    expect(rules(product.power655, shared, null)).toEqual([])
  })

  test('of the jackpot of Lotto 5/35 are split as in draw #00734', () => {
    const winners = { first: 7, second: 88, third: 850, fourth: 2_769, fifth: 26_625 }
    const shares = { first: 1_207_597_143, second: 52_335_000, third: 5_400_000, fourth: 1_600_000, fifth: 185_000 }
    expect(lottoShares(24_994_035_000, winners)).toEqual(shares)
    const tiers = Object.fromEntries(
      Object.entries(winners).map(([tier, n]) => [tier, { winners: n, amount: shares[tier as keyof typeof shares] }]),
    )
    expect(rules(product.lotto535, { ...jackpot(24_994_035_000), ...tiers }, null)).toEqual([])
    const unequal = { ...tiers, third: { winners: 850, amount: 5_450_000 } }
    expect(rules(product.lotto535, { ...jackpot(24_994_035_000), ...unequal }, null)).toEqual([
      'Chia Độc đắc 24.994.035.000 đ thì mỗi giải là 5.400.000 đ',
    ])
  })

  test('of Keno share ten billion only among more winners than can be paid in full', () => {
    const tenOfTen = (winners: number, amount: number) => ({ '10_10': { winners, amount } })
    expect(rules(product.keno, tenOfTen(8, 1_250_000_000), null)).toEqual([])
    expect(rules(product.keno, tenOfTen(5, 2 * billion), null)).toHaveLength(1)
    expect(rules(product.keno, tenOfTen(8, 2 * billion), null)).toEqual(['Tổng không quá 10.000.000.000 đ một kỳ'])
  })
})

test('an old sheet is recognized; single numbers that the previous draw also had are reported', () => {
  const old = { period_code: 'HCM-20260815', day: '15/08/2026', numbers: sheets.hcm }
  expect(similarityFindings(product.south, sheets.cm, [old])).toEqual([])
  const nearly = { ...sheets.cm, fourth: sheets.hcm.fourth }
  expect(similarityFindings(product.south, nearly, [old]).map(({ index }) => index)).toContain(6)
  const [finding] = similarityFindings(product.south, { ...sheets.hcm, special: ['111111'] }, [old])
  expect(finding!.message).toBe('17 trong 18 số giống kỳ HCM-20260815 ngày 15/08/2026')
  const dice = { period_code: 'B', day: '01/01/2026', numbers: { main: ['5', '5', '2'] } }
  expect(similarityFindings(product.bingo18, dice.numbers, [dice])).toEqual([])
})
