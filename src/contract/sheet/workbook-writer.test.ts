import { crc32, inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { cellOf, type ExportColumn } from './cells.ts'
import { readRows } from './read-file.ts'
import type { SheetRow } from './row-scanner.ts'
import { default_limits } from './sheet-limits.ts'
import { columnName, escapeXml, type Cell, type SheetColumn } from './sheet-xml.ts'
import type { WrittenSheetLimits } from './workbook-parts.ts'
import { WorkbookWriter } from './workbook-writer.ts'

const columns: SheetColumn[] = [
  { head: 'Mã', format: 'text' },
  { head: 'Số tiền', format: 'number' },
  { head: 'Ngày', format: 'day' },
]

async function written(
  rows: Cell[][],
  sheet_columns: SheetColumn[] = columns,
  limits?: WrittenSheetLimits,
): Promise<Blob> {
  const book = new WorkbookWriter(sheet_columns, limits)
  await book.add(rows)
  return book.finish()
}

/** The files of an archive, read independently of our reader: along the directory, with zlib. */
async function unzipped(file: Blob): Promise<Map<string, string>> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const view = new DataView(bytes.buffer)
  const end = bytes.length - 22
  expect(view.getUint32(end, true)).toBe(0x06054b50)
  const texts = new Map<string, string>()
  let offset = view.getUint32(end + 16, true)
  for (let read = 0; read < view.getUint16(end + 10, true); read++) {
    const packed = view.getUint32(offset + 20, true)
    const name_length = view.getUint16(offset + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(offset + 46, offset + 46 + name_length))
    const local_offset = view.getUint32(offset + 42, true)
    // The local header agrees with the directory.
    expect(bytes.subarray(local_offset + 4, local_offset + 30)).toEqual(bytes.subarray(offset + 6, offset + 32))
    const from = local_offset + 30 + name_length
    const text = inflateRawSync(bytes.subarray(from, from + packed))
    expect([text.length, crc32(text)]).toEqual([view.getUint32(offset + 24, true), view.getUint32(offset + 16, true)])
    texts.set(name, new TextDecoder().decode(text))
    offset += 46 + name_length
  }
  return texts
}

async function readBack(file: Blob): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  await readRows(file, default_limits, (some) => rows.push(...some))
  return rows
}

test('a sheet has the row heights, frozen head and formats of the specification', async () => {
  const parts = await unzipped(await written([['A1', 1_500_000, 46_000]]))
  expect([...parts.keys()][0]).toBe('[Content_Types].xml')
  expect(parts.get('xl/workbook.xml')).toContain('<sheet name="Sheet1"')
  const sheet = parts.get('xl/worksheets/sheet1.xml')!
  expect(sheet).toContain('<row r="1" ht="50" customHeight="1">')
  expect(sheet).toContain('<row r="2" ht="26" customHeight="1">')
  expect([...sheet.matchAll(/ width="(\d+)"/g)].map(([, width]) => width)).toEqual(['16', '16', '16'])
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
  const style = Number(/<c r="B2" s="(\d)"><v>1500000<\/v>/.exec(sheet)?.[1])
  const formats = [...parts.get('xl/styles.xml')!.matchAll(/<xf numFmtId="(\d+)" fontId="(\d)"[^>]*xfId/g)]
  // The built-in format 3 is '#,##0'.
  expect(formats[style]?.[1]).toBe('3')
  const head = Number(/<c r="A1" s="(\d)"/.exec(sheet)?.[1])
  expect(formats[head]?.[2]).toBe('1')
  expect(parts.get('xl/styles.xml')).toContain('<font><b/>')
})

test('a column is as wide as its longest text, up to a maximum', async () => {
  const parts = await unzipped(
    await written([
      ['Nguyễn Thị Hồng Nhung ở Cần Thơ', 1, 46_000],
      ['x'.repeat(500), 1, 46_000],
    ]),
  )
  const short = await unzipped(await written([['Nguyễn Thị Hồng Nhung ở Cần Thơ', 1, 46_000]]))
  expect(/width="(\d+)"/.exec(short.get('xl/worksheets/sheet1.xml')!)?.[1]).toBe('33')
  expect(/width="(\d+)"/.exec(parts.get('xl/worksheets/sheet1.xml')!)?.[1]).toBe('60')
})

