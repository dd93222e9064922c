/**
 * Reads a result that people copied from a web page or a message: with or without labels, numbers separated by dashes, spaces or lines, from the
 * eighth prize to the special one or the other way. The recognized parts are marked, so that people can check them.
 */
import { isTraditional, product, type Product } from '#features/results/product/product.contract.ts'
import { publishedTiers, type DrawnNumbers, type PublishedTiers } from '#features/results/result/draw-shape.rules.ts'
import { fits, inPrintedOrder, shapeOf } from '#features/results/result/entry.rules.ts'

type Group = ReturnType<typeof shapeOf>[number]
type Key = Group['key']

/** A part of the text: a label, a recognized number (taken), or a number that fits no group (wrong). */
export interface Mark {
  from: number
  to: number
  kind: 'label' | 'taken' | 'wrong'
}
export interface PastedResult {
  numbers: DrawnNumbers
  published: PublishedTiers
  marks: Mark[]
  filled: number
  missing: number
}

interface Word {
  from: number
  to: number
  text: string
}

/** The text in capitals without accents; each character keeps its index. */
function plain(text: string): string {
  return [...text]
    .map((letter) => {
      const plainLetter = letter.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/[đĐ]/g, 'D').toUpperCase()
      return plainLetter.length === letter.length ? plainLetter : letter
    })
    .join('')
}

/** Patterns of the groups' names, in capitals without accents, longest first. */
const names: Readonly<Record<Exclude<Key, 'main' | 'extra'>, string>> = {
  special: 'DAC BIET|G[. ]?DB|DB|GDB',
  series: 'KY HIEU(?: TRUNG)?(?: DB| DAC BIET)?|MA DB|KH',
  first: 'NHAT|G[. ]?1|MOT',
  second: 'NHI|G[. ]?2|HAI',
  third: 'BA|G[. ]?3',
  fourth: 'TU|G[. ]?4|BON',
  fifth: 'NAM|G[. ]?5',
  sixth: 'SAU|G[. ]?6',
  seventh: 'BAY|G[. ]?7',
  eighth: 'TAM|G[. ]?8',
}
const digit_names = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'] as const
const extra_names = /SO DAC BIET|DAC BIET|\bDB\b|\bJP ?2\b|\|/g

/** Digits that are not results: days, times, draw codes and names of games. */
const other_digits = new RegExp(
  [
    String.raw`(?<![\d/.-])\d{1,2}([-/.])\d{1,2}\1(?:20)?\d{2}(?![-/.]?\d)`,
    String.raw`\d{4}-\d{2}-\d{2}`,
    String.raw`\b\d{1,2}[:H]\d{2}\b`,
    String.raw`#\d+`,
    String.raw`\bKY *:? *#?\d+`,
    String.raw`\bTHU +\d\b`,
    String.raw`(?<=\bNGAY +)\d{1,2}/\d{1,2}`,
    String.raw`\b(?:MEGA|POWER|LOTTO) *\d ?/?\d\d\b|\b\d/\d\d\b|\bBINGO *18\b|\b3D\b|\b6X36\b`,
  ].join('|'),
  'g',
)

/** @param text in NFC, so that the marks' indexes are those of `text` */
export function readPasted(category: Product, open_date: string, text: string): PastedResult {
  const marks: Mark[] = []
  let source = plain(text)
  const published = readAmounts(category, source, (from, to) => {
    marks.push({ from, to, kind: 'taken' })
    source = blanked(source, from, to)
  })
  for (const { index, 0: digits } of source.matchAll(other_digits))
    source = blanked(source, index, index + digits.length)
  const shape = shapeOf(category, open_date)
  const numbers = isBallGame(shape) ? readBalls(shape, source, marks) : readSheet(category, shape, source, marks)
  const filled = shape.reduce((sum, { key }) => sum + (numbers[key]?.filter(Boolean).length ?? 0), 0)
  const all = shape.reduce((sum, { count }) => sum + count, 0)
  return {
    numbers: inPrintedOrder(category, numbers),
    published,
    marks: marks.toSorted((one, other) => one.from - other.from),
    filled,
    missing: all - filled,
  }
}

function blanked(text: string, from: number, to: number): string {
  return text.slice(0, from) + ' '.repeat(to - from) + text.slice(to)
}

const isBallGame = (shape: readonly Group[]) => shape.some(({ pool }) => pool !== undefined)

