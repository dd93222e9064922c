import type * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { choice, count, day, email, flag, list, moment, money, optional, phone, text } from '#contract/fields.ts'
import { CardBatchRow } from '#features/rewards/card/card.contract.ts'
import { MerchantDiscountRow } from '#features/partners/merchant-discount/merchant-discount.contract.ts'
import { checkRows, errorText, type CheckedRow } from './check-rows.ts'
import { errorFile } from './error-file.ts'
import { summaryOf } from './import-summary.ts'
import { matchColumns, importFields } from './match-columns.ts'
import { readRows } from '#contract/sheet/read-file.ts'
import type { SheetRow } from '#contract/sheet/row-scanner.ts'
import { RowSender, type Batch } from './row-sender.ts'
import { default_limits } from '#contract/sheet/sheet-limits.ts'
import type { Cell } from '#contract/sheet/sheet-xml.ts'
import { templateFile } from './template.ts'
import { cellReader } from './typed-value.ts'

const sheet = (...rows: Cell[][]): SheetRow[] => rows.map((cells, index) => ({ number: index + 1, cells }))

async function readBack(file: Blob): Promise<Cell[][]> {
  const rows: Cell[][] = []
  await readRows(file, default_limits, (some) => rows.push(...some.map(({ cells }) => cells)))
  return rows
}

async function checkSheet<S extends z.ZodMiniObject>(schema: S, rows: SheetRow[], unique: string[] = []) {
  const fields = importFields(schema)
  const { head, mapping } = matchColumns(fields, rows)
  const body = rows.filter(({ number }) => number > head!.number)
  return { fields, head, all: await checkRows(schema, fields, mapping, body, { unique }) }
}

test('import templates have the column heads of the specification', async () => {
  expect(await readBack(await templateFile(CardBatchRow))).toEqual([['Serial', 'Mã thẻ', 'Ngày hết hạn thẻ']])
  expect(await readBack(await templateFile(MerchantDiscountRow))).toEqual([
    ['Mã đại lý', 'Mã loại sản phẩm', 'Mệnh giá', 'Ngày áp dụng', 'Ngày hết hạn'],
  ])
  expect(importFields(CardBatchRow).map(({ key }) => key)).toEqual(['cardSerial', 'cardNumber', 'exprieDate'])
})

test('columns are matched by label or name regardless of case, accents, spaces and marks, below a title row', () => {
  const fields = importFields(CardBatchRow)
  const rows = sheet(['DANH SÁCH THẺ THÁNG 10'], [], ['Ghi chú', ' ngay HET hạn  the (*)', 'MÃ THẺ', 'serial'], ['x'])
  expect(matchColumns(fields, rows)).toEqual({
    head: rows[2],
    mapping: { cardSerial: 3, cardNumber: 2, exprieDate: 1 },
  })
  expect(matchColumns(fields, sheet(['exprieDate', 'cardNumber', 'cardSerial'])).mapping.exprieDate).toBe(0)
  // Without any known head, the first row is taken for the heads and the person chooses.
  expect(matchColumns(fields, sheet(['a', 'b'], ['c', 'd']))).toMatchObject({
    head: { number: 1 },
    mapping: { cardSerial: null },
  })
})

