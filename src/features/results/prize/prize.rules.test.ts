import { describe, expect, test } from 'vitest'
import { ticketPlay } from '#features/results/product/game.rules.ts'
import { product, type Product } from '#features/results/product/product.contract.ts'
import { publishedTiers, type DrawnNumbers, type PublishedTiers } from '#features/results/result/draw-shape.rules.ts'
import { payOf, taxOn, type PrizeTable, type PrizeTax } from './pay.rules.ts'
import { decider } from './prize.rules.ts'
import { tiersOf, winText } from './tiers.rules.ts'

const million = 1_000_000
const table = (amounts: Record<string, number>): PrizeTable => ({ amounts, face_value: 10_000, flags: {} })
const southern = table({
  special: 2000 * million,
  first: 30 * million,
  second: 15 * million,
  third: 10 * million,
  fourth: 3 * million,
  fifth: million,
  sixth: 400_000,
  seventh: 200_000,
  eighth: 100_000,
  special_extra: 50 * million,
  consolation: 6 * million,
})
const northern = table({
  special: 500 * million,
  special_extra: 25 * million,
  first: 10 * million,
  second: 5 * million,
  third: million,
  fourth: 400_000,
  fifth: 200_000,
  sixth: 100_000,
  seventh: 40_000,
  consolation: 40_000,
})
const since_july_2026: PrizeTax = { threshold: 20 * million, rate: 1_000, per: 'ticket' }

