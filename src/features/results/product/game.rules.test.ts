import { describe, expect, test } from 'vitest'
import { checkBoard, play_types, playTypesOf, ticketPlay } from './game.rules.ts'
import { product, type Product } from './product.contract.ts'

/** The first n numbers from `from` on, as text. */
const first = (n: number, from = 1) => Array.from({ length: n }, (_, i) => String(from + i).padStart(2, '0')).join(' ')
const triplets = (n: number) => Array.from({ length: n }, (_, i) => String(i * 7).padStart(3, '0')).join(' ')

function board(category: Product, label: string, numbers: string, stake = 1) {
  const type = playTypesOf(category).find((candidate) => candidate.label === label)
  return checkBoard(category, { play_type: type!.play_type, numbers, stake })
}
const lines = (...args: Parameters<typeof board>) => {
  const result = board(...args)
  return 'lines' in result ? result.lines : result.error
}
const printed = (...args: Parameters<typeof board>) => {
  const result = board(...args)
  return 'lines' in result ? result.numbers : result.error
}

/** All combinations of k of these. */
function* choices<T>(items: T[], k: number): Generator<T[]> {
  if (k === 0) yield []
  else
    for (const [index, item] of items.entries())
      for (const rest of choices(items.slice(index + 1), k - 1)) yield [item, ...rest]
}
const howMany = (all: Iterable<unknown>) => [...all].length
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

describe('prices of a board', () => {
  test.each([
    ['Cơ bản', 6, 10_000],
    ['Bao 5', 5, 400_000],
    ['Bao 7', 7, 70_000],
    ['Bao 8', 8, 280_000],
    ['Bao 9', 9, 840_000],
    ['Bao 10', 10, 2_100_000],
    ['Bao 11', 11, 4_620_000],
    ['Bao 12', 12, 9_240_000],
    ['Bao 13', 13, 17_160_000],
    ['Bao 14', 14, 30_030_000],
    ['Bao 15', 15, 50_050_000],
    ['Bao 18', 18, 185_640_000],
  ] as const)('of Mega 6/45 and Power 6/55 %s', (label, n, price) => {
    expect(Number(lines(product.mega645, label, first(n))) * 10_000).toBe(price)
    const power = label === 'Bao 5' ? 500_000 : price
    expect(Number(lines(product.power655, label, first(n))) * 10_000).toBe(power)
  })

  test('of Lotto 5/35 Bao 4 is 310.000 đ', () => {
    expect(lines(product.lotto535, 'Bao 4', '01 02 03 04 | 07')).toBe(31)
  })
})

