/**
 * What can be played in each game, and what a board is worth. A board is checked on its own: the type of play, the numbers as they are printed, and
 * how many times over it is bought.
 */
import { type Game, isTraditional, product, type Product } from './product.contract.ts'

interface PlayType {
  /** Kept with every line sold, so it is never given to anything else: the product's number, then two digits. */
  play_type: number
  /** Null of the traditional tickets of every region. */
  category: Game | null
  label: string
}
export interface Board {
  play_type: number
  /** Separated by spaces; in Lotto 5/35 the special numbers follow a bar: 05 12 20 30 35 | 07 */
  numbers: string
  /** How many times over. */
  stake: number
}
export type Checked = { numbers: string; lines: number } | { error: string }

/** Traditional tickets are sold one by one, or as the whole set of one number's series. */
export const ticketPlay = { single: 1, set: 2 } as const

/** What is chosen, in the order printed, and the number of single lines that it stands for; or what is wrong. */
type Rule = (chosen: string[]) => Checked
interface Play extends PlayType {
  category: Game
  rule: Rule
}

/** More is bought on another board. */
const mostStakes: Partial<Record<Product, number>> = {
  [product.max3d]: 100,
  [product.keno]: 100,
  [product.bingo18]: 100,
  [product.dt123]: 100,
  [product.than_tai4]: 100,
  [product.loto]: 100,
}
/** As much as the longest board needs, and a little air. */
const longest = 200

const plays: Play[] = [
  ...ballGame(product.mega645, 6, 45),
  ...ballGame(product.power655, 6, 55),

  play(product.max3d, 1, 'Cơ bản', digits([3], 1)),
  play(product.max3d, 2, 'Đảo', ([one, ...more]) => shuffled(one, more)),
  play(product.max3d, 3, 'Ôm', embraced),
  play(product.max3d, 4, 'Max 3D+', (chosen) => triplets(2, 1, chosen, true)),

  play(product.max3d_pro, 2, 'Cơ bản', (chosen) => triplets(2, 1, chosen, false)),
  ...range(3, 20).map((n) =>
    play(product.max3d_pro, n, `Bao ${n}`, (chosen) => triplets(n, n * (n - 1), chosen, true)),
  ),
  play(product.max3d_pro, 30, 'Bao chữ số', bothShuffled),

  play(product.lotto535, 5, 'Cơ bản', lotto(5, 1)),
  play(product.lotto535, 4, 'Bao 4', lotto(4, 1)),
  ...range(6, 15).map((n) => play(product.lotto535, n, `Bao ${n}`, lotto(n, 1))),
  ...range(2, 12).map((n) => play(product.lotto535, 20 + n, `Bao ${n} số đặc biệt`, lotto(5, n))),

  ...range(1, 10).map((n) => play(product.keno, n, `Bậc ${n}`, (chosen) => picked(chosen, n, 80, 1))),
  play(product.keno, 11, 'Lớn – Nhỏ', oneOf('Lớn', 'Nhỏ', 'Hòa')),
  play(product.keno, 12, 'Chẵn – Lẻ', oneOf('Chẵn', 'Lẻ', 'Hòa', 'Chẵn 11-12', 'Lẻ 11-12')),

  play(product.bingo18, 1, 'Một số', oneOf(...faces(1))),
  play(product.bingo18, 2, 'Hai số trùng', oneOf(...faces(2))),
  play(product.bingo18, 3, 'Ba số trùng', oneOf(...faces(3))),
  play(product.bingo18, 4, 'Ba số trùng bất kỳ', oneOf('Bất kỳ')),
  play(product.bingo18, 5, 'Tổng', oneOf(...range(3, 18).map(String))),
  play(product.bingo18, 6, 'Lớn – Nhỏ', oneOf('Lớn', 'Nhỏ', 'Hòa')),

  play(product.dt6x36, 6, 'Cơ bản', (chosen) => picked(chosen, 6, 36, 1)),
  play(product.dt123, 1, 'Cơ bản', digits([1, 2, 3], 1)),
  play(product.than_tai4, 1, 'Cơ bản', digits([4], 1)),
  ...[2, 3, 4].map((n) => play(product.loto, n, `Lô tô ${n} số`, digits([n], 1))),
]

/** Everything that can be played, with the label that staff know it by. */
export const playTypes: readonly PlayType[] = [
  { play_type: ticketPlay.single, category: null, label: 'Vé thường' },
  { play_type: ticketPlay.set, category: null, label: 'Vé cặp nguyên' },
  ...plays.map(({ play_type, category, label }) => ({ play_type, category, label })),
]
const playByNumber = new Map(plays.map((one) => [one.play_type, one]))
const labels = new Map(playTypes.map((one) => [one.play_type, one.label]))

/** What can be played in one product. */
export function playTypesOf(category: Product): PlayType[] {
  return playTypes.filter((one) => (one.category === null ? isTraditional(category) : one.category === category))
}

export function playTypeLabel(play_type: number): string {
  return labels.get(play_type) ?? String(play_type)
}

/** The board as it is printed, with its single lines: its price is lines × price of a line × stake. Or what is wrong with it. */
export function checkBoard(category: Product, { play_type, numbers, stake }: Board): Checked {
  const chosen = playByNumber.get(play_type)
  if (chosen?.category !== category) return { error: 'Sản phẩm này không có loại hình chơi đã chọn' }
  const most = mostStakes[category] ?? 1
  if (!Number.isInteger(stake) || stake < 1 || stake > most) {
    return { error: most === 1 ? 'Mỗi bộ số chỉ mua một lần' : `Số lần tham gia từ 1 đến ${most}` }
  }
  if (numbers.length > longest) return { error: 'Bộ số quá dài' }
  return chosen.rule(numbers.trim().split(/\s+/u).filter(Boolean))
}

