/** The play types of each game, and the check of a single board: play type, numbers and stake. */
import { type Game, isTraditional, product, type Product } from './product.contract.ts'

interface PlayType {
  /** The product's number followed by two digits. It is stored with every sold line, so it is never reused. */
  play_type: number
  /** Null for traditional tickets of every region. */
  category: Game | null
  label: string
  /** The single lines of one board; null where it depends on the digits, and for tickets. */
  lines: number | null
}
export interface Board {
  play_type: number
  /** Separated by spaces; in Lotto 5/35 the special numbers follow a bar: 05 12 20 30 35 | 07 */
  numbers: string
  /** How often the board is bought. */
  stake: number
  /** Whether the machine chose the numbers instead of the customer. */
  quick_pick?: boolean | undefined
}
export type CheckedBoard = { numbers: string; lines: number } | { error: string }

/** Traditional tickets are sold singly, or as a ticket group: one number in every series. */
export const ticketPlay = { single: 1, set: 2 } as const
/** The plays of Keno beside boards of one to ten numbers. */
export const kenoPlay = { size: 11, parity: 12 } as const
/** The plays of Bingo18. */
export const bingoPlay = { digit: 1, double: 2, triple: 3, any_triple: 4, sum: 5, size: 6 } as const

/** The numbers in printed order, or the error in them. */
type PrintedNumbers = { numbers: string } | { error: string }
type PlayRule = (picked: string[]) => PrintedNumbers
interface Play {
  play_type: number
  category: Game
  label: string
  /** A constant, or computed from the printed numbers. */
  lines: number | ((numbers: string) => number)
  rule: PlayRule
}

/** The maximum stake of one board, by game. */
const maxStakesOf: Partial<Record<Product, number>> = {
  [product.max3d]: 100,
  [product.keno]: 100,
  [product.bingo18]: 100,
  [product.dt123]: 100,
  [product.than_tai4]: 100,
  [product.loto]: 100,
}
/** A printed ticket has boards A to F, or A to D for Max 3D Pro. */
const max_boards = 6
const maxBoardsOf: Partial<Record<Product, number>> = { [product.max3d_pro]: 4 }

/** The maximum stake of one board of this game. */
export function maxStakes(category: Product): number {
  return maxStakesOf[category] ?? 1
}

/** The maximum number of boards in an order of this game. */
export function maxBoards(category: Game): number {
  return maxBoardsOf[category] ?? max_boards
}

/** Games that draw every few minutes can be bought for more draws in a row. */
const maxDrawsOf: Partial<Record<Product, number>> = { [product.keno]: 30, [product.bingo18]: 30 }
const max_draws = 6

/** The maximum number of draws in a row in one purchase. */
export function maxDraws(category: Game): number {
  return maxDrawsOf[category] ?? max_draws
}

/** Enough for the longest board. */
const max_characters = 200

const plays: Play[] = [
  ...ballGame(product.mega645, 6, 45),
  ...ballGame(product.power655, 6, 55),

  play(product.max3d, 1, 'Cơ bản', 1, digits([3])),
  play(product.max3d, 2, 'Đảo', permutations, allOrders),
  play(product.max3d, 3, 'Ôm', 10, withStar),
  play(product.max3d, 4, 'Max 3D+', 1, (picked) => triplets(2, picked, true)),

  play(product.max3d_pro, 2, 'Cơ bản', 1, (picked) => triplets(2, picked, false)),
  ...range(3, 20).map((n) =>
    play(product.max3d_pro, n, `Bao ${n}`, n * (n - 1), (picked) => triplets(n, picked, true)),
  ),
  play(product.max3d_pro, 30, 'Bao chữ số', permutations, allOrdersOfTwo),

  lotto(5, 'Cơ bản', 5, 1),
  lotto(4, 'Bao 4', 4, 1),
  ...range(6, 15).map((n) => lotto(n, `Bao ${n}`, n, 1)),
  ...range(2, 12).map((n) => lotto(20 + n, `Bao ${n} số đặc biệt`, 5, n)),

  ...range(1, 10).map((n) => play(product.keno, n, `Bậc ${n}`, 1, (picked) => distinctNumbers(picked, n, 80))),
  play(product.keno, kenoPlay.size, 'Lớn – Nhỏ', 1, oneOf('Lớn', 'Nhỏ', 'Hòa')),
  play(product.keno, kenoPlay.parity, 'Chẵn – Lẻ', 1, oneOf('Chẵn', 'Lẻ', 'Hòa', 'Chẵn 11-12', 'Lẻ 11-12')),

  play(product.bingo18, bingoPlay.digit, 'Một số', 1, oneOf(...faces(1))),
  play(product.bingo18, bingoPlay.double, 'Hai số trùng', 1, oneOf(...faces(2))),
  play(product.bingo18, bingoPlay.triple, 'Ba số trùng', 1, oneOf(...faces(3))),
  play(product.bingo18, bingoPlay.any_triple, 'Ba số trùng bất kỳ', 1, oneOf('Bất kỳ')),
  play(product.bingo18, bingoPlay.sum, 'Tổng', 1, oneOf(...range(3, 18).map(String))),
  play(product.bingo18, bingoPlay.size, 'Lớn – Nhỏ', 1, oneOf('Lớn', 'Nhỏ', 'Hòa')),

  play(product.dt6x36, 6, 'Cơ bản', 1, (picked) => distinctNumbers(picked, 6, 36)),
  play(product.dt123, 1, 'Cơ bản', 1, digits([1, 2, 3])),
  play(product.than_tai4, 1, 'Cơ bản', 1, digits([4])),
  ...[2, 3, 4].map((n) => play(product.loto, n, `Lô tô ${n} số`, 1, digits([n]))),
]