describe('the single lines of a board', () => {
  test.each([5, 7, 8, 9])('of Mega Bao %i are all combinations of six', (n) => {
    const sixes = n === 5 ? upTo(45).filter((number) => number > 5).length : howMany(choices(upTo(n), 6))
    expect(lines(product.mega645, `Bao ${n}`, first(n))).toBe(sixes)
  })

  test.each(upTo(10).map((n) => n + 5))('of Lotto Bao %i are all combinations of five', (n) => {
    expect(lines(product.lotto535, `Bao ${n}`, `${first(n)} | 01`)).toBe(howMany(choices(upTo(n), 5)))
  })

  test.each(upTo(11).map((n) => n + 1))('of Lotto with %i special numbers are one for each', (n) => {
    expect(lines(product.lotto535, `Bao ${n} số đặc biệt`, `${first(5)} | ${first(n)}`)).toBe(n)
  })

  test.each(upTo(18).map((n) => n + 2))('of Max 3D Pro Bao %i are all pairs in both orders', (n) => {
    expect(lines(product.max3d_pro, `Bao ${n}`, triplets(n))).toBe(2 * howMany(choices(upTo(n), 2)))
  })

  test('of Max 3D in every order are the distinct orders of its digits', () => {
    for (let number = 0; number < 1000; number++) {
      const [a, b, c] = String(number).padStart(3, '0') as unknown as [string, string, string]
      const orders = new Set([a + b + c, a + c + b, b + a + c, b + c + a, c + a + b, c + b + a]).size
      const expected = orders === 1 ? 'Cần ít nhất hai chữ số khác nhau để đảo' : orders
      expect(lines(product.max3d, 'Đảo', a + b + c)).toBe(expected)
    }
  })

  test.each([
    ['012 345', 36],
    ['112 345', 18],
    ['112 334', 9],
    ['111 234', 6],
  ])('of Max 3D Pro with the digits of %s in every order are %i', (numbers, expected) => {
    expect(lines(product.max3d_pro, 'Bao chữ số', numbers)).toBe(expected)
  })

  test.each([
    [product.max3d, 'Cơ bản', '007', 1],
    [product.max3d, 'Ôm', '*12', 10],
    [product.max3d, 'Max 3D+', '345 012', 1],
    [product.max3d_pro, 'Cơ bản', '345 012', 1],
    [product.lotto535, 'Cơ bản', '05 12 20 30 35 | 12', 1],
    [product.keno, 'Bậc 10', first(10, 71), 1],
    [product.keno, 'Lớn – Nhỏ', 'Hòa', 1],
    [product.keno, 'Chẵn – Lẻ', 'Chẵn 11-12', 1],
    [product.bingo18, 'Hai số trùng', '5 5', 1],
    [product.bingo18, 'Tổng', '18', 1],
    [product.dt6x36, 'Cơ bản', first(6, 31), 1],
    [product.dt123, 'Cơ bản', '0 05 007', 1],
    [product.than_tai4, 'Cơ bản', '0042', 1],
    [product.loto, 'Lô tô 2 số', '00', 1],
    [product.loto, 'Lô tô 4 số', '0000', 1],
  ] as const)('of product %i, %s %s are %i', (category, label, numbers, expected) => {
    expect(lines(category, label, numbers)).toBe(expected)
  })
})

test('the lines that a play type states equal those of its boards, or are null where the digits decide', () => {
  const linesOf = (category: Product, label: string) =>
    playTypesOf(category).find((type) => type.label === label)!.lines
  expect(linesOf(product.mega645, 'Bao 5')).toBe(lines(product.mega645, 'Bao 5', first(5)))
  expect(linesOf(product.power655, 'Bao 18')).toBe(lines(product.power655, 'Bao 18', first(18)))
  expect(linesOf(product.lotto535, 'Bao 4')).toBe(lines(product.lotto535, 'Bao 4', '01 02 03 04 | 07'))
  expect(linesOf(product.max3d_pro, 'Bao 20')).toBe(lines(product.max3d_pro, 'Bao 20', triplets(20)))
  const digits = play_types.filter((type) => type.category !== null && type.lines === null)
  expect(digits.map(({ label }) => label)).toEqual(['Đảo', 'Bao chữ số'])
})

describe('numbers are printed in order, with their zeros', () => {
  test.each([
    [product.mega645, 'Cơ bản', ' 45 02  01 30 12 07 ', '01 02 07 12 30 45'],
    [product.lotto535, 'Bao 2 số đặc biệt', '35 01 20 12 05 | 12 07', '01 05 12 20 35 | 07 12'],
    [product.max3d, 'Max 3D+', '345 012', '012 345'],
    [product.max3d_pro, 'Cơ bản', '345 012', '345 012'],
    [product.keno, 'Lớn – Nhỏ', 'lon', 'Lớn'],
    [product.keno, 'Lớn – Nhỏ', 'Hoà'.normalize('NFD'), 'Hòa'],
    [product.keno, 'Chẵn – Lẻ', 'lẻ 11–12', 'Lẻ 11-12'],
    [product.bingo18, 'Ba số trùng bất kỳ', 'bat ky', 'Bất kỳ'],
  ] as const)('product %i, %s: %s', (category, label, numbers, expected) => {
    expect(printed(category, label, numbers)).toBe(expected)
  })
})

