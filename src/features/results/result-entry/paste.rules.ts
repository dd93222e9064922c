/**
 * Reads a result as people copy it from a page or a message: with or without labels, numbers parted by dashes, spaces or lines, from the eighth
 * prize up or from the special one down. What was understood is marked, so that it can be looked at before it is taken.
 */
import { isTraditional, product, type Product } from '#features/results/product/product.contract.ts'
import { publishedTiers, type DrawnNumbers, type PublishedTiers } from '#features/results/result/draw-shape.rules.ts'
import { fits, inPrintedOrder, shapeOf } from '#features/results/result/entry.rules.ts'

type Group = ReturnType<typeof shapeOf>[number]
type Key = Group['key']

/** A part of the text: understood as a label or a number, or a number that fits nowhere. */
export interface Mark {
  from: number
  to: number
  kind: 'label' | 'taken' | 'wrong'
}
export interface Pasted {
  numbers: DrawnNumbers
  published: PublishedTiers
  marks: Mark[]
  taken: number
  missing: number
}

interface Word {
  from: number
  to: number
  text: string
}

/** Plain capitals of the same length, so that places in it are places in the text. */
function plain(text: string): string {
  return [...text]
    .map((letter) => {
      const bare = letter.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/[đĐ]/g, 'D').toUpperCase()
      return bare.length === letter.length ? bare : letter
    })
    .join('')
}

/** What a group is called, without accents, the longest first. */
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

/** Days, hours, draw numbers and names of games have digits too. */
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

/** @param text composed (NFC), so that the places of the marks are places in it. */
export function readPasted(category: Product, open_date: string, text: string): Pasted {
  const marks: Mark[] = []
  let source = plain(text)
  const published = takeAmounts(category, source, (from, to) => {
    marks.push({ from, to, kind: 'taken' })
    source = blanked(source, from, to)
  })
  for (const { index, 0: found } of source.matchAll(other_digits)) source = blanked(source, index, index + found.length)
  const shape = shapeOf(category, open_date)
  const numbers = isBallGame(shape) ? readBalls(shape, source, marks) : readSheet(category, shape, source, marks)
  const taken = shape.reduce((sum, { key }) => sum + (numbers[key]?.filter(Boolean).length ?? 0), 0)
  const all = shape.reduce((sum, { count }) => sum + count, 0)
  return {
    numbers: inPrintedOrder(category, numbers),
    published,
    marks: marks.toSorted((one, other) => one.from - other.from),
    taken,
    missing: all - taken,
  }
}

function blanked(text: string, from: number, to: number): string {
  return text.slice(0, from) + ' '.repeat(to - from) + text.slice(to)
}

const isBallGame = (shape: readonly Group[]) => shape.some(({ pool }) => pool !== undefined)

/** Balls in any order; those behind a bar or a label are the special ones. */
function readBalls(shape: readonly Group[], source: string, marks: Mark[]): DrawnNumbers {
  const [main, extra] = shape
  const words = ballWords(source)
  const behind = [...source.matchAll(extra_names)].find(({ index }) => words.some(({ from }) => from < index))
  const numbers: Record<string, string[]> = {}
  for (const word of words) {
    const isBehind = behind !== undefined && word.from > behind.index
    const wanted = !isBehind && (numbers.main?.length ?? 0) < main!.count ? main! : extra
    const ball = word.text.padStart(2, '0')
    const isFit = wanted !== undefined && Number(ball) >= 1 && Number(ball) <= wanted.pool!
    const there = (numbers[wanted?.key ?? 'main'] ??= [])
    const isNew = wanted !== undefined && there.length < wanted.count && !there.includes(ball)
    if (isFit && isNew) there.push(ball)
    marks.push({ from: word.from, to: word.to, kind: isFit && isNew ? 'taken' : 'wrong' })
  }
  return numbers as DrawnNumbers
}

/** Numbers of one or two digits; a longer run is of two digits each. */
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