/** Reads balls in any order; those after a bar or a label are special ones. */
function readBalls(shape: readonly Group[], source: string, marks: Mark[]): DrawnNumbers {
  const [main, extra] = shape
  const words = ballWords(source)
  const bar = [...source.matchAll(extra_names)].find(({ index }) => words.some(({ from }) => from < index))
  const numbers: Record<string, string[]> = {}
  for (const word of words) {
    const isExtra = bar !== undefined && word.from > bar.index
    const group = !isExtra && (numbers.main?.length ?? 0) < main!.count ? main! : extra
    const ball = word.text.padStart(2, '0')
    const isFit = group !== undefined && Number(ball) >= 1 && Number(ball) <= group.pool!
    const read = (numbers[group?.key ?? 'main'] ??= [])
    const isNew = group !== undefined && read.length < group.count && !read.includes(ball)
    if (isFit && isNew) read.push(ball)
    marks.push({ from: word.from, to: word.to, kind: isFit && isNew ? 'taken' : 'wrong' })
  }
  return numbers as DrawnNumbers
}

/** Numbers of one or two digits; a longer run of digits is split into pairs. */
function ballWords(source: string): Word[] {
  return [...source.matchAll(/\d+/g)].flatMap(({ 0: run, index }) => {
    if (run.length <= 2 || run.length % 2 === 1) return [{ from: index, to: index + run.length, text: run }]
    return Array.from({ length: run.length / 2 }, (_, n) => ({
      from: index + 2 * n,
      to: index + 2 * n + 2,
      text: run.slice(2 * n, 2 * n + 2),
    }))
  })
}

interface Label extends Word {
  key: Key
}

/** Reads the numbers of a sheet: each belongs to the label before it; without labels they are in one of the usual orders. */
function readSheet(category: Product, shape: readonly Group[], source: string, marks: Mark[]): DrawnNumbers {
  const labels = labelsIn(shape, source)
  let unread_text = source
  for (const { from, to } of labels) unread_text = blanked(unread_text, from, to)
  const signs = shape.find(({ is_series }) => is_series)
  const series = signs ? readSigns(unread_text, marks) : []
  for (const { from, to } of series) unread_text = blanked(unread_text, from, to)
  const words = [...unread_text.matchAll(/\d+/g)].map(({ 0: text, index }) => ({
    from: index,
    to: index + text.length,
    text,
  }))
  const groups = shape.filter(({ is_series }) => !is_series)
  // A name such as Quảng Nam looks like the label 'năm', so the reading that recognizes more numbers is used.
  const [labelled, ordered] = [byLabels(category, groups, labels, words), byOrder(category, groups, words)]
  const isLabelled = labels.length > 0 && labelled.filled >= ordered.filled
  const best = isLabelled ? labelled : ordered
  if (isLabelled) for (const { from, to } of labels) marks.push({ from, to, kind: 'label' })
  marks.push(...best.marks)
  return (
    signs && series.length > 0 ? { ...best.numbers, [signs.key]: series.map(({ text }) => text) } : best.numbers
  ) as DrawnNumbers
}

function readSigns(source: string, marks: Mark[]): Word[] {
  return [...source.matchAll(/(?<![\dA-Z])(\d{1,2}) ?([A-Z]{2})(?![A-Z\d])/g)].map((match) => {
    const from = match.index
    const to = from + match[0].length
    marks.push({ from, to, kind: 'taken' })
    return { from, to, text: `${Number(match[1])}${match[2]}` }
  })
}

/** Finds labels with or without 'Giải': 'G8:', 'Giải tám', 'ĐB', 'Nhất'. Words that look like labels are excluded, such as 'thứ Ba'. */
function labelsIn(shape: readonly Group[], source: string): Label[] {
  const keys = shape.filter(({ key }) => key !== 'main' && key !== 'extra').map(({ key }) => key as keyof typeof names)
  const labels = keys.flatMap((key) => {
    const digit = digit_names.indexOf(key as (typeof digit_names)[number]) + 1
    const prize = digit > 0 ? `(?:GIAI|PRIZE) *(?:THU *)?(?:${names[key]}|${digit})` : `(?:GIAI *)?(?:${names[key]})`
    const digitPattern = digit > 0 ? `|(?<!(?:THU|NGAY|MIEN|THANG) +)(?:${names[key]})` : ''
    const label = new RegExp(`(?<![A-Z0-9])(?:${prize}${digitPattern})(?![A-Z0-9])`, 'g')
    return [...source.matchAll(label)].map(({ 0: text, index }) => ({
      key,
      from: index,
      to: index + text.length,
      text,
    }))
  })
  const longest = labels.toSorted((one, other) => one.from - other.from || other.to - one.to)
  const separate: Label[] = []
  for (const label of longest) if (label.from >= (separate.at(-1)?.to ?? 0)) separate.push(label)
  return separate
}

type Numbers = Partial<Record<Key, string[]>>
interface ReadNumbers {
  numbers: Numbers
  marks: Mark[]
  filled: number
}

