/** Files of tickets: received, checked in the background, and taken into a slip. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitUntil } from '#server/program/process.ts'
import { WorkbookWriter } from '#contract/sheet/workbook-writer.ts'
import type { Cell, SheetColumn } from '#contract/sheet/sheet-xml.ts'
import { importStatus, ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { importApprovalPage, storeTicketPage, ticketPage } from '#features/tickets/pages.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { ticketUpload, uploadStatus } from './ticket-upload.contract.ts'

let office: Office
let base_id: number
let day: string
let an: Person
let binh: Person

const rights = [...ticketPage.rights, ...storeTicketPage.rights, ...importApprovalPage.rights]

beforeAll(async () => {
  office = await openOffice()
  base_id = await openStore(office, [stations.tphcm], { partial_import: true })
  day = await dayFromNow(office.db, 1)
  await setPeriod(office, stations.tphcm, day, 'open')
  an = await office.hire(rights, { base_id })
  binh = await office.hire(rights)
})
afterAll(() => office.close())

let files = 0
const fileOf = (bytes: Uint8Array<ArrayBuffer>, name = `ve-${++files}.csv`) => ({ name, bytes })
const csv = (text: string) => fileOf(new TextEncoder().encode(text))
let numbers = 200_000
const lines = (count: number) => Array.from({ length: count }, () => `${++numbers};AB;10;10000`)
const sheet = (count: number) => csv(`Dãy số;Ký hiệu;Số lượng;Giá bán\r\n${lines(count).join('\r\n')}\r\n`)

async function xlsx(rows: Cell[][]) {
  const columns: SheetColumn[] = [
    { head: 'Dãy số', format: 'text' },
    { head: 'Số lượng', format: 'number' },
    { head: 'Giá bán', format: 'number' },
  ]
  const book = new WorkbookWriter(columns)
  await book.add(rows)
  return fileOf(new Uint8Array(await (await book.finish()).arrayBuffer()), `ve-${++files}.xlsx`)
}

interface SendOptions {
  open_date?: string
  area_id?: number
  transid?: string
  by?: Person
}

async function send(
  file: { name: string; bytes: Uint8Array<ArrayBuffer> },
  { by = an, transid, ...overrides }: SendOptions = {},
) {
  const input = { area_id: stations.tphcm, open_date: day, ...overrides }
  const { body } = await by.raw(ticketUpload.upload, input, { file, transid: transid ?? randomUUID() })
  return { code: body.error.code, message: body.error.message, data: body.data as { upload_id: number } }
}

async function settled(upload_id: number, by = an) {
  const moving: number[] = [uploadStatus.received, uploadStatus.checking, uploadStatus.taking]
  let upload = await by.call(ticketUpload.detail, { upload_id })
  const done = await waitUntil(async () => {
    upload = await by.call(ticketUpload.detail, { upload_id })
    return !moving.includes(upload.status)
  }, 20_000)
  expect(done).toBe(true)
  return upload
}

async function checkedUpload(file: { name: string; bytes: Uint8Array<ArrayBuffer> }, options: SendOptions = {}) {
  const { data, ...refused } = await send(file, options)
  expect(refused).toMatchObject({ code: 0 })
  return settled(data.upload_id, options.by)
}

test('a file is checked and taken into a slip, which a second person approves', async () => {
  const upload = await checkedUpload(sheet(1_200))
  expect(upload).toMatchObject({
    status: uploadStatus.checked,
    row_count: 1_200,
    good_count: 1_200,
    existing_count: 0,
    fault_count: 0,
    quantity: 12_000,
    amount: 120_000_000,
    created_by_name: an.user_name,
  })
  await an.call(ticketUpload.take, { upload_id: upload.upload_id })
  const done = await settled(upload.upload_id)
  expect(done).toMatchObject({ status: uploadStatus.done, import_code: expect.stringMatching(/^PN/), progress: 100 })
  const { ticket_import_id } = done as { ticket_import_id: number }
  const { items } = await binh.call(ticketImport.list, { status: importStatus.waiting })
  expect(items.find((item) => item.ticket_import_id === ticket_import_id)).toMatchObject({
    source: 3,
    file_name: upload.file_name,
    line_count: 1_200,
    quantity: 12_000,
    created_by: an.user_id,
  })
  const approved = await binh.call(ticketImport.approve, { ticket_import_id })
  expect(approved).toMatchObject({ status: importStatus.approved })
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from xskt_ticket where ticket_import_id = ${ticket_import_id}`.execute(office.db)
  expect(rows[0]).toEqual({ n: 1_200 })
  const tables = await sql`select from pg_class where relname = ${`rows_${upload.upload_id}`}`.execute(office.db)
  expect(tables.rows).toEqual([])
})

describe('the rows of a file', () => {
  test('with errors are listed with their line and the reason', async () => {
    const upload = await checkedUpload(
      csv(
        [
          'BẢNG KÊ VÉ NGÀY,,,',
          'Ky hieu,DAY SO,gia ban,so luong',
          'AB,300001,10.000,5',
          'ab,300001,"10,000 đ",05', // 4: again
          'AB,12345,,',
          'AB,30000A,,',
          'AB,3000012,,',
          'A B,300002,,',
          'AB,300003,,0',
          'AB,300003,,10001',
          'AB,300003,mười,1',
          'AB,300003,"12,000 đ",2', // 12: good, though bad ones before have its number
          ',,,',
          'AB,,10000,7',
          'AB,300004,9999999999,1',
        ].join('\r\n'),
      ),
    )
    expect(upload).toMatchObject({ status: uploadStatus.checked, row_count: 12, good_count: 2, fault_count: 10 })
    expect(upload).toMatchObject({ quantity: 7, amount: 5 * 10_000 + 2 * 12_000 })
    const { items, total } = await an.call(ticketUpload.faults, { upload_id: upload.upload_id })
    expect(total).toBe(10)
    // The file of faults has what was sent.
    expect(items[0]).toMatchObject({ quantity: '05', price: '10,000 đ' })
    expect(items.map(({ line_no, error }) => [line_no, error])).toEqual([
      [4, 'Vé trùng với dòng 3'],
      [5, 'Dãy số phải có 6 chữ số: mất số 0 ở đầu?'],
      [6, 'Dãy số chỉ gồm chữ số'],
      [7, 'Dãy số phải có 6 chữ số'],
      [8, 'Ký hiệu không đúng'],
      [9, 'Số lượng phải từ 1 đến 10.000'],
      [10, 'Số lượng phải từ 1 đến 10.000'],
      [11, 'Giá bán không đúng'],
      [14, 'Thiếu dãy số'],
      [15, 'Giá bán không đúng'],
    ])
    expect(items[7]).toMatchObject({ number: '300003', series: 'AB', quantity: '1', price: 'mười' })
    expect((await an.call(ticketUpload.faults, { upload_id: upload.upload_id, keyword: 'gia ban' })).total).toBe(2)
  })

  test('keep leading zeros of texts in an .xlsx, and numbers that lost theirs are errors', async () => {
    const upload = await checkedUpload(
      await xlsx([
        ['000001', 5, 10_000],
        ['000002', null, null],
      ]),
    )
    expect(upload).toMatchObject({ good_count: 2, fault_count: 0, quantity: 6, amount: 60_000 })
    const lost = await checkedUpload(csv('number;quantity\n1;1\n'))
    expect(lost).toMatchObject({ good_count: 0, fault_count: 1 })
  })

  test('that are in stock or wait in another slip count as existing, not as errors', async () => {
    const [one, two, three] = lines(3) as [string, string, string]
    const number = (line: string) => line.split(';')[0]!
    const draw = { area_id: stations.tphcm, open_date: day }
    const tickets = (line: string) => [{ number: number(line), series: 'AB' }]
    const approved = await an.call(ticketImport.create, { ...draw, tickets: tickets(one) })
    await binh.call(ticketImport.approve, { ticket_import_id: approved.ticket_import_id })
    await an.call(ticketImport.create, { ...draw, tickets: tickets(two) })
    const upload = await checkedUpload(
      csv(['Số;Seri;SL;Giá', one.replace('10000', '10.000'), two, three, one].join('\n')),
    )
    expect(upload).toMatchObject({ row_count: 4, good_count: 1, existing_count: 3, fault_count: 0, quantity: 10 })
    const { items } = await an.call(ticketUpload.faults, { upload_id: upload.upload_id })
    expect(items[0]).toMatchObject({ quantity: '10', price: '10.000' })
    expect(items.map(({ line_no, error }) => [line_no, error])).toEqual([
      [2, 'Vé đã có trong kho'],
      [3, 'Vé đang chờ duyệt ở phiếu khác'],
      [5, 'Vé đã có trong kho'],
    ])
    await an.call(ticketUpload.take, { upload_id: upload.upload_id })
    expect(await settled(upload.upload_id)).toMatchObject({ status: uploadStatus.done })
  })
})

describe('taking a file', () => {
  test('122: is refused with faulty rows or without good ones, if the store does not take files in part', async () => {
    const strict = await openStore(office, [stations.dongthap])
    await setPeriod(office, stations.dongthap, day, 'open')
    const chi = await office.hire(rights, { base_id: strict })
    const options = { area_id: stations.dongthap, by: chi }
    const bad = await checkedUpload(csv('number\n400001\n4\n'), options)
    await expect(chi.call(ticketUpload.take, { upload_id: bad.upload_id })).rejects.toMatchObject({
      code: 122,
      message: expect.stringContaining('1 dòng lỗi'),
    })
    const empty = await checkedUpload(csv('number\n4\n'), options)
    await expect(chi.call(ticketUpload.take, { upload_id: empty.upload_id })).rejects.toMatchObject({ code: 122 })
  })

  test('122: is refused when all its rows exist, and possible again after the slip of the first file is deleted', async () => {
    const file = sheet(3)
    const first = await checkedUpload(file)
    await an.call(ticketUpload.take, { upload_id: first.upload_id })
    const { ticket_import_id, import_code } = (await settled(first.upload_id)) as {
      ticket_import_id: number
      import_code: string
    }
    const copy = await checkedUpload({ ...file, name: 'ten-khac.csv' })
    expect(copy).toMatchObject({ same_as: import_code, existing_count: 3 })
    const next = await checkedUpload(csv(`${new TextDecoder().decode(file.bytes)}${lines(1)[0]}`))
    expect(next).toMatchObject({ same_as: null, existing_count: 3, good_count: 1 })
    await binh.call(ticketImport.delete, { ticket_import_id, reason: 'Nhầm ngày' } as never)
    const third = await checkedUpload(file)
    expect(third).toMatchObject({ same_as: null, good_count: 3 })
    await an.call(ticketUpload.take, { upload_id: third.upload_id })
    expect(await settled(third.upload_id)).toMatchObject({ status: uploadStatus.done })
    const fourth = await checkedUpload(file)
    await expect(an.call(ticketUpload.take, { upload_id: fourth.upload_id })).rejects.toMatchObject({ code: 122 })
  })

  test('154: is refused when the same content was taken from another file since the check', async () => {
    const file = sheet(2)
    const [first, second] = [await checkedUpload(file), await checkedUpload({ ...file, name: 'ten-khac-2.csv' })]
    expect(second).toMatchObject({ same_as: null, good_count: 2 })
    await an.call(ticketUpload.take, { upload_id: first.upload_id })
    const { import_code } = (await settled(first.upload_id)) as { import_code: string }
    await expect(an.call(ticketUpload.take, { upload_id: second.upload_id })).rejects.toMatchObject({
      code: 154,
      message: expect.stringContaining(import_code),
    })
  })

  test('156, 140: is refused after the sale has stopped or the hour of returns is over, and so is an upload', async () => {
    const { upload_id } = await checkedUpload(sheet(2))
    for (const [hours, code] of [
      ['stopped', 156],
      ['returns_over', 140],
    ] as const) {
      await setPeriod(office, stations.tphcm, day, hours)
      await expect(an.call(ticketUpload.take, { upload_id })).rejects.toMatchObject({ code })
      expect(await send(sheet(1))).toMatchObject({ code })
    }
    await setPeriod(office, stations.tphcm, day, 'open')
  })
})

test('an upload without a draw (151, 137), a store (178) or the right (169) is refused', async () => {
  expect(await send(sheet(1), { open_date: '2020-01-01' })).toMatchObject({ code: 151 })
  expect(await send(sheet(1), { open_date: '2099-01-03' })).toMatchObject({ code: 137 })
  await setPeriod(office, stations.camau, day, 'open')
  expect(await send(sheet(1), { area_id: stations.camau, by: binh })).toMatchObject({ code: 178 })
  const [foreign] = [await office.hire([])]
  expect(await send(sheet(1), { by: foreign })).toMatchObject({ code: 169 })
})

test('uploads of another store are neither listed nor found', async () => {
  const { upload_id } = await checkedUpload(sheet(1))
  const other = await office.hire(rights, { base_id: await openStore(office, [stations.camau]) })
  expect((await other.call(ticketUpload.list, {})).total).toBe(0)
  for (const call of [ticketUpload.detail, ticketUpload.faults, ticketUpload.take, ticketUpload.cancel])
    expect((await other.raw(call, { upload_id })).body.error.code).toBe(9005)
  expect((await binh.call(ticketUpload.list, { keyword: 'VE-' })).items.map((item) => item.upload_id)).toContain(
    upload_id,
  )
})

test('the same transid with the same file is the same upload, and with another file is refused (115)', async () => {
  const [file, transid] = [sheet(1), randomUUID()]
  const first = await send(file, { transid })
  expect(await send(file, { transid })).toMatchObject({ code: 0, data: { upload_id: first.data.upload_id } })
  expect(await send(sheet(1), { transid })).toMatchObject({ code: 115 })
})

test('an upload can be cancelled while it waits, is checked or is taken, and leaves no data behind', async () => {
  const waiting = await checkedUpload(sheet(1))
  await an.call(ticketUpload.cancel, { upload_id: waiting.upload_id })
  const running = await send(sheet(60_000))
  await an.call(ticketUpload.cancel, { upload_id: running.data.upload_id })
  const importing = await checkedUpload(sheet(20_000))
  await an.call(ticketUpload.take, { upload_id: importing.upload_id })
  await an.call(ticketUpload.cancel, { upload_id: importing.upload_id })
  const ids = [waiting.upload_id, running.data.upload_id, importing.upload_id]
  const leftovers = async () => {
    const { rows } = await sql`select relname from pg_class where relname = any(${ids.map((id) => `rows_${id}`)})
      union all select file_name from ticket_import where file_name = ${importing.file_name}
      union all select application_name from pg_stat_activity where application_name = any(${ids.map((id) => `ve-so-upload-${id}`)})`.execute(
      office.db,
    )
    return rows
  }
  await waitUntil(async () => (await leftovers()).length === 0, 15_000)
  expect(await leftovers()).toEqual([])
  for (const upload_id of ids) expect(await settled(upload_id)).toMatchObject({ status: uploadStatus.cancelled })
  await expect(an.call(ticketUpload.take, { upload_id: importing.upload_id })).rejects.toMatchObject({ code: 122 })
  await expect(an.call(ticketUpload.cancel, { upload_id: importing.upload_id })).rejects.toMatchObject({ code: 122 })
})

test('rows that were lost in a crash of the database are read again before they are taken', async () => {
  const { upload_id } = await checkedUpload(sheet(50))
  await sql`delete from ${sql.id('upload', `rows_${upload_id}`)}`.execute(office.db)
  await an.call(ticketUpload.take, { upload_id })
  const restaged = await settled(upload_id)
  expect(restaged).toMatchObject({
    status: uploadStatus.checked,
    good_count: 50,
    reason: expect.stringContaining('kiểm tra lại'),
  })
  await an.call(ticketUpload.take, { upload_id })
  expect(await settled(upload_id)).toMatchObject({ status: uploadStatus.done, reason: null })
})

test('a file of a store with automatic approval is in stock at once, and is refused with 181 before the draw opens', async () => {
  const auto = await openStore(office, [stations.dongthap], { auto_approve: true })
  const keeper = await office.hire(rights, { base_id: auto })
  await setPeriod(office, stations.dongthap, day, 'upcoming')
  const { upload_id } = await checkedUpload(sheet(20), { by: keeper, area_id: stations.dongthap })
  await expect(keeper.call(ticketUpload.take, { upload_id })).rejects.toMatchObject({ code: 181 })
  await setPeriod(office, stations.dongthap, day, 'open')
  await keeper.call(ticketUpload.take, { upload_id })
  const { ticket_import_id } = await settled(upload_id, keeper)
  const { slip } = await keeper.call(ticketImport.detail, { ticket_import_id: ticket_import_id! })
  expect(slip).toMatchObject({ status: importStatus.approved, approved_by_name: null, quantity: 200 })
})

test('169: a slip from a file is approved neither by its uploader nor by the person who took the file', async () => {
  const { upload_id } = await checkedUpload(sheet(5))
  await binh.call(ticketUpload.take, { upload_id })
  const { ticket_import_id } = await settled(upload_id)
  const approve = (person: Person) => person.call(ticketImport.approve, { ticket_import_id: ticket_import_id! })
  await expect(approve(binh)).rejects.toMatchObject({ code: 169 })
  await expect(approve(an)).rejects.toMatchObject({ code: 169 })
  expect(await approve(await office.hire(rights))).toMatchObject({ status: importStatus.approved })
})