/** Numbers of prizes: each belongs to the label before it; without labels they follow one another in one of the two usual orders. */
function readSheet(category: Product, shape: readonly Group[], source: string, marks: Mark[]): DrawnNumbers {
  const labels = labelsIn(shape, source)
  let rest = source
  for (const { from, to } of labels) rest = blanked(rest, from, to)
  const signs = shape.find(({ is_series }) => is_series)
  const series = signs ? takeSigns(rest, marks) : []
  for (const { from, to } of series) rest = blanked(rest, from, to)
  const words = [...rest.matchAll(/\d+/g)].map(({ 0: text, index }) => ({ from: index, to: index + text.length, text }))
  const groups = shape.filter(({ is_series }) => !is_series)
  // A name such as Quảng Nam looks like a label: what takes more numbers is right.
  const [labelled, ordered] = [byLabels(category, groups, labels, words), byOrder(category, groups, words)]
  const isLabelled = labels.length > 0 && labelled.taken >= ordered.taken
  const best = isLabelled ? labelled : ordered
  if (isLabelled) for (const { from, to } of labels) marks.push({ from, to, kind: 'label' })
  marks.push(...best.marks)
  return (
    signs && series.length > 0 ? { ...best.numbers, [signs.key]: series.map(({ text }) => text) } : best.numbers
  ) as DrawnNumbers
}

function takeSigns(source: string, marks: Mark[]): Word[] {
  return [...source.matchAll(/(?<![\dA-Z])(\d{1,2}) ?([A-Z]{2})(?![A-Z\d])/g)].map((found) => {
    const from = found.index
    const to = from + found[0].length
    marks.push({ from, to, kind: 'taken' })
    return { from, to, text: `${Number(found[1])}${found[2]}` }
  })
}

/** Labels stand alone or behind 'Giải': 'G8:', 'Giải tám', 'ĐB', 'Nhất'. A word that only looks like one, as in 'thứ Ba', is none. */
function labelsIn(shape: readonly Group[], source: string): Label[] {
  const keys = shape.filter(({ key }) => key !== 'main' && key !== 'extra').map(({ key }) => key as keyof typeof names)
  const found = keys.flatMap((key) => {
    const digit = digit_names.indexOf(key as (typeof digit_names)[number]) + 1
    const prize = digit > 0 ? `(?:GIAI|PRIZE) *(?:THU *)?(?:${names[key]}|${digit})` : `(?:GIAI *)?(?:${names[key]})`
    const alone = digit > 0 ? `|(?<!(?:THU|NGAY|MIEN|THANG) +)(?:${names[key]})` : ''
    const label = new RegExp(`(?<![A-Z0-9])(?:${prize}${alone})(?![A-Z0-9])`, 'g')
    return [...source.matchAll(label)].map(({ 0: text, index }) => ({
      key,
      from: index,
      to: index + text.length,
      text,
    }))
  })
  const longest = found.toSorted((one, other) => one.from - other.from || other.to - one.to)
  const apart: Label[] = []
  for (const label of longest) if (label.from >= (apart.at(-1)?.to ?? 0)) apart.push(label)
  return apart
}

type Numbers = Partial<Record<Key, string[]>>
interface Understood {
  numbers: Numbers
  marks: Mark[]
  taken: number
}

function byLabels(
  category: Product,
  groups: readonly Group[],
  labels: readonly Label[],
  words: readonly Word[],
): Understood {
  const numbers: Numbers = {}
  const marks: Mark[] = []
  let taken = 0
  for (const word of words) {
    const label = labels.findLast(({ from }) => from < word.from)
    const group = groups.find(({ key }) => key === label?.key)
    const there = group ? (numbers[group.key] ??= []) : []
    const parts = group && there.length < group.count ? piecesOf(group, word) : [word]
    for (const part of parts) {
      const isTaken = group !== undefined && there.length < group.count && fits(category, group, part.text)
      // A number with a wrong count of digits keeps its place, so that it is seen and mended there.
      const isSeen = isTaken || (group !== undefined && there.length < group.count && isNearly(group, part.text))
      if (isSeen) there.push(part.text)
      if (isTaken) taken++
      marks.push({ from: part.from, to: part.to, kind: isTaken ? 'taken' : 'wrong' })
    }
  }
  return { numbers, marks, taken }
}