test('cells are parsed in the usual notations of each kind of field', () => {
  const value = (schema: z.ZodMiniType, cell: Cell) => {
    const typed = cellReader(schema)(cell)
    return 'value' in typed ? typed.value : typed.problem
  }
  for (const typed of [1_500_000, '1500000', '1.500.000', '1,500,000', '1 500 000 đ', '1.500.000 VNĐ'])
    expect(value(money('Tiền'), typed)).toBe(1_500_000)
  // Ambiguous, so it is not guessed.
  expect(value(money('Tiền'), '1.5')).toBe('1.5')
  expect(value(count('Số'), '  12 ')).toBe(12)
  for (const typed of ['1/10/2026', '01-10-2026', '01.10.26', '2026-10-01', '01102026', '01/10/2026 23:59:59'])
    expect(value(optional(day('Ngày')), typed)).toBe('2026-10-01')
  expect(value(moment('Lúc'), '1/10/2026 9:05')).toBe('2026-10-01T09:05:00+07:00')
  for (const typed of [912_345_678, '0912 345 678', '0912.345.678', '+84 912-345-678', 84_912_345_678])
    expect(['0912345678', '84912345678']).toContain(value(phone('SĐT'), typed))
  expect([value(flag('Cờ'), 'Có'), value(flag('Cờ'), 'KHÔNG'), value(flag('Cờ'), true)]).toEqual([true, false, true])
  const sex = choice('Giới tính', [
    [1, 'Nam'],
    [2, 'Nữ'],
  ])
  expect([value(sex, 'nu'), value(sex, 'Nam '), value(sex, 2), value(sex, 'khác')]).toEqual([2, 1, 2, 'khác'])
  expect(value(list('Số', count('Số')), '1; 2,3')).toEqual([1, 2, 3])
  expect(value(email('Email'), ' A@b.vn ')).toBe('A@b.vn')
  expect([value(text('Mã', 20), 123), value(text('Mã', 20), '00123')]).toEqual(['123', '00123'])
  expect(value(text('Mã', 20), 1.234_567_890_123_46e19)).toContain('làm tròn')
  // As Excel saves a long number to CSV.
  for (const typed of ['1.23457E+14', '1,23457E+14', '1.2345678E14', '1e+14'])
    expect(value(text('Mã', 20), typed)).toContain('làm tròn')
  for (const code of ['1E5', '1E10', '12E+10', 'E+14', '1.5']) expect(value(text('Mã', 20), code)).toBe(code)
  expect([value(text('Mã', 20), null), value(text('Mã', 20), '  ')]).toEqual([undefined, undefined])
})

test('every row is validated by the contract, with its errors and how to correct them', async () => {
  const { all, fields } = await checkSheet(
    MerchantDiscountRow,
    sheet(
      ['Mã đại lý', 'Mã loại sản phẩm', 'Mệnh giá', 'Ngày áp dụng', 'Ngày hết hạn'],
      ['DL01', 'XS', '10.000', '1/10/2026', '31/12/2026'],
      ['DL02', null, 'mười nghìn', '31/02/2026', '31/12/2026'],
      [null, '  ', null],
      ['DL03', 'XS', 20_000, '31/12/2026', '01/10/2026'],
    ),
  )
  expect(all).toHaveLength(3)
  expect(all[0]!.value).toEqual({
    partner_code: 'DL01',
    product_type_code: 'XS',
    denomination: 10_000,
    from_date: '2026-10-01',
    to_date: '2026-12-31',
  })
  expect(errorText(all[1]!, fields)).toBe(
    'Mã loại sản phẩm: Không được để trống; Mệnh giá: Giá trị không hợp lệ; Ngày áp dụng: Ngày không hợp lệ',
  )
  expect(all[1]!.fixes).toEqual([
    'Điền “Mã loại sản phẩm”',
    'Nhập số nguyên đồng, ví dụ 1.500.000',
    'Nhập ngày dạng 31/12/2026',
  ])
  expect(errorText(all[2]!, fields)).toBe('Ngày hết hạn: Ngày hết hạn không được trước ngày áp dụng')
  expect(summaryOf(all, fields)).toEqual({
    total: 3,
    valid: 1,
    faulty: 2,
    sums: [{ label: 'Mệnh giá', sum: 10_000 }],
  })
})

test('a duplicate row in a file is refused, and names the row that it repeats', async () => {
  const card = (serial: string) => [serial, '123', '31/12/2026']
  const { all } = await checkSheet(
    CardBatchRow,
    sheet(['Serial', 'Mã thẻ', 'Ngày hết hạn thẻ'], card('a'), card('b'), card(' a ')),
    ['cardSerial'],
  )
  expect(all.map(({ value }) => value !== null)).toEqual([true, true, false])
  expect(all[2]).toMatchObject({ errors: { cardSerial: 'Trùng với dòng 2' } })
})

