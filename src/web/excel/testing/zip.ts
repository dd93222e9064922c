/** Zip files for the tests, honest and otherwise, made without our own writer. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface Part {
  name: string
  text: string
  /** False values that the archive states, for tests of damaged files. */
  claimed_size?: number
  claimed_crc?: number
  stored?: boolean
  flags?: number
  packed?: Uint8Array
}

/** A ZIP file of these parts, which may lie about their size, checksum and packing. */
export function zipOf(parts: readonly Part[]): File {
  const bodies: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const part of parts) {
    const body = new TextEncoder().encode(part.text)
    const packed = part.packed ?? (part.stored ? body : deflateRawSync(body))
    const name = new TextEncoder().encode(part.name)
    const common = numbers(
      [2, 20],
      [2, part.flags ?? 0],
      [2, part.stored ? 0 : 8],
      [4, 0],
      [4, part.claimed_crc ?? crc32(body)],
      [4, packed.length],
      [4, part.claimed_size ?? body.length],
      [2, name.length],
      [2, 0],
    )
    directory.push(numbers([4, 0x02014b50], [2, 20]), common, numbers([4, 0], [2, 0], [4, 0], [4, offset]), name)
    const local = [numbers([4, 0x04034b50]), common, name, Uint8Array.from(packed)]
    bodies.push(...local)
    offset += local.reduce((sum, { length }) => sum + length, 0)
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  const end = numbers([4, 0x06054b50], [4, 0], [2, parts.length], [2, parts.length], [4, size], [4, offset], [2, 0])
  return new File([...bodies, ...directory, end], 'tệp.xlsx')
}

/** Numbers of so many bytes each, the lowest byte first. */
function numbers(...fields: [length: number, value: number][]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    fields.flatMap(([length, value]) => Array.from({ length }, (_, byte) => Math.floor(value / 256 ** byte) % 256)),
  )
}

/** Letters of two bytes each, the lower byte first. */
export function utf16(text: string): number[] {
  return [...text].flatMap((letter) => [letter.charCodeAt(0) % 256, letter.charCodeAt(0) >> 8])
}

const workbook = (sheets: string) =>
  `<workbook xmlns:r="r"><sheets>${sheets || '<sheet name="Thẻ" sheetId="1" r:id="rId1"/>'}</sheets></workbook>`

interface Book {
  sheet: string
  shared?: string
  styles?: string
  sheets?: string
  extraParts?: readonly Part[]
}

/** A workbook with the given XML as its only sheet. */
export function bookOf({ sheet, shared, styles, sheets = '', extraParts = [] }: Book): File {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`
  return zipOf([
    {
      name: '_rels/.rels',
      text: `<Relationships>${relation('a', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    { name: 'xl/workbook.xml', text: workbook(sheets) },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: `<Relationships>${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId2', 'worksheet', '/xl/worksheets/sheet2.xml')}${relation('s', 'sharedStrings', 'sharedStrings.xml')}${relation('t', 'styles', 'styles.xml')}</Relationships>`,
    },
    { name: 'xl/worksheets/sheet1.xml', text: sheet },
    ...(shared === undefined ? [] : [{ name: 'xl/sharedStrings.xml', text: shared }]),
    ...(styles === undefined ? [] : [{ name: 'xl/styles.xml', text: styles }]),
    ...extraParts,
  ])
}