test('text is written unchanged and never as a formula, without the characters that XML forbids', async () => {
  const texts = [
    '=HYPERLINK("http://x","y")',
    '+84912345678',
    '-1',
    '@SUM(A1)',
    '000123',
    '0912345678',
    '<a & "b">',
    ' hai  dấu cách ',
    'dòng một\ndòng hai',
    '_x0041_',
    '😀 Nguyễn',
    '12345678901234567890',
  ]
  const file = await written(texts.map((text) => [text]))
  expect((await readBack(file)).slice(1).map(({ cells }) => cells[0])).toEqual(texts)
  const sheet = (await unzipped(file)).get('xl/worksheets/sheet1.xml')!
  expect(sheet).not.toContain('<f')
  expect(sheet.match(/t="inlineStr"/g)).toHaveLength(texts.length + columns.length)
  expect(escapeXml('a\u0000b\u0008c\uffff\ud800d')).toBe('abc\ufffdd')
  // Decomposed letters are composed.
  expect(escapeXml('Nguyễn'.normalize('NFD'))).toBe('Nguyễn')
  expect(escapeXml('x'.repeat(40_000))).toHaveLength(32_767)
})

test('rows beyond a full sheet continue in further sheets with the same heads', async () => {
  const rows = Array.from({ length: 25 }, (_, index) => [`dòng ${index}`, index, null])
  const parts = await unzipped(await written(rows, columns, { rows: 11, bytes: 2 ** 31 }))
  expect(parts.get('xl/workbook.xml')!.match(/name="Sheet\d"/g)).toEqual([
    'name="Sheet1"',
    'name="Sheet2"',
    'name="Sheet3"',
  ])
  const counts = [1, 2, 3].map((number) => parts.get(`xl/worksheets/sheet${number}.xml`)!.match(/<row /g)!.length)
  expect(counts).toEqual([11, 11, 6])
  expect(parts.get('[Content_Types].xml')!.match(/worksheet\+xml/g)).toHaveLength(3)
  for (const number of [1, 2, 3])
    expect(parts.get(`xl/worksheets/sheet${number}.xml`)).toMatch(/Số tiền.*<\/worksheet>$/)
})

test('a workbook without rows has its heads, and an exactly full sheet is not followed by an empty one', async () => {
  expect(await readBack(await written([]))).toEqual([{ number: 1, cells: ['Mã', 'Số tiền', 'Ngày'] }])
  const full = await unzipped(await written([['a'], ['b']], columns, { rows: 3, bytes: 2 ** 31 }))
  expect(full.has('xl/worksheets/sheet2.xml')).toBe(false)
})

test('column numbers become the column names of Excel', () => {
  expect([0, 25, 26, 701, 702, 16_383].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD'])
})

test('values become cells by the kind of their column', async () => {
  const column = (kind: ExportColumn['kind'], overrides: Partial<ExportColumn> = {}): ExportColumn => ({
    key: 'x',
    head: 'X',
    kind,
    ...overrides,
  })
  const options = [
    { value: 1, label: 'Hoạt động' },
    { value: 0, label: 'Đã khóa' },
  ]
  expect(cellOf(column('status', { options }), 0)).toBe('Đã khóa')
  expect(cellOf(column('status', { options }), 7)).toBe('7')
  expect(cellOf(column('phone'), '84912345678')).toBe('0912345678')
  expect(cellOf(column('flag'), true)).toBe('Có')
  expect(
    cellOf(column('list', { name: 'group_name' }), [
      { group_id: 1, group_name: 'Kế toán' },
      { group_id: 2, group_name: 'Kho' },
    ]),
  ).toBe('Kế toán, Kho')
  expect(cellOf(column('money'), 1_500_000)).toBe(1_500_000)
  expect(cellOf(column('money'), Number.MAX_SAFE_INTEGER)).toBe('9007199254740991')
  expect(cellOf(column('day'), null)).toBe(null)
  expect(cellOf(column('day'), '1900-01-15')).toBe('15/01/1900')
  const cells = [cellOf(column('day'), '2026-10-01'), cellOf(column('moment'), '2026-09-30T17:05:09.123Z')]
  const dates: SheetColumn[] = [
    { head: 'Ngày', format: 'day' },
    { head: 'Lúc', format: 'moment' },
  ]
  // Real dates, on Viet Nam's clock.
  expect((await readBack(await written([cells], dates)))[1]?.cells).toEqual(['01/10/2026', '01/10/2026 00:05:09'])
})
