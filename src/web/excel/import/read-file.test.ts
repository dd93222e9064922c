import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeText, separatorOf } from '#contract/sheet/csv-reader.ts'
import { digestOf, readRows } from '#contract/sheet/read-file.ts'
import type { SheetRow } from '#contract/sheet/row-scanner.ts'
import { SheetError } from '#contract/sheet/sheet-error.ts'
import { default_limits, type ImportLimits } from '#contract/sheet/sheet-limits.ts'
import { bookOf, utf16, zipOf } from '#web/excel/testing/zip.ts'

async function read(file: Blob, limits: Partial<ImportLimits> = {}) {
  const rows: SheetRow[] = []
  const summary = await readRows(file, { ...default_limits, ...limits }, (some) => rows.push(...some))
  return { facts: summary, rows, cells: rows.map((row) => row.cells) }
}

const sheet = (rows: string) => `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`

test('cells of every type, shared and inline, are read at their positions', async () => {
  const file = bookOf({
    sheet: sheet(
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><r><t>Ngày </t></r><r><t xml:space="preserve">hết hạn</t></r></is></c></row>' +
        '<row r="2"/><row r="5" spans="1:3"><c r="A5" t="str"><f>A1&amp;"x"</f><v>cũ &amp; &#x1EBF;</v></c><c r="B5" t="b"><v>1</v></c><c r="C5"><v>1.5E3</v></c><c r="D5" t="e"><v>#N/A</v></c></row>' +
        '<row><c><v>7</v></c><c t="n"><v>8</v></c></row>',
    ),
    shared: '<sst><si><t>Mã thẻ</t><rPh sb="0"><t>đọc</t></rPh></si><si/></sst>',
  })
  const { rows, facts: summary } = await read(file)
  expect(rows).toEqual([
    { number: 1, cells: ['Mã thẻ', null, 'Ngày hết hạn'] },
    { number: 5, cells: ['cũ & ế', true, 1500, '#N/A'] },
    { number: 6, cells: [7, 8] },
  ])
  expect(summary).toMatchObject({ sheet: 'Thẻ', formulas: 1, others: [] })
})

test('numbers formatted as dates, percentages or codes are read as formatted', async () => {
  const formats = [14, 22, 164, 165, 9, 166, 167, 168].map((id) => `<xf numFmtId="${id}"/>`).join('')
  const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\/mm\\/yyyy"/><numFmt numFmtId="165" formatCode="[$-42A]d mmmm yyyy;@"/><numFmt numFmtId="166" formatCode="0000000"/><numFmt numFmtId="167" formatCode="#,##0&quot; đồng&quot;"/><numFmt numFmtId="168" formatCode="[Red]0"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${formats}</cellXfs></styleSheet>`
  const values = [46296, 46296.5, 46296, 1, 0.125, 123, 1500000, 5]
  const cells = values.map((value, index) => `<c s="${index}"><v>${value}</v></c>`).join('')
  const { cells: read_cells } = await read(bookOf({ sheet: sheet(`<row>${cells}</row>`), styles }))
  expect(read_cells).toEqual([
    ['01/10/2026', '01/10/2026 12:00', '01/10/2026', '01/01/1900', '12,5%', '0000123', 1_500_000, 5],
  ])
})

test('XML prefixes are understood; other sheets, hidden rows and merged cells are reported', async () => {
  const file = bookOf({
    sheet:
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="1"><x:c r="A1"><x:v>1</x:v></x:c></x:row><x:row r="2" hidden="1"><x:c r="A2"><x:v>2</x:v></x:c></x:row></x:sheetData><x:mergeCells count="2"><x:mergeCell ref="A1:B1"/><x:mergeCell ref="A2:B2"/></x:mergeCells></x:worksheet>',
    sheets:
      '<sheet name="Ẩn" state="hidden" sheetId="3" r:id="rId2"/><sheet name="Thẻ" sheetId="1" r:id="rId1"/><sheet name="Ghi chú" sheetId="2" r:id="rId2"/>',
  })
  const { cells, facts: summary } = await read(file)
  expect(cells).toEqual([[1], [2]])
  expect(summary).toMatchObject({ sheet: 'Thẻ', others: ['Ghi chú'], hidden: [2], hidden_count: 1, merged: 2 })
})

test('a long sheet is read correctly across chunks of its text', async () => {
  const rows = Array.from(
    { length: 20_000 },
    (_, index) => `<row r="${index + 1}"><c r="A${index + 1}" t="inlineStr"><is><t>số ${index}</t></is></c></row>`,
  )
  const { cells } = await read(bookOf({ sheet: sheet(rows.join('\n')) }))
  expect(cells).toHaveLength(20_000)
  expect(cells.every(([cell], index) => cell === `số ${index}`)).toBe(true)
})