function play(category: Game, number: number, label: string, rule: Rule): Play {
  return { play_type: category * 100 + number, category, label, rule }
}

/** Mega and Power: six balls, or a set that stands for all sixes within it; of five, for all sixes around it. */
function ballGame(category: Game, draws: number, pool: number): Play[] {
  const bao = [draws - 1, ...range(draws + 1, 15), 18]
  return [draws, ...bao].map((n) =>
    play(category, n, n === draws ? 'Cơ bản' : `Bao ${n}`, (chosen) =>
      picked(chosen, n, pool, linesOfSet(n, draws, pool)),
    ),
  )
}

/** Five of 35 before the bar, the special numbers of 12 behind it. */
function lotto(main: number, special: number): Rule {
  return (chosen) => {
    const bar = chosen.indexOf('|')
    if (bar < 0) return { error: 'Viết số đặc biệt sau dấu |, ví dụ 05 12 20 30 35 | 07' }
    const before = picked(chosen.slice(0, bar), main, 35, linesOfSet(main, 5, 35))
    if ('error' in before) return before
    const after = picked(chosen.slice(bar + 1), special, 12, special)
    if ('error' in after) return { error: `Số đặc biệt: ${after.error}` }
    return { numbers: `${before.numbers} | ${after.numbers}`, lines: before.lines * after.lines }
  }
}

/** Different numbers from 01 to the pool's last. */
function picked(chosen: string[], count: number, pool: number, lines: number): Checked {
  const outside = chosen.find((one) => !/^\d\d$/.test(one) || Number(one) < 1 || Number(one) > pool)
  if (outside !== undefined) return { error: `${outside} không phải là số từ 01 đến ${pool}` }
  return distinct(chosen, count) ?? { numbers: chosen.toSorted().join(' '), lines }
}

function distinct(chosen: string[], count: number): { error: string } | undefined {
  const twice = chosen.find((one, at) => chosen.indexOf(one) !== at)
  if (twice !== undefined) return { error: `${twice} được chọn hai lần` }
  return counted(chosen, count)
}

function counted(chosen: string[], count: number): { error: string } | undefined {
  return chosen.length === count ? undefined : { error: `Cần đúng ${count} số, đang có ${chosen.length}` }
}

/** Numbers with leading zeros, each of its own length. */
function digits(lengths: number[], lines: number): Rule {
  return (chosen) => {
    const wrong = counted(chosen, lengths.length)
    if (wrong) return wrong
    const at = lengths.findIndex((length, index) => !isDigits(chosen[index]!, length))
    if (at >= 0) return { error: `${chosen[at]} không phải là số có ${lengths[at]} chữ số` }
    return { numbers: chosen.join(' '), lines }
  }
}

/** Different triplets; where their order says nothing they are printed in order. */
function triplets(count: number, lines: number, chosen: string[], unordered: boolean): Checked {
  const checked = digits(
    chosen.map(() => 3),
    lines,
  )(chosen)
  if ('error' in checked) return checked
  return distinct(chosen, count) ?? { numbers: (unordered ? chosen.toSorted() : chosen).join(' '), lines }
}

/** One triplet in every order of its digits. */
function shuffled(one: string | undefined, more: string[]): Checked {
  const checked = digits([3], 1)(one === undefined ? [] : [one, ...more])
  if ('error' in checked) return checked
  const lines = orders(checked.numbers)
  return lines > 1 ? { numbers: checked.numbers, lines } : { error: 'Cần ít nhất hai chữ số khác nhau để đảo' }
}

/** Two digits in their places, with every digit in the place of the star. */
function embraced(chosen: string[]): Checked {
  const wrong = counted(chosen, 1)
  if (wrong) return wrong
  if (!/^(?:\*\d\d|\d\*\d|\d\d\*)$/.test(chosen[0]!)) return { error: 'Viết hai chữ số và dấu * ở chỗ ôm, ví dụ *12' }
  return { numbers: chosen[0]!, lines: 10 }
}

/** Two triplets, each in every order of its digits. */
function bothShuffled(chosen: string[]): Checked {
  const checked = triplets(2, 1, chosen, false)
  if ('error' in checked) return checked
  const [first, second] = chosen as [string, string]
  if (inOrder(first) === inOrder(second)) return { error: 'Hai bộ số phải có chữ số khác nhau' }
  const lines = orders(first) * orders(second)
  return lines > 1 ? { numbers: checked.numbers, lines } : { error: 'Cần ít nhất hai chữ số khác nhau để đảo' }
}

/** One of a few words. An app may write them without accents or in small letters; they are printed as here. */
function oneOf(...words: string[]): Rule {
  const byPlain = new Map(words.map((word) => [plain(word), word]))
  return (chosen) => {
    const word = byPlain.get(plain(chosen.join(' ')))
    if (word === undefined) return { error: `Chọn một trong: ${words.join(', ')}` }
    return { numbers: word, lines: 1 }
  }
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('–', '-').toLowerCase()
}

/** Each face of a die, so many times. */
function faces(times: number): string[] {
  return range(1, 6).map((face) => Array.from({ length: times }, () => face).join(' '))
}

/** The single lines of a set of n: all that it holds, or, when one is missing, all that can be made of it with one more. */
function linesOfSet(n: number, draws: number, pool: number): number {
  if (n === draws - 1) return pool - n
  let lines = 1
  for (let i = 1; i <= draws; i++) lines = (lines * (n - draws + i)) / i
  return lines
}

function orders(triplet: string): number {
  return [1, 3, 6][new Set(triplet).size - 1]!
}

function inOrder(triplet: string): string {
  return [...triplet].toSorted().join('')
}

function isDigits(text: string, length: number): boolean {
  return text.length === length && /^\d+$/.test(text)
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