/** All play types, with the labels that staff use. */
export const play_types: readonly PlayType[] = [
  { play_type: ticketPlay.single, category: null, label: 'Vé thường', lines: null },
  { play_type: ticketPlay.set, category: null, label: 'Vé cặp nguyên', lines: null },
  ...plays.map(({ play_type, category, label, lines }) => ({
    play_type,
    category,
    label,
    lines: typeof lines === 'number' ? lines : null,
  })),
]
const playByNumber = new Map(plays.map((gamePlay) => [gamePlay.play_type, gamePlay]))
const labels = new Map(play_types.map(({ play_type, label }) => [play_type, label]))

/** The play types of one product. */
export function playTypesOf(category: Product): PlayType[] {
  return play_types.filter((playType) =>
    playType.category === null ? isTraditional(category) : playType.category === category,
  )
}

/** The label of a play type; its number when it is unknown. */
export function playTypeLabel(play_type: number): string {
  return labels.get(play_type) ?? String(play_type)
}

/** The board's numbers in printed order with its single lines (price = lines × price of a line × stake), or the error in Vietnamese. */
export function checkBoard(category: Product, { play_type, numbers, stake }: Board): CheckedBoard {
  const playOfBoard = playByNumber.get(play_type)
  if (playOfBoard?.category !== category) return { error: 'Sản phẩm này không có loại hình chơi đã chọn' }
  const max_stakes = maxStakes(category)
  if (!Number.isInteger(stake) || stake < 1 || stake > max_stakes) {
    return { error: max_stakes === 1 ? 'Mỗi bộ số chỉ mua một lần' : `Số lần tham gia từ 1 đến ${max_stakes}` }
  }
  if (numbers.length > max_characters) return { error: 'Bộ số quá dài' }
  const printed = playOfBoard.rule(numbers.trim().split(/\s+/u).filter(Boolean))
  if ('error' in printed) return printed
  const { lines } = playOfBoard
  return { numbers: printed.numbers, lines: typeof lines === 'number' ? lines : lines(printed.numbers) }
}

function play(category: Game, number: number, label: string, lines: Play['lines'], rule: PlayRule): Play {
  return { play_type: category * 100 + number, category, label, lines, rule }
}

/** Mega and Power: six balls, or a system of more numbers or of five, which covers many lines of six. */
function ballGame(category: Game, draws: number, pool: number): Play[] {
  const bao = [draws - 1, ...range(draws + 1, 15), 18]
  return [draws, ...bao].map((n) =>
    play(category, n, n === draws ? 'Cơ bản' : `Bao ${n}`, linesOfSet(n, draws, pool), (picked) =>
      distinctNumbers(picked, n, pool),
    ),
  )
}

/** Lotto 5/35: main numbers of 35 before the bar, special numbers of 12 after it. */
function lotto(number: number, label: string, main: number, special: number): Play {
  return play(product.lotto535, number, label, linesOfSet(main, 5, 35) * special, (picked) => {
    const bar = picked.indexOf('|')
    if (bar < 0) return { error: 'Viết số đặc biệt sau dấu |, ví dụ 05 12 20 30 35 | 07' }
    const before = distinctNumbers(picked.slice(0, bar), main, 35)
    if ('error' in before) return before
    const after = distinctNumbers(picked.slice(bar + 1), special, 12)
    if ('error' in after) return { error: `Số đặc biệt: ${after.error}` }
    return { numbers: `${before.numbers} | ${after.numbers}` }
  })
}

