/** Reads typed and pasted numbers, and marks the matching digits. */
import { checkBoard, playTypeLabel, playTypesOf, ticketPlay } from '#features/results/product/game.rules.ts'
import { isTraditional, product, type Product } from '#features/results/product/product.contract.ts'
import type { DrawnNumbers } from '#features/results/result/draw-shape.rules.ts'
import type { PlayedLine } from '#features/results/prize/prize.rules.ts'
import type { Win } from '#features/results/prize/win.rules.ts'

interface TypedEntry {
  numbers: string
  play_type?: number | null | undefined
  stake?: number | null | undefined
  series?: string | null | undefined
}

type ReadEntry = (PlayedLine & { play_label: string | null }) | { error: string; numbers: string }

export const digitsOf = (category: Product) => (category === product.north ? 5 : 6)

/**
 * Splits a text into entries, whatever the separators. For tickets, spaces inside a number are ignored and '09824 15AN' is one entry; for games each
 * line is a board.
 */
export function splitEntries(category: Product, text: string): string[] {
  const parts = text
    .normalize('NFC')
    .split(isTraditional(category) ? /[\n\r,;\t|/]+/ : /[\n\r;]+/)
    .map((part) => part.trim())
    .filter(Boolean)
  return isTraditional(category) ? parts.flatMap((part) => splitTickets(part, digitsOf(category))) : parts
}

/** '68 1530' is one number, '417268 517268' are two, '09824 15AN' is one with its series. */
function splitTickets(part: string, digits: number): string[] {
  const words = part.split(/\s+/)
  if (words.join('').length === digits) return [words.join('')]
  const entries: string[] = []
  for (const word of words) {
    const is_series = /^\d{1,2}[A-Za-z]{2}$/.test(word)
    const lastEntry = entries.at(-1)
    if (is_series && lastEntry !== undefined && /^\d+$/.test(lastEntry))
      entries[entries.length - 1] = `${lastEntry} ${word.toUpperCase()}`
    else entries.push(word)
  }
  return entries.every((entry) => entry.split(' ')[0]!.length >= digits) ? entries : [part]
}

/** The order line of an entry, or the error in it. */
export function readEntry(category: Product, entry: TypedEntry): ReadEntry {
  return isTraditional(category) ? readTicket(category, entry) : readBoard(category, entry)
}

function readTicket(category: Product, { numbers: typed, series: typed_series, stake }: TypedEntry): ReadEntry {
  const [, number, series_suffix] = /^([\d\s.-]+?)\s*(\d{1,2}\p{L}{2})?$/u.exec(typed.trim()) ?? []
  if (number === undefined) return { numbers: typed, error: 'Không phải là số vé' }
  const numbers = number.replaceAll(/\D/g, '')
  const digits = digitsOf(category)
  if (numbers.length !== digits) return { numbers: typed, error: `Có ${numbers.length} chữ số, cần ${digits}` }
  const series = typed_series ?? series_suffix ?? null
  return {
    play_type: ticketPlay.single,
    play_label: null,
    numbers,
    series: series === null ? null : series.toUpperCase(),
    quantity: stake ?? 1,
  }
}

/** Reads a game's board: by the given play type, or by the first one that accepts these numbers. */
function readBoard(category: Product, { numbers: typed, play_type, stake }: TypedEntry): ReadEntry {
  const cleanedText = (/^\d+(-\d+)+$/.test(typed.trim()) ? typed.replaceAll('-', ' ') : typed)
    .replaceAll(',', ' ')
    .trim()
  const plays = play_type == null ? playTypesOf(category).map((play) => play.play_type) : [play_type]
  let error = 'Sản phẩm này không có loại hình chơi'
  for (const [index, play] of plays.entries()) {
    const result = checkBoard(category, { play_type: play, numbers: cleanedText, stake: 1 })
    if ('error' in result) {
      if (index === 0) ({ error } = result)
      continue
    }
    const quantity = result.lines * (stake ?? 1)
    return { play_type: play, play_label: playTypeLabel(play), numbers: result.numbers, series: null, quantity }
  }
  return { numbers: typed, error }
}

/** For each character of `numbers` '1' where it matched the drawn numbers, otherwise '0'; '' without a prize. */
export function marksOf(category: Product, draw: DrawnNumbers, numbers: string, wins: readonly Win[]): string {
  if (wins.length === 0) return ''
  if (!isTraditional(category)) return boardMarks(category, draw, numbers)
  const marks = [...numbers].map(() => false)
  for (const { tier } of wins)
    for (const position of matchedPlaces(category, draw, numbers, tier)) marks[position] = true
  return marks.map((mark) => (mark ? '1' : '0')).join('')
}

function matchedPlaces(category: Product, draw: DrawnNumbers, numbers: string, tier: string): number[] {
  const positions = [...numbers].map((_, index) => index)
  const special = draw.special?.[0] ?? ''
  const lastPositions = (count: number) => positions.slice(-count)
  if (tier === 'special') return positions
  if (tier === 'special_extra') return category === product.north ? positions : positions.slice(1)
  if (tier === 'consolation')
    return category === product.north
      ? lastPositions(2)
      : positions.filter((position) => numbers[position] === special[position])
  const ending = draw[tier as keyof DrawnNumbers]?.find((drawn_number) => numbers.endsWith(drawn_number))
  return ending === undefined ? [] : lastPositions(ending.length)
}

/** Marks the drawn numbers of a board; bets in words, such as Chẵn, have no marks. */
function boardMarks(category: Product, draw: DrawnNumbers, numbers: string): string {
  const [main_numbers = '', special_number] = numbers.split('|')
  const main =
    category === product.lotto535 || category === product.power655 ? (draw.main ?? []) : Object.values(draw).flat()
  const extra = category === product.power655 ? (draw.extra ?? []) : []
  const mark = (part: string, drawn: readonly string[]) =>
    part.replaceAll(/\S+/g, (word) => (drawn.includes(word) ? '1' : '0').repeat(word.length))
  const markedDigits =
    mark(main_numbers, [...main, ...extra]) +
    (special_number === undefined ? '' : `|${mark(special_number, draw.extra ?? [])}`)
  return markedDigits.replaceAll(/[^01]/g, '0')
}
