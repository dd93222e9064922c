import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { whenSetUp } from '#server/database/look.ts'
import { setCondition } from '#server/program/condition.ts'
import { alarmTab } from '#features/settings/pages.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos } from '../../../testing/orders.ts'
import { status, statusPage } from './status.contract.ts'
import { bytesText, roughDurationText } from './status-text.rules.ts'

let office: Office
let an: Person
beforeAll(async () => {
  office = await openOffice()
  an = await office.hire(statusPage.rights)
})
afterAll(() => office.close())

const linesOf = async (key: string) => {
  const { sections } = await an.call(status.get, {})
  return sections.find((section) => section.key === key)!.lines
}
const line = async (key: string, title: string) => (await linesOf(key)).find((statusLine) => statusLine.title === title)

test('the status of a new office has all sections, nothing that is bad, and backups that are off', async () => {
  const { sections } = await an.call(status.get, {})
  expect(sections.map(({ key }) => key)).toEqual([
    'program',
    'database',
    'backups',
    'gateways',
    'jobs',
    'feeds',
    'alarms',
    'proofs',
  ])
  const tones = new Set(sections.flatMap(({ lines }) => lines.map(({ tone }) => tone)))
  expect(tones.has('bad')).toBe(false)
  expect(await line('backups', 'Bản sao lưu')).toMatchObject({ tone: 'off' })
})

test('a backup that is too old is bad, as are a failed test restore and a store that has not all of them; each says what to do', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  setCondition({
    backups: () => ({
      newest: { name: '20261101-000000', ended_at: hoursAgo(31) },
      test: { name: '20261101-000000', at: hoursAgo(1), seconds: 12, fault: '✗ Dữ liệu khôi phục không khớp: stock.' },
      upload: { at: hoursAgo(2) },
    }),
  })
  expect(await line('backups', 'Bản sao lưu')).toMatchObject({
    tone: 'bad',
    value: expect.stringContaining('31 giờ') as string,
  })
  expect(await line('backups', 'Khôi phục thử')).toMatchObject({
    tone: 'bad',
    value: expect.stringContaining('không khớp: stock') as string,
    advice: expect.stringContaining('npm run backup') as string,
  })
  expect(await line('backups', 'Kho S3')).toMatchObject({
    tone: 'bad',
    value: expect.stringContaining('2 giờ') as string,
    advice: expect.stringContaining('backup.upload') as string,
  })
  setCondition({ backups: null })
})

test('nightly proofs and a test restore that were never run are told once the database is old enough for both', async () => {
  const tonesAfter = async (days: number) => {
    setCondition({
      set_up_at_ms: Date.now() - days * 86_400_000,
      backups: () => ({ newest: null, test: null, upload: null }),
    })
    const lines = [await line('proofs', 'Kiểm toàn bộ sổ cái'), await line('backups', 'Khôi phục thử')]
    return lines.map((statusLine) => statusLine!.tone)
  }
  expect(await whenSetUp(office.db)).toBeLessThan(Date.now() + 1_000)
  expect(await tonesAfter(1)).toEqual(['off', 'off'])
  expect(await tonesAfter(2)).toEqual(['watch', 'off'])
  expect(await tonesAfter(41)).toEqual(['watch', 'watch'])
  setCondition({ set_up_at_ms: null, backups: null })
})

test('a gateway that fails is bad, and one that is not configured is off', async () => {
  setCondition({ gateways: { momo: 'called', bank: null } })
  await sql`insert into gateway_answer (gateway, queried_at, failing_since, fault)
    values ('momo', now(), now() - interval '10 minutes', 'network')`.execute(office.db)
  expect(await line('gateways', 'MoMo')).toMatchObject({ tone: 'bad', link: '/tai-khoan-tra-thuong' })
  expect(await line('gateways', 'Ngân hàng, chi tiền')).toMatchObject({ tone: 'off', value: 'chưa cấu hình' })
})

test('a proof that found a difference is bad until a later run finds none', async () => {
  const run = (differences: number) =>
    office.write((db) => db.insertInto('verify_run').values({ name: 'stock', differences, compared: '{}' }).execute())
  await run(2)
  expect(await line('proofs', 'Kiểm toàn bộ kho')).toMatchObject({
    tone: 'bad',
    value: expect.stringMatching(/^2 chỗ lệch, /) as string,
  })
  await run(0)
  expect(await line('proofs', 'Kiểm toàn bộ kho')).toMatchObject({ tone: 'well' })
})

test('a raised alarm is bad and links to its page for who receives it; all others see only how many are open', async () => {
  const { partner_id } = await openPos(office)
  const receiver = await office.hire([statusPage.view, ...alarmTab.rights])
  const operator = await office.hire([statusPage.view, ...alarmTab.rights], { partner_id })
  await office.write(async (db) => {
    await sql`insert into alarm (kind, subject, title, detail, url) values (1, 'momo', 'Quỹ MoMo sắp hết', 'Còn 1.000 đ', '/tai-khoan-tra-thuong')`.execute(
      db,
    )
  })
  const alarmsOf = async (person: Person) =>
    (await person.call(status.get, {})).sections.find(({ key }) => key === 'alarms')!.lines
  expect(await alarmsOf(receiver)).toMatchObject([
    { title: 'Quỹ MoMo sắp hết', value: 'Còn 1.000 đ', tone: 'bad', link: '/tai-khoan-tra-thuong' },
  ])
  for (const person of [an, operator])
    expect(await alarmsOf(person)).toMatchObject([{ title: 'Cảnh báo', value: '1 đang mở', tone: 'bad', link: null }])
})

test('sizes and durations are written in Vietnamese units', () => {
  expect([bytesText(0), bytesText(1536), bytesText(3.4 * 2 ** 30)]).toEqual(['0 byte', '2 kB', '3,4 GB'])
  expect([
    roughDurationText(59),
    roughDurationText(3_600),
    roughDurationText(7_200),
    roughDurationText(200_000),
  ]).toEqual(['dưới một phút', '60 phút', '2 giờ', '2 ngày'])
})