test('a cell whose reference names no column, and a tag that is cut off, shift no other cell', async () => {
  const { cells } = await read(
    bookOf({
      sheet: sheet(
        '<row r="1"><c r="A1"><v>1</v></c><c r="" t="n"><v>2</v></c><c r="3"><v>3</v></c></row>' +
          '<row r="2"><c r="A2"><v>4</v></c><c r="B2"</row><row r="3"><c r="A3"><v>5</v></c></row>',
      ),
    }),
  )
  expect(cells).toEqual([[1, 2, 3], [4], [5]])
})

const csvField = fc.constantFrom('', '0', 'Đồng Tháp', '000123', ' a ', '1.500', '=1+2')

test('a text without quotes is read as the same text with one', async () => {
  const rowsOf = async (text: string) => (await read(new File([text], 'vé.csv'))).cells
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(csvField, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom(',', ';', '\t'),
      fc.boolean(),
      async (table, line_end, separator, ends_whole) => {
        const rest = table.map((fields) => fields.join(separator)).join(line_end) + (ends_whole ? line_end : '')
        const head = (first: string) => `${first}${separator}số${line_end}`
        expect(await rowsOf(head('mã') + rest)).toEqual(await rowsOf(head('"mã"') + rest))
      },
    ),
  )
})

test('files that are no readable spreadsheet are refused with a reason', async () => {
  const file = (text: string | Uint8Array<ArrayBuffer>) => new File([text], 'tệp.xlsx')
  await expect(read(file(''))).rejects.toThrow('Tệp trống.')
  await expect(read(file('%PDF-1.7 …'))).rejects.toThrow('không phải bảng tính')
  await expect(read(file('<html><table><tr><td>1</td></tr></table></html>'))).rejects.toThrow('trang web')
  await expect(read(zipOf([{ name: 'word/document.xml', text: '<w/>' }]))).rejects.toThrow('không phải bảng tính')
  await expect(
    read(
      zipOf([
        { name: 'mimetype', text: 'x' },
        { name: 'content.xml', text: '<x/>' },
      ]),
    ),
  ).rejects.toThrow('.ods')
  await expect(read(zipOf([{ name: 'xl/workbook.bin', text: 'x' }]))).rejects.toThrow('.xlsb')
  const ole = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
  await expect(read(file(Uint8Array.from([...ole, ...utf16('Workbook')])))).rejects.toThrow('.xls của Excel cũ')
  await expect(read(file(Uint8Array.from([...ole, ...utf16('EncryptedPackage')])))).rejects.toThrow('mật khẩu')
  const bytes = new Uint8Array(await bookOf({ sheet: sheet('<row><c><v>1</v></c></row>') }).arrayBuffer())
  await expect(read(file(bytes.slice(0, bytes.length - 40)))).rejects.toThrow('bị hỏng')
})

test('an archive whose declared sizes, checksums or names do not match its content is refused', async () => {
  const text = sheet('<row><c><v>1</v></c></row>')
  const withSheet = (part: object) => {
    const name = 'xl/worksheets/sheet2.xml'
    return bookOf({
      sheet: text,
      sheets: '<sheet name="S" sheetId="1" r:id="rId2"/>',
      extraParts: [{ name, text, ...part }],
    })
  }
  expect((await read(withSheet({}))).cells).toEqual([[1]])
  expect((await read(withSheet({ stored: true }))).cells).toEqual([[1]])
  await expect(read(withSheet({ claimed_size: 10 }))).rejects.toThrow('bị hỏng')
  await expect(read(withSheet({ claimed_size: 100_000 }))).rejects.toThrow('bị hỏng')
  await expect(read(withSheet({ claimed_crc: 1 }))).rejects.toThrow('bị hỏng')
  await expect(read(withSheet({ packed: Uint8Array.of(1, 2, 3) }))).rejects.toThrow('bị hỏng')
  await expect(read(withSheet({ flags: 1 }))).rejects.toThrow('mật khẩu')
  await expect(read(withSheet({ name: 'xl/worksheets/sheet1.xml' }))).rejects.toThrow('bị hỏng')
})

test('a zip bomb is refused by its declared size, and one with a false size while it is unpacked', async () => {
  const bomb = sheet(`<row><c t="inlineStr"><is><t>${'0'.repeat(20_000_000)}</t></is></c></row>`)
  const file = bookOf({ sheet: bomb })
  expect(file.size).toBeLessThan(40_000)
  await expect(read(file, { unpacked: 10_000_000 })).rejects.toThrow('giải nén vượt mức')
  await expect(read(file)).rejects.toThrow('một dòng dài bất thường')
  const lying = zipOf([{ name: 'xl/workbook.xml', text: 'x'.repeat(50_000_000), claimed_size: 100 }])
  await expect(read(lying)).rejects.toThrow('bị hỏng')
})