test('the error file has the original rows with two more columns and can be imported again after correction', async () => {
  const rows = sheet(
    ['Serial', 'Ghi chú', 'Mã thẻ', 'Ngày hết hạn thẻ'],
    ['00017', 'của tôi', null, '31/12/2026'],
    ['=1', null, '12', '40/12/2026'],
  )
  const { all, fields, head } = await checkSheet(CardBatchRow, rows)
  const faulty = all.map((row) => ({ row: row.row, error: errorText(row, fields), fix: row.fixes.join('; ') }))
  const first = await readBack(await errorFile(head, faulty))
  expect(first).toEqual([
    ['Serial', 'Ghi chú', 'Mã thẻ', 'Ngày hết hạn thẻ', 'Lỗi', 'Cách sửa'],
    ['00017', 'của tôi', null, '31/12/2026', 'Mã thẻ: Không được để trống', 'Điền “Mã thẻ”'],
    ['=1', null, '12', '40/12/2026', 'Ngày hết hạn thẻ: Ngày không hợp lệ', 'Nhập ngày dạng 31/12/2026'],
  ])
  // One row is corrected, the other is not: the columns of errors are replaced, not repeated.
  const mended = sheet(...first)
  mended[1]!.cells[2] = '999'
  const second = await checkSheet(CardBatchRow, mended)
  expect(second.all.map(({ value }) => value !== null)).toEqual([true, false])
  const secondFile = await errorFile(second.head, [{ row: second.all[1]!.row, error: 'x', fix: 'y' }])
  expect(await readBack(secondFile)).toEqual([
    ['Serial', 'Ghi chú', 'Mã thẻ', 'Ngày hết hạn thẻ', 'Lỗi', 'Cách sửa'],
    ['=1', null, '12', '40/12/2026', 'x', 'y'],
  ])
})

const valid = (count_of: number): CheckedRow<number>[] =>
  Array.from({ length: count_of }, (_, index) => ({
    row: { number: index + 2, cells: [index] },
    value: index,
    errors: {},
    fixes: [],
  }))

const cut = { batch_rows: 10, newTransid: () => crypto.randomUUID() }

test('a failed batch of rows is sent again with the same transid, and batches that succeeded are not', async () => {
  const batches: (Batch & { rows: number[] })[] = []
  let breaks = true
  const sender = new RowSender(
    valid(25),
    async (rows, batch) => {
      batches.push({ ...batch, rows })
      if (rows[0] === 10 && breaks) throw new Error('mất kết nối')
      return rows[0] === 20 ? [{ index: 1, error: 'Đã có' }] : undefined
    },
    'tệp-1',
    cut,
  )
  expect(await sender.run(() => undefined)).toMatchObject({ failure: 'mất kết nối' })
  expect(sender.done).toBe(10)
  breaks = false
  expect(await sender.run(() => undefined)).toBe(null)
  expect(sender.done).toBe(25)
  expect(batches.map(({ rows }) => rows.length)).toEqual([10, 10, 10, 5])
  expect(batches[1]!.transid).toBe(batches[2]!.transid)
  expect(new Set(batches.map(({ transid }) => transid)).size).toBe(3)
  expect([...sender.refusals].map(([{ value }, { error }]) => [value, error])).toEqual([[21, 'Đã có']])
})

test('an import can be stopped between two batches and continued', async () => {
  const sender: RowSender<number> = new RowSender(valid(30), async () => undefined, 'tệp-2', cut)
  expect(await sender.run(() => sender.stop())).toEqual({ failure: null, transid: null })
  expect(sender.done).toBe(10)
  expect(await sender.run(() => undefined)).toBe(null)
  expect(sender.done).toBe(30)
})

test('validating 20.000 rows does not block the thread', async () => {
  const rows = sheet(
    ['Serial', 'Mã thẻ', 'Ngày hết hạn thẻ'],
    ...Array.from({ length: 20_000 }, (_, index): Cell[] => [`S${index}`, String(index), '31/12/2026']),
  )
  let ticks = 0
  const timer = setInterval(() => ticks++, 1)
  const { all } = await checkSheet(CardBatchRow, rows, ['cardSerial'])
  clearInterval(timer)
  expect(all.every(({ value }) => value !== null)).toBe(true)
  expect(ticks).toBeGreaterThan(3)
})