/** Distinct numbers from 01 to `pool`. */
function distinctNumbers(picked: string[], count: number, pool: number): PrintedNumbers {
  const outside = picked.find((number) => !/^\d\d$/.test(number) || Number(number) < 1 || Number(number) > pool)
  if (outside !== undefined) return { error: `${outside} không phải là số từ 01 đến ${pool}` }
  return distinctError(picked, count) ?? { numbers: picked.toSorted().join(' ') }
}

function distinctError(picked: string[], count: number): { error: string } | undefined {
  const twice = picked.find((number, index) => picked.indexOf(number) !== index)
  if (twice !== undefined) return { error: `${twice} được chọn hai lần` }
  return countError(picked, count)
}

function countError(picked: string[], count: number): { error: string } | undefined {
  return picked.length === count ? undefined : { error: `Cần đúng ${count} số, đang có ${picked.length}` }
}

/** Numbers with leading zeros; `lengths` has the digits of each. */
function digits(lengths: number[]): PlayRule {
  return (picked) => {
    const fault = countError(picked, lengths.length)
    if (fault) return fault
    const faultIndex = lengths.findIndex((length, index) => !isDigits(picked[index]!, length))
    if (faultIndex >= 0) return { error: `${picked[faultIndex]} không phải là số có ${lengths[faultIndex]} chữ số` }
    return { numbers: picked.join(' ') }
  }
}

/** Distinct triplets, sorted where their order does not matter. */
function triplets(count: number, picked: string[], unordered: boolean): PrintedNumbers {
  const result = digits(picked.map(() => 3))(picked)
  if ('error' in result) return result
  return distinctError(picked, count) ?? { numbers: (unordered ? picked.toSorted() : picked).join(' ') }
}

const one_digit_only = { error: 'Cần ít nhất hai chữ số khác nhau để đảo' }

/** One triplet, played in every order of its digits. */
function allOrders(picked: string[]): PrintedNumbers {
  const result = digits([3])(picked)
  return 'error' in result || permutations(result.numbers) > 1 ? result : one_digit_only
}

/** Two digits in their positions, and a star that stands for every digit. */
function withStar(picked: string[]): PrintedNumbers {
  const fault = countError(picked, 1)
  if (fault) return fault
  if (!/^(?:\*\d\d|\d\*\d|\d\d\*)$/.test(picked[0]!)) return { error: 'Viết hai chữ số và dấu * ở chỗ ôm, ví dụ *12' }
  return { numbers: picked[0]! }
}

/** Two triplets, each played in every order of its digits. */
function allOrdersOfTwo(picked: string[]): PrintedNumbers {
  const result = triplets(2, picked, false)
  if ('error' in result) return result
  const [first_number, second_number] = picked as [string, string]
  if (sortedDigits(first_number) === sortedDigits(second_number)) return { error: 'Hai bộ số phải có chữ số khác nhau' }
  return permutations(result.numbers) > 1 ? result : one_digit_only
}

/** One of these words; an app may send it without accents or in lower case. */
function oneOf(...words: string[]): PlayRule {
  const byPlain = new Map(words.map((word) => [plain(word), word]))
  return (picked) => {
    const word = byPlain.get(plain(picked.join(' ')))
    if (word === undefined) return { error: `Chọn một trong: ${words.join(', ')}` }
    return { numbers: word }
  }
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('–', '-').toLowerCase()
}

/** Each face of a die, repeated `times` times. */
function faces(times: number): string[] {
  return range(1, 6).map((face) => Array.from({ length: times }, () => face).join(' '))
}

/** The single lines of a system of n numbers: all combinations of its numbers; with one number less than a line, one line per other number. */
function linesOfSet(n: number, draws: number, pool: number): number {
  if (n === draws - 1) return pool - n
  let lines = 1
  for (let i = 1; i <= draws; i++) lines = (lines * (n - draws + i)) / i
  return lines
}

/** The product of the numbers of digit orders of these triplets. */
function permutations(numbers: string): number {
  return numbers.split(' ').reduce((count, triplet) => count * [1, 3, 6][new Set(triplet).size - 1]!, 1)
}

function sortedDigits(triplet: string): string {
  return [...triplet].toSorted().join('')
}

function isDigits(text: string, length: number): boolean {
  return text.length === length && /^\d+$/.test(text)
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