function byLabels(
  category: Product,
  groups: readonly Group[],
  labels: readonly Label[],
  words: readonly Word[],
): ReadNumbers {
  const numbers: Numbers = {}
  const marks: Mark[] = []
  let filled = 0
  for (const word of words) {
    const label = labels.findLast(({ from }) => from < word.from)
    const group = groups.find(({ key }) => key === label?.key)
    const read = group ? (numbers[group.key] ??= []) : []
    const parts = group && read.length < group.count ? piecesOf(group, word) : [word]
    for (const part of parts) {
      const isTaken = group !== undefined && read.length < group.count && fits(category, group, part.text)
      // A number with one digit too many or too few stays at its position, so that it can be corrected there.
      const isSeen = isTaken || (group !== undefined && read.length < group.count && isNearly(group, part.text))
      if (isSeen) read.push(part.text)
      if (isTaken) filled++
      marks.push({ from: part.from, to: part.to, kind: isTaken ? 'taken' : 'wrong' })
    }
  }
  return { numbers, marks, filled }
}

const isNearly = ({ digits = 0 }: Group, text: string) => Math.abs(text.length - digits) === 1

/** Splits a run of digits into numbers of the group's length. */
function piecesOf({ digits, count }: Group, word: Word): Word[] {
  if (digits === undefined || word.text.length % digits !== 0 || word.text.length > digits * count) return [word]
  return Array.from({ length: word.text.length / digits }, (_, n) => ({
    from: word.from + n * digits,
    to: word.from + (n + 1) * digits,
    text: word.text.slice(n * digits, (n + 1) * digits),
  }))
}

/** Reads the groups in each usual order, and returns the reading that recognizes most numbers. */
function byOrder(category: Product, groups: readonly Group[], words: readonly Word[]): ReadNumbers {
  const [special, ...rest] = groups
  // The North prints the special prize last, after the others in falling order.
  const orders = [groups, groups.toReversed(), [...rest, special!]]
  const read = orders.map((order) => inOrder(category, order, words))
  return read.toSorted((one, other) => other.filled - one.filled)[0]!
}

function inOrder(category: Product, groups: readonly Group[], words: readonly Word[]): ReadNumbers {
  const numbers: Numbers = {}
  const marks: Mark[] = []
  const places = groups.flatMap((group) => Array.from({ length: group.count }, () => group))
  let [position, filled] = [0, 0]
  for (const word of words) {
    const place = places[position]
    for (const part of place ? piecesOf(place, word) : [word]) {
      const group = places[position]
      const isTaken = group !== undefined && fits(category, group, part.text)
      if (isTaken) {
        ;(numbers[group.key] ??= []).push(part.text)
        position++
        filled++
      }
      marks.push({ from: part.from, to: part.to, kind: isTaken ? 'taken' : 'wrong' })
    }
  }
  return { numbers, marks, filled }
}

const amount_names: Partial<Record<Product, readonly (readonly [tier: string, name: string])[]>> = {
  [product.mega645]: [['jackpot', 'JACKPOT|JP|DOC DAC']],
  [product.power655]: [
    ['jackpot2', 'JACKPOT *2|JP *2'],
    ['jackpot1', 'JACKPOT *1|JP *1|JACKPOT|JP'],
  ],
  [product.lotto535]: [['jackpot', 'DOC DAC|JACKPOT|JP']],
}

/** Reads 'Jackpot 1: 344.987.346.900 đ (1 giải)' or '1 × 344.987.346.900'; calls `onRead` with the range of each amount. */
function readAmounts(category: Product, source: string, onRead: (from: number, to: number) => void): PublishedTiers {
  const published: Record<string, { winners: number; amount: number }> = {}
  if (isTraditional(category) || publishedTiers(category).length === 0) return published
  let unread_text = source
  for (const [tier, name] of amount_names[category] ?? []) {
    const amount = String.raw`(?<amount>\d{1,3}(?:[.,]\d{3}){2,4}|\d{9,13})`
    const winners = String.raw`(?:(?<before>\d{1,3}) *(?:X|×|\*|GIAI) *)?`
    const after_amount = String.raw`(?: *(?:D|VND|DONG)\b)?(?: *\(? *(?:X|×|-|,)? *(?<after>\d{1,3}) *(?:GIAI|NGUOI|VE|NG)\b *\)?)?`
    const match = new RegExp(String.raw`(?:${name})\W*${winners}${amount}${after_amount}`).exec(unread_text)
    if (!match) continue
    const [from, to] = [match.index, match.index + match[0].length]
    const { amount: digits, before, after } = match.groups!
    published[tier] = { winners: Number(before ?? after ?? 0), amount: Number(digits!.replaceAll(/\D/g, '')) }
    onRead(from, to)
    unread_text = blanked(unread_text, from, to)
  }
  return published
}