const sheet_order = ['special', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'] as const
const sheet = (text: string): DrawnNumbers =>
  Object.fromEntries(text.split(';').map((row, index) => [sheet_order[index], row.trim().split(' ')]))

const hcm = sheet(
  '040589; 55672; 75464; 55129 28930; 44351 18954 65673 56983 75239 67899 82116; 7001; 8531 0599 7531; 729; 31',
)
const southern_draws: [string, DrawnNumbers][] = [
  ['TP.HCM 15/08/2026', hcm],
  [
    'Cà Mau 17/08/2026',
    sheet(
      '228853; 22244; 25262; 17700 12254; 84277 78255 70742 33979 75769 60727 76263; 7824; 7946 0004 0346; 406; 25',
    ),
  ],
  [
    'Bình Phước 17/01/2026',
    sheet(
      '053067; 82579; 47280; 47352 12191; 30452 59236 06769 02045 43858 46836 43890; 5662; 2351 8577 3130; 763; 30',
    ),
  ],
  [
    'Đà Nẵng 17/01/2026',
    sheet(
      '378347; 07644; 36582; 63688 16529; 23129 79841 34372 09399 58888 18273 10167; 3789; 5333 6848 7903; 209; 76',
    ),
  ],
]
const north: DrawnNumbers = {
  ...sheet(
    '09824; 38842; 57875 36581; 49247 00737 40091 36121 42248 11896; 9500 2888 8937 6589; 3615 3768 6201 0787 8994 0497; 800 491 957; 54 43 74 64',
  ),
  series: ['15AN', '6AN', '8AN', '1AN', '2AN', '3AN'],
}

interface Play {
  play: number
  numbers: string
  quantity?: number
  published?: PublishedTiers
}

/** A board of a game with these amounts. */
function boardPay(category: Product, draw: DrawnNumbers, amounts: PrizeTable, { play, numbers, ...rest }: Play) {
  const { quantity = 1, published = {} } = rest
  const outcomes = decider(category, draw, {})({ play_type: category * 100 + play, numbers, series: null, quantity })
  return payOf(outcomes, amounts, since_july_2026, { published, face_value: 10_000 }).gross
}

function ticketPay(draw: DrawnNumbers, numbers: string, quantity = 1, play_type: number = ticketPlay.single) {
  const outcomes = decider(product.south, draw, {})({ play_type, numbers, series: null, quantity })
  const pay = payOf(outcomes, southern, since_july_2026, { published: {}, face_value: 10_000 })
  return { ...pay, text: winText(product.south, pay.prizes) }
}

describe('tickets of South and Central', () => {
  test.each(southern_draws)('a whole issue of %s wins 11.565 prizes, 5.000.000.000 đ', (_, draw) => {
    const decide = decider(product.south, draw, {})
    const of_tier = new Map<string, number>()
    let gross = 0
    for (let number = 0; number < million; number++) {
      const numbers = String(number).padStart(6, '0')
      for (const { wins } of decide({ play_type: ticketPlay.single, numbers, series: null, quantity: 1 }))
        for (const { tier, count } of wins) {
          of_tier.set(tier, (of_tier.get(tier) ?? 0) + count)
          gross += southern.amounts[tier]! * count
        }
    }
    expect(Object.fromEntries(of_tier)).toEqual({
      special: 1,
      first: 10,
      second: 10,
      third: 20,
      fourth: 70,
      fifth: 100,
      sixth: 300,
      seventh: 1_000,
      eighth: 10_000,
      special_extra: 9,
      consolation: 45,
    })
    expect(gross).toBe(5_000 * million)
  })

  test.each([
    ['040589', 2000 * million, 'Giải đặc biệt'],
    ['140589', 50 * million, 'Phụ đặc biệt'],
    ['040588', 6 * million, 'Khuyến khích'],
    ['128531', 500_000, 'Giải sáu + Giải tám'],
    ['004753', 0, ''],
    // The first digit and one other digit differ.
    ['140588', 0, ''],
  ])('%s of TP.HCM 15/08/2026 wins %i', (number, gross, text) => {
    expect(ticketPay(hcm, number)).toMatchObject({ gross, text })
  })

  test('a group wins in each series, and a group with all ten first digits also wins the extra prizes', () => {
    expect(ticketPay(hcm, '040589', 11, ticketPlay.set).gross).toBe(11 * 2000 * million)
    expect(ticketPay(hcm, '40589', 110, ticketPlay.set)).toMatchObject({
      gross: 11 * 2000 * million + 99 * 50 * million,
      prizes: [
        { tier: 'special', count: 11, amount: 2000 * million },
        { tier: 'special_extra', count: 99, amount: 50 * million },
      ],
      // Each ticket is taxed separately: 198 million for the special prize, 3 million for each neighbour.
      tax: 11 * 198 * million + 99 * 3 * million,
    })
    expect(ticketPay(hcm, '40588', 110, ticketPlay.set).gross).toBe(11 * 6 * million)
    expect(ticketPay(hcm, '55672', 110, ticketPlay.set).gross).toBe(110 * 30 * million)
  })

  test('a ticket of another face value is paid in proportion', () => {
    const outcomes = decider(product.south, hcm, {})({ play_type: 1, numbers: '128531', series: null, quantity: 2 })
    const pay = payOf(outcomes, southern, since_july_2026, { published: {}, face_value: 20_000 })
    expect(pay.gross).toBe(2 * 2 * 500_000)
  })
})

describe('tickets of the North', () => {
  const all_series = Array.from({ length: 15 }, (_, n) => `${n + 1}AN`)
  const pay = (
    numbers: string,
    series: string | null,
    { quantity = 1, play_type = ticketPlay.single as number, consolation_with_special = true } = {},
  ) => {
    const line = { play_type, numbers, series, quantity }
    const outcomes = decider(product.north, north, { consolation_with_special })(line)
    return payOf(outcomes, northern, since_july_2026, { published: {}, face_value: 10_000 })
  }

  test('a whole issue of fifteen series wins 81.150 prizes, 7.485.000.000 đ', () => {
    const decide = decider(product.north, north, {})
    let prizes = 0
    let gross = 0
    for (const series of all_series)
      for (let number = 0; number < 100_000; number++) {
        const numbers = String(number).padStart(5, '0')
        for (const { wins } of decide({ play_type: ticketPlay.single, numbers, series, quantity: 1 }))
          for (const { tier, count } of wins) {
            prizes += count
            gross += northern.amounts[tier]! * count
          }
      }
    expect([prizes, gross]).toEqual([81_150, 7_485 * million])
  })

  test('the special number wins the special prize with a drawn series, and the extra prize without', () => {
    expect(pay('09824', '15AN').gross).toBe(500 * million + 40_000)
    expect(pay('09824', '15AN', { consolation_with_special: false }).gross).toBe(500 * million)
    expect(pay('09824', '14AN').gross).toBe(25 * million + 40_000)
    expect(pay('09824', null).gross).toBe(25 * million + 40_000)
    expect(pay('19824', '15AN').gross).toBe(40_000)
  })

  test('a group of the special number in all series wins it once for each drawn series', () => {
    const group = pay('09824', null, { quantity: 15, play_type: ticketPlay.set })
    expect(group.gross).toBe(6 * 500 * million + 9 * 25 * million + 15 * 40_000)
  })
})

const mega: DrawnNumbers = { main: ['03', '09', '17', '22', '27', '32'] }
const power: DrawnNumbers = { main: ['02', '34', '39', '41', '45', '52'], extra: ['51'] }

describe('Mega and Power', () => {
  const mega_table = table({ first: 10 * million, second: 300_000, third: 30_000 })
  const power_table = table({ first: 40 * million, second: 500_000, third: 50_000 })
  const jackpot = 23_970_104_000
  const jp1 = 344_987_346_900
  const jp2 = 3_999_297_050
  const published = {
    jackpot: { winners: 1, amount: jackpot },
    jackpot1: { winners: 1, amount: jp1 },
    jackpot2: { winners: 2, amount: jp2 },
    // The operator publishes only the number of winners: the amount is that of the prize table.
    second: { winners: 1_862, amount: 0 },
  }
  const ofMega = (play: number, numbers: string) =>
    boardPay(product.mega645, mega, mega_table, { play, numbers, published })
  const ofPower = (play: number, numbers: string) =>
    boardPay(product.power655, power, power_table, { play, numbers, published })

  test.each([
    ['03 09 17 22 27 32', jackpot],
    ['03 09 17 22 27 33', 10 * million],
    ['03 09 17 22 33 34', 300_000],
    ['03 09 17 33 34 35', 30_000],
    ['03 09 33 34 35 36', 0],
  ])('Mega %s wins %i', (numbers, gross) => expect(ofMega(6, numbers)).toBe(gross))

  test.each([
    ['03 09 17 22 27 32 33', jackpot + 60 * million],
    ['03 09 17 22 27 33 34', 21_500_000],
    ['03 09 17 22 33 34 35', 1_020_000],
    ['03 09 17 33 34 35 36', 120_000],
  ])('Mega bao 7 %s wins %i', (numbers, gross) =>
    expect(boardPay(product.mega645, mega, mega_table, { play: 7, numbers, published, quantity: 7 })).toBe(gross),
  )

  test.each([
    ['02 34 39 41 45 52', jp1],
    ['02 34 39 41 45 51', jp2],
    ['02 34 39 41 45 53', 40 * million],
    ['02 34 39 41 51 53', 500_000],
    ['02 34 39 51 53 54', 50_000],
  ])('Power %s wins %i', (numbers, gross) => expect(ofPower(6, numbers)).toBe(gross))

  test.each([
    ['02 34 39 41 45 52 53', jp1 + 240 * million],
    ['02 34 39 41 45 51 52', jp1 + 6 * jp2],
    ['02 34 39 41 45 51 53', jp2 + 42_500_000],
    ['02 34 39 41 45 53 54', 82_500_000],
    ['02 34 39 41 53 54 55', 1_700_000],
    ['02 34 39 53 54 55 50', 200_000],
  ])('Power bao 7 %s wins %i', (numbers, gross) => {
    const played = { play: 7, numbers: numbers.split(' ').toSorted().join(' '), published, quantity: 7 }
    expect(boardPay(product.power655, power, power_table, played)).toBe(gross)
  })
})

test('Max 3D Pro pays the special pair in order and reversed, lower tiers, and a system of three triplets', () => {
  const drawn = sheet('097 939; 524 948 741 401; 962 572 922 862 903 088; 658 317 102 787 978 070 495 121')
  const pro = table({
    special: 2000 * million,
    special_reversed: 400 * million,
    first: 30 * million,
    second: 10 * million,
    third: 4 * million,
    any: million,
    one_special: 100_000,
    one_other: 40_000,
  })
  const proPay = (numbers: string, play = 2, quantity = 1) =>
    boardPay(product.max3d_pro, drawn, pro, { play, numbers, quantity })
  expect(proPay('097 939')).toBe(2000 * million)
  expect(proPay('939 097')).toBe(400 * million)
  expect(proPay('741 524')).toBe(30 * million)
  expect(proPay('097 524')).toBe(million)
  expect(proPay('097 000')).toBe(100_000)
  expect(proPay('000 121')).toBe(40_000)
  expect(proPay('000 001')).toBe(0)
  // Six ordered pairs: the two special triplets in both orders, and each of them with 000 in both orders.
  expect(proPay('000 097 939', 3, 6)).toBe(2400 * million + 4 * 100_000)
})

test('boards of the real draws Keno #0286693 and Bingo18 #0178247 are paid by the prize table', () => {
  const keno = { main: '04 12 16 18 26 27 34 37 41 43 45 47 53 54 55 62 67 71 72 73'.split(' ') }
  const keno_table = table({
    '3_3': 200_000,
    '3_2': 20_000,
    '3_1': 0,
    size_11: 10_000,
    size_13: 26_000,
    parity_11: 20_000,
    '10_10': 2000 * million,
  })
  const ofKeno = (play: number, numbers: string, rest = {}) =>
    boardPay(product.keno, keno, keno_table, { play, numbers, ...rest })
  expect(ofKeno(3, '04 12 16')).toBe(200_000)
  expect(ofKeno(3, '01 12 16', { quantity: 5 })).toBe(100_000)
  expect(ofKeno(3, '01 02 16')).toBe(0)
  expect([ofKeno(11, 'Lớn'), ofKeno(11, 'Nhỏ'), ofKeno(11, 'Hòa')]).toEqual([10_000, 0, 0])
  // Nine of the twenty are even.
  expect([ofKeno(12, 'Chẵn'), ofKeno(12, 'Hòa'), ofKeno(12, 'Lẻ 11-12')]).toEqual([0, 0, 20_000])
  const ten = '04 12 16 18 26 27 34 37 41 43'
  expect(ofKeno(10, ten)).toBe(2000 * million)
  // More than five winners share ten billion.
  expect(ofKeno(10, ten, { published: { '10_10': { winners: 6, amount: 1_666_666_666 } } })).toBe(1_666_666_666)

  const bingo_table = table({ one_1: 12_000, one_2: 20_000, double: 75_000, sum_12: 47_000, size_big: 15_000 })
  const ofBingo = (play: number, numbers: string) =>
    boardPay(product.bingo18, { main: ['5', '5', '2'] }, bingo_table, { play, numbers })
  expect([ofBingo(1, '5'), ofBingo(1, '2'), ofBingo(1, '1')]).toEqual([20_000, 12_000, 0])
  expect([ofBingo(2, '5 5'), ofBingo(3, '5 5 5'), ofBingo(4, 'Bất kỳ')]).toEqual([75_000, 0, 0])
  expect([ofBingo(5, '12'), ofBingo(5, '11'), ofBingo(6, 'Lớn'), ofBingo(6, 'Nhỏ')]).toEqual([47_000, 0, 15_000, 0])
})

test('tax is due on the amount above the threshold of the day, rounded down to whole đồng', () => {
  const until_june_2026: PrizeTax = { threshold: 10 * million, rate: 1_000, per: 'ticket' }
  expect(taxOn(2000 * million, until_june_2026)).toBe(199 * million)
  expect(taxOn(2000 * million, since_july_2026)).toBe(198 * million)
  expect(taxOn(20 * million, since_july_2026)).toBe(0)
  expect(taxOn(20 * million + 19, since_july_2026)).toBe(1)
})

test('all published tiers are tiers of the product', () => {
  for (const category of Object.values(product))
    for (const { tier } of publishedTiers(category)) expect(tiersOf(category).map((row) => row.tier)).toContain(tier)
})