const isNearly = ({ digits = 0 }: Group, text: string) => Math.abs(text.length - digits) === 1

/** Numbers that stand together without anything between them. */
function piecesOf({ digits, count }: Group, word: Word): Word[] {
  if (digits === undefined || word.text.length % digits !== 0 || word.text.length > digits * count) return [word]
  return Array.from({ length: word.text.length / digits }, (_, n) => ({
    from: word.from + n * digits,
    to: word.from + (n + 1) * digits,
    text: word.text.slice(n * digits, (n + 1) * digits),
  }))
}

/** From the special prize down as printed in the North, or from the last one up; whichever takes more numbers. */
function byOrder(category: Product, groups: readonly Group[], words: readonly Word[]): Understood {
  const [special, ...others] = groups
  // The North prints the special one last though the others go down.
  const orders = [groups, groups.toReversed(), [...others, special!]]
  const read = orders.map((order) => inOrder(category, order, words))
  return read.toSorted((one, other) => other.taken - one.taken)[0]!
}

function inOrder(category: Product, groups: readonly Group[], words: readonly Word[]): Understood {
  const numbers: Numbers = {}
  const marks: Mark[] = []
  const places = groups.flatMap((group) => Array.from({ length: group.count }, () => group))
  let [at, taken] = [0, 0]
  for (const word of words) {
    const place = places[at]
    for (const part of place ? piecesOf(place, word) : [word]) {
      const group = places[at]
      const isTaken = group !== undefined && fits(category, group, part.text)
      if (isTaken) {
        ;(numbers[group.key] ??= []).push(part.text)
        at++
        taken++
      }
      marks.push({ from: part.from, to: part.to, kind: isTaken ? 'taken' : 'wrong' })
    }
  }
  return { numbers, marks, taken }
}

const amount_names: Partial<Record<Product, readonly (readonly [tier: string, name: string])[]>> = {
  [product.mega645]: [['jackpot', 'JACKPOT|JP|DOC DAC']],
  [product.power655]: [
    ['jackpot2', 'JACKPOT *2|JP *2'],
    ['jackpot1', 'JACKPOT *1|JP *1|JACKPOT|JP'],
  ],
  [product.lotto535]: [['jackpot', 'DOC DAC|JACKPOT|JP']],
}

/** 'Jackpot 1: 344.987.346.900 đ (1 giải)', and the other way round '1 × 344.987.346.900'. */
function takeAmounts(category: Product, source: string, take: (from: number, to: number) => void): PublishedTiers {
  const published: Record<string, { winners: number; amount: number }> = {}
  if (isTraditional(category) || publishedTiers(category).length === 0) return published
  let rest = source
  for (const [tier, name] of amount_names[category] ?? []) {
    const amount = String.raw`(?<amount>\d{1,3}(?:[.,]\d{3}){2,4}|\d{9,13})`
    const winners = String.raw`(?:(?<before>\d{1,3}) *(?:X|×|\*|GIAI) *)?`
    const behind = String.raw`(?: *(?:D|VND|DONG)\b)?(?: *\(? *(?:X|×|-|,)? *(?<after>\d{1,3}) *(?:GIAI|NGUOI|VE|NG)\b *\)?)?`
    const found = new RegExp(String.raw`(?:${name})\W*${winners}${amount}${behind}`).exec(rest)
    if (!found) continue
    const [from, to] = [found.index, found.index + found[0].length]
    const { amount: digits, before, after } = found.groups!
    published[tier] = { winners: Number(before ?? after ?? 0), amount: Number(digits!.replaceAll(/\D/g, '')) }
    take(from, to)
    rest = blanked(rest, from, to)
  }
  return published
}
