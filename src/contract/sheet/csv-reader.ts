/** A .csv file as Vietnamese offices have them: any of the usual separators, and letters in UTF-8, UTF-16 or Windows-1258. */
import { numberText } from '../text/number-text.ts'
import type { SheetFacts } from './xlsx-reader.ts'
import type { SheetRow } from './row-scanner.ts'
import { sheetErrors } from './sheet-error.ts'
import type { ImportLimits } from './sheet-limits.ts'

/** How many bytes are examined to recognise UTF-16 without a byte order mark. */
const probe_bytes = 400
/** How many characters are examined for the first line. */
const probe_letters = 20_000
const decoded_bytes = 64 * 1024
const rows_per_batch = 2_000

/** Decodes a text file: by its byte order mark, else by what its bytes can be. */
export function decodeText(bytes: Uint8Array): string {
  const [first_byte, second_byte] = bytes
  if (first_byte === 0xff && second_byte === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first_byte === 0xfe && second_byte === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const start = bytes.subarray(0, probe_bytes)
  const zeros = (parity: 0 | 1) => start.filter((byte, index) => byte === 0 && index % 2 === parity).length
  // In UTF-16 every other byte of Latin text is zero.
  if (zeros(1) > start.length / 4) return new TextDecoder('utf-16le').decode(bytes)
  if (zeros(0) > start.length / 4) return new TextDecoder('utf-16be').decode(bytes)
  if (start.includes(0)) throw sheetErrors.not_sheet()
  try {
    return decodeUtf8(bytes)
  } catch {
    // Windows-1258 encodes letter and tone mark separately; NFC composes them.
    const text = new TextDecoder('windows-1258').decode(bytes).normalize('NFC')
    // oxlint-disable-next-line no-control-regex
    if (/[\u0080-\u009f]/.test(text)) throw sheetErrors.wrong_letters()
    return text
  }
}

/** Chunk by chunk, because a decoder is several times slower with one long text. @throws TypeError when the bytes are not UTF-8 */
function decodeUtf8(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  for (let from = 0; from < bytes.length; from += decoded_bytes)
    text += decoder.decode(bytes.subarray(from, from + decoded_bytes), { stream: true })
  return text + decoder.decode()
}

/** The separator: the one that a 'sep=;' line of Excel names, else the most frequent one of the first line outside of quotes. */
export function separatorOf(text: string): string {
  const separatorLine = /^sep=(.)\r?\n/i.exec(text)
  if (separatorLine) return separatorLine[1]!
  const line =
    /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text.slice(0, probe_letters))?.[0].replaceAll(/"(?:[^"]|"")*"/g, '') ?? ''
  const counts = ['\t', ';', ',', '|'].map((separator) => [line.split(separator).length, separator] as const)
  return counts.reduce((best, candidate) => (candidate[0] > best[0] ? candidate : best))[1]
}

export function readCsv(bytes: Uint8Array, limits: ImportLimits, sink: (rows: SheetRow[]) => void): SheetFacts {
  const text = decodeText(bytes).replace(/^\ufeff/, '')
  const separator = separatorOf(text)
  let batch: SheetRow[] = []
  let count = 0
  let surplus = 0
  for (const { number, cells } of csvRows(text, separator)) {
    if (cells.every((cell) => cell === '') || (number === 1 && /^sep=.$/i.test(cells.join(separator)))) continue
    if (++count > limits.rows + 1) throw sheetErrors.too_large(`hơn ${numberText(limits.rows)} dòng`)
    surplus += cells.splice(limits.columns).filter(Boolean).length
    batch.push({ number, cells })
    if (batch.length < rows_per_batch) continue
    sink(batch)
    batch = []
  }
  if (batch.length > 0) sink(batch)
  return { sheet: '', others: [], formulas: 0, merged: 0, hidden: [], hidden_count: 0, beyond: surplus }
}

/** Rows of fields; a quoted field may hold separators, line ends and doubled quotes. */
function* csvRows(text: string, separator: string): Generator<{ number: number; cells: string[] }> {
  const is_plain = !text.includes('"') && !/\r(?!\n)/.test(text)
  yield* is_plain ? plainRows(text, separator) : quotedRows(text, separator)
}

/** Rows of a text without quotes whose lines end the same way: most files, and several times as fast. */
function* plainRows(text: string, separator: string): Generator<{ number: number; cells: string[] }> {
  for (let number = 1, from = 0; from < text.length; number++) {
    const line_end = text.indexOf('\n', from)
    const to = line_end < 0 ? text.length : line_end
    yield { number, cells: text.slice(from, text[to - 1] === '\r' ? to - 1 : to).split(separator) }
    from = to + 1
  }
}

function* quotedRows(text: string, separator: string): Generator<{ number: number; cells: string[] }> {
  let cells: string[] = []
  let position = 0
  for (let number = 1; position < text.length;) {
    let value: string
    if (text[position] === '"') {
      const end = closingQuote(text, position)
      value = text.slice(position + 1, end).replaceAll('""', '"')
      position = end + 1
      // Text between the closing quote and the separator is malformed; it is appended rather than lost silently.
      const to = fieldEnd(text, position, separator)
      value += text.slice(position, to)
      position = to
    } else {
      const to = fieldEnd(text, position, separator)
      value = text.slice(position, to)
      position = to
    }
    cells.push(withoutQuotes(value))
    if (text[position] === separator) {
      position++
      if (position < text.length) continue
      cells.push('')
    }
    if (text[position] === '\r') position++
    if (text[position] === '\n') position++
    yield { number, cells }
    number++
    cells = []
  }
}

function closingQuote(text: string, from: number): number {
  for (let position = text.indexOf('"', from + 1); position >= 0; position = text.indexOf('"', position + 2))
    if (text[position + 1] !== '"') return position
  return text.length
}

function fieldEnd(text: string, from: number, separator: string): number {
  for (let position = from; position < text.length; position++) {
    const letter = text[position]
    if (letter === separator || letter === '\n' || letter === '\r') return position
  }
  return text.length
}

/** The content of ="00123", which spreadsheets write to keep leading zeros. */
function withoutQuotes(value: string): string {
  return /^="([^"]*)"$/.exec(value)?.[1] ?? value
}