describe('errors are Vietnamese sentences', () => {
  test.each([
    [product.mega645, 'Cơ bản', first(5), 'Cần đúng 6 số, đang có 5'],
    [product.mega645, 'Cơ bản', '', 'Cần đúng 6 số, đang có 0'],
    [product.mega645, 'Cơ bản', '01 02 03 04 05 05', '05 được chọn hai lần'],
    [product.mega645, 'Cơ bản', '01 02 03 04 05 46', '46 không phải là số từ 01 đến 45'],
    [product.mega645, 'Cơ bản', '00 02 03 04 05 06', '00 không phải là số từ 01 đến 45'],
    [product.mega645, 'Cơ bản', '1 02 03 04 05 06', '1 không phải là số từ 01 đến 45'],
    [product.power655, 'Bao 7', '01 02 03 04 05 06 ٠٧', '٠٧ không phải là số từ 01 đến 55'],
    [product.lotto535, 'Cơ bản', first(6), 'Viết số đặc biệt sau dấu |, ví dụ 05 12 20 30 35 | 07'],
    [product.lotto535, 'Cơ bản', `${first(5)} | 13`, 'Số đặc biệt: 13 không phải là số từ 01 đến 12'],
    [product.lotto535, 'Cơ bản', `${first(5)} | 01 02`, 'Số đặc biệt: Cần đúng 1 số, đang có 2'],
    [product.max3d, 'Cơ bản', '12', '12 không phải là số có 3 chữ số'],
    [product.max3d, 'Đảo', '', 'Cần đúng 1 số, đang có 0'],
    [product.max3d, 'Ôm', '**1', 'Viết hai chữ số và dấu * ở chỗ ôm, ví dụ *12'],
    [product.max3d_pro, 'Bao 3', '001 002 001', '001 được chọn hai lần'],
    [product.max3d_pro, 'Bao chữ số', '012 210', 'Hai bộ số phải có chữ số khác nhau'],
    [product.keno, 'Lớn – Nhỏ', 'Chẵn', 'Chọn một trong: Lớn, Nhỏ, Hòa'],
    [product.bingo18, 'Một số', '7', 'Chọn một trong: 1, 2, 3, 4, 5, 6'],
    [product.bingo18, 'Hai số trùng', '5 6', 'Chọn một trong: 1 1, 2 2, 3 3, 4 4, 5 5, 6 6'],
    [product.dt123, 'Cơ bản', '05 1 007', '05 không phải là số có 1 chữ số'],
  ] as const)('product %i, %s: %s', (category, label, numbers, error) => {
    expect(board(category, label, numbers)).toEqual({ error })
  })

  test('for a play type of another game or of a product without boards', () => {
    const error = 'Sản phẩm này không có loại hình chơi đã chọn'
    const numbers = first(6)
    expect(checkBoard(product.power655, { play_type: 1106, numbers, stake: 1 })).toEqual({ error })
    expect(checkBoard(product.max4d, { play_type: 2201, numbers, stake: 1 })).toEqual({ error })
    expect(checkBoard(product.south, { play_type: ticketPlay.single, numbers, stake: 1 })).toEqual({ error })
  })

  test('for a stake outside its limits', () => {
    for (const stake of [0, -1, 1.5, 101, Number.NaN]) {
      expect(board(product.keno, 'Bậc 1', '01', stake)).toEqual({ error: 'Số lần tham gia từ 1 đến 100' })
    }
    expect(lines(product.keno, 'Bậc 1', '01', 100)).toBe(1)
    expect(board(product.mega645, 'Cơ bản', first(6), 2)).toEqual({ error: 'Mỗi bộ số chỉ mua một lần' })
  })

  test('for malformed texts of every play type, without an exception', () => {
    for (const { play_type, category } of play_types) {
      if (category === null) continue
      for (const numbers of ['01 '.repeat(10_000), '\u0000', '\uD800', '|', '||| |', '<b>', '-1', '1e1', '∞']) {
        expect(checkBoard(category, { play_type, numbers, stake: 1 })).toHaveProperty('error')
      }
    }
  })
})

test('each play type has a unique number that fits its column, and a unique label within its product', () => {
  expect(new Set(play_types.map((type) => type.play_type)).size).toBe(play_types.length)
  expect(Math.max(...play_types.map((type) => type.play_type))).toBeLessThan(32_768)
  for (const category of Object.values(product)) {
    const words = playTypesOf(category).map((type) => type.label)
    expect(new Set(words).size).toBe(words.length)
  }
  expect(playTypesOf(product.south).map((type) => type.label)).toEqual(['Vé thường', 'Vé cặp nguyên'])
})
