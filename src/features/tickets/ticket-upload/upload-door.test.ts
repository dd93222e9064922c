/** Files that an upload refuses: too large, incomplete, of another type, or too large when unpacked. */
import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { max_stream_bytes } from '#contract/wire.ts'
import { spoolDir } from '#server/http/stream.ts'
import { waitUntil } from '#server/program/process.ts'
import { bookOf, zipOf } from '#web/excel/testing/zip.ts'
import { storeTicketPage, ticketPage } from '#features/tickets/pages.contract.ts'
import { ask, bearer, envelopeIn, halfRequest } from '../../../testing/ask.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { max_file_rows } from './upload-rows.rules.ts'
import { ticketUpload, uploadStatus } from './ticket-upload.contract.ts'

let office: Office
let day: string
let an: Person

beforeAll(async () => {
  office = await openOffice()
  const base_id = await openStore(office, [stations.tphcm])
  day = await dayFromNow(office.db, 1)
  await setPeriod(office, stations.tphcm, day, 'open')
  an = await office.hire([...ticketPage.rights, ...storeTicketPage.rights], { base_id })
})
afterAll(() => office.close())

const spooled = () => readdirSync(spoolDir(office))
const address = (overrides: Record<string, string> = {}) => {
  const query = { area_id: String(stations.tphcm), open_date: day, channel: 'CMS', transid: randomUUID(), ...overrides }
  return `${office.url}${ticketUpload.upload.path}?${new URLSearchParams(query)}`
}
const headers = () => ({ ...bearer(an), 'content-type': 'text/csv', 'x-file-name': 'v%C3%A9.csv' })

async function send(body: string | Buffer | string[], extraHeaders: object = {}) {
  const { status, text } = await ask(address(), { method: 'POST', headers: { ...headers(), ...extraHeaders }, body })
  const { error, data } = envelopeIn(text)
  return { status, code: error.code, message: error.message, data: data as { upload_id: number; file_name: string } }
}

/** Why a file that was received could not be read. */
async function reasonOf(bytes: Buffer): Promise<string | null> {
  const { code, data } = await send(bytes)
  expect(code).toBe(0)
  const read = () => an.call(ticketUpload.detail, { upload_id: data.upload_id })
  await waitUntil(async () => (await read()).status > uploadStatus.checking, 20_000)
  const { status, reason } = await read()
  expect(status).toBe(uploadStatus.failed)
  return reason
}

const bytesOf = async (file: Blob) => Buffer.from(await file.arrayBuffer())

test('the file name is read from a header in any letters, and an empty or malformed name is refused', async () => {
  expect(await send('number\n123456\n')).toMatchObject({ status: 200, code: 0, data: { file_name: 'vé.csv' } })
  expect(await send('number\n', { 'x-file-name': '%' })).toMatchObject({ code: 3 })
  expect(await send('number\n', { 'x-file-name': '' })).toMatchObject({ code: 3 })
  expect(await send('number\n1\n', { 'x-file-name': '..%2F..%2Fa' })).toMatchObject({ data: { file_name: '../../a' } })
})

test('a file over the limit is refused with 413, with or without its length in the header, and leaves no file', async () => {
  const before = spooled().length
  expect(await send('', { 'content-length': String(max_stream_bytes + 1) })).toMatchObject({ status: 413 })
  const part = '0'.repeat(1024 * 1024)
  const parts = Array.from({ length: max_stream_bytes / part.length + 1 }, () => part)
  expect(await send(parts)).toMatchObject({ status: 413, code: 3 })
  expect(spooled()).toHaveLength(before)
})

test('an interrupted upload leaves no file behind', async () => {
  const before = spooled().length
  const lines = Object.entries(headers()).map(([name, value]) => `${name}: ${value}`)
  const path = address().slice(office.url.length)
  const { socket } = await halfRequest(
    office.url,
    `POST ${path} HTTP/1.1\r\nhost: x\r\n${lines.join('\r\n')}\r\ncontent-length: 9999\r\n\r\nnumber\n1`,
  )
  expect(await waitUntil(() => spooled().length === before + 1, 5_000)).toBe(true)
  socket.destroy()
  expect(await waitUntil(() => spooled().length === before, 5_000)).toBe(true)
})

test('content that is no table is refused at once, and another content type with 415', async () => {
  const before = spooled().length
  for (const body of ['%PDF-1.7', '<html>', Buffer.from([0x89, 0x50, 0x4e, 0x47]), ''])
    expect(await send(body)).toMatchObject({ status: 200, code: 3, message: expect.stringContaining('Tệp') })
  for (const type of ['application/json', 'text/html', 'multipart/form-data; boundary=x'])
    expect(await send('{}', { 'content-type': type })).toMatchObject({ status: 415 })
  expect(spooled()).toHaveLength(before)
})

test('an upload without a session or from another site is refused', async () => {
  const nobody = await ask(address(), {
    method: 'POST',
    headers: { ...headers(), authorization: 'Bearer x' },
    body: 'a',
  })
  expect(envelopeIn(nobody.text).error.code).toBe(1)
  const foreign = await ask(address(), {
    method: 'POST',
    headers: { ...headers(), 'sec-fetch-site': 'cross-site' },
    body: 'a',
  })
  expect(envelopeIn(foreign.text).error.code).toBe(3)
})

test('a zip bomb, a broken or foreign archive, an old .xls and a table without numbers fail with their reason', async () => {
  const bomb = bookOf({ sheet: `<worksheet><sheetData>${'<row/>'.repeat(3_000_000)}</sheetData></worksheet>` })
  expect(await reasonOf(await bytesOf(bomb))).toMatch(/quá lớn/)
  const complete = await bytesOf(bookOf({ sheet: '<worksheet><sheetData/></worksheet>' }))
  expect(await reasonOf(complete.subarray(0, complete.length - 30))).toMatch(/bị hỏng/)
  expect(await reasonOf(await bytesOf(zipOf([{ name: 'a.txt', text: 'a' }])))).toMatch(/bảng tính/)
  expect(await reasonOf(Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), randomBytes(64)]))).toMatch(/xls/)
  expect(await reasonOf(Buffer.from('a,b\n1,2\n'))).toMatch(/Dãy số/)
})

test('a file with more rows than the limit fails with its reason', async () => {
  expect(await reasonOf(Buffer.from(`number\n${'123456\n'.repeat(max_file_rows + 1)}`))).toMatch(/hơn 1\.000\.000 dòng/)
})