test('files with too many entries, rows, strings or characters are refused', async () => {
  const many = Array.from({ length: 3_000 }, (_, index) => ({ name: `a/${index}`, text: '' }))
  await expect(read(zipOf(many))).rejects.toThrow('3000 phần')
  await expect(read(bookOf({ sheet: sheet('<row><c><v>1</v></c></row>'.repeat(12)) }), { rows: 10 })).rejects.toThrow(
    'hơn 10 dòng',
  )
  const strings = bookOf({ sheet: sheet(''), shared: `<sst>${'<si/>'.repeat(10_000_000)}</sst>` })
  await expect(read(strings)).rejects.toThrow('quá nhiều chữ')
  // One text, referred to a hundred thousand times.
  const repeated = bookOf({
    sheet: sheet('<row><c t="s"><v>0</v></c></row>'.repeat(100_000)),
    shared: `<sst><si><t>${'x'.repeat(30_000)}</t></si></sst>`,
  })
  await expect(read(repeated)).rejects.toThrow('quá nhiều chữ')
})

test('cells far outside the sheet are only counted, and entry names with ../ are not resolved', async () => {
  const file = bookOf({
    sheet: sheet(
      '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c><c r="ZZZZZZZ9"><v>3</v></c></row>',
    ),
    extraParts: [
      { name: '../../etc/passwd', text: 'x' },
      { name: '/abs', text: 'x' },
    ],
  })
  const { cells, facts: summary } = await read(file)
  expect(cells).toEqual([[1]])
  expect(summary.beyond).toBe(2)
  const climbing = zipOf([
    {
      name: '_rels/.rels',
      text: '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="../../../etc/passwd"/></Relationships>',
    },
    { name: 'etc/passwd', text: 'x' },
  ])
  await expect(read(climbing)).rejects.toThrow('không phải bảng tính')
})

test('entities that a document type declares are not expanded', async () => {
  const evil = `<!DOCTYPE x [<!ENTITY a "${'b'.repeat(100)}">]>${sheet('<row><c t="inlineStr"><is><t>&a;&a;&lt;</t></is></c></row>')}`
  expect((await read(bookOf({ sheet: evil }))).cells).toEqual([['&a;&a;<']])
})

test('CSV files are read with every usual separator, quoting and encoding', async () => {
  const csv = (text: string | Uint8Array<ArrayBuffer>) => new File([text], 'tệp.csv')
  expect((await read(csv('\ufeffMã;Tên\r\n="00123";"Nguyễn ""A""; B\nhai dòng"\r\n\r\n7;'))).rows).toEqual([
    { number: 1, cells: ['Mã', 'Tên'] },
    { number: 2, cells: ['00123', 'Nguyễn "A"; B\nhai dòng'] },
    { number: 4, cells: ['7', ''] },
  ])
  expect((await read(csv('a,b\n1,"mở không đóng'))).cells).toEqual([
    ['a', 'b'],
    ['1', 'mở không đóng'],
  ])
  expect((await read(csv('sep=|\na|b'))).cells).toEqual([['a', 'b']])
  expect(separatorOf('"a,b";c;d\n1,2,3,4')).toBe(';')
  expect(separatorOf('chỉ một cột')).toBe('\t')
  expect(decodeText(Uint8Array.from([0xff, 0xfe, ...utf16('Mã')]))).toBe('Mã')
  expect(decodeText(Uint8Array.from(utf16('Ma the;Serial')))).toBe('Ma the;Serial')
  // 'Mã thẻ' in Windows-1258: letter and tone apart.
  expect(decodeText(Uint8Array.of(0x4d, 0x61, 0xde, 0x20, 0x74, 0x68, 0x65, 0xd2))).toBe('Mã thẻ')
})

test('equal bytes have equal digests, others do not', async () => {
  const [one, same, other] = await Promise.all(['a', 'a', 'b'].map((text) => digestOf(new File([text], text))))
  expect(one).toBe(same)
  expect(one).not.toBe(other)
})

test('a file with random changes is read or refused with a SheetError', async () => {
  const book = bookOf({
    sheet: sheet('<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>46296</v></c></row>'),
    shared: '<sst><si><t>Mã &amp; thẻ</t></si></sst>',
    styles: '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
  })
  // Changes bytes of the archive, and letters of a sheet, which the checksums of the archive would not let through.
  const original = new Uint8Array(await book.arrayBuffer())
  const xml = sheet(
    '<row r="1" hidden="1"><c r="A1" t="inlineStr"><is><t>a&#x41;</t></is></c><c r="XFD9"><v>1</v></c></row>',
  )
  const change = fc.record({ position: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), fc.nat(), async (changes, cut) => {
      const bytes = Uint8Array.from(original)
      for (const { position, byte } of changes) bytes[position % bytes.length] = byte
      const ended = cut % 4 === 0 ? bytes.subarray(0, cut % bytes.length) : bytes
      const text = changes.reduce(
        (now, { position, byte }) =>
          now.slice(0, position % now.length) + String.fromCharCode(byte) + now.slice((position % now.length) + 1),
        xml,
      )
      for (const file of [new File([ended], 'x'), bookOf({ sheet: text })]) {
        const failure: unknown = await read(file).then(
          () => null,
          (error: unknown) => error,
        )
        expect(failure === null || failure instanceof SheetError, String(failure)).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})
