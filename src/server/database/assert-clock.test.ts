import { expect, test } from 'vitest'
import { freshDatabase } from '#server/testing/database.ts'
import { assertClock, clockFault } from './assert-clock.ts'
import { createClient } from './pool.ts'

const now = Date.parse('2026-11-20T03:00:00Z')
const minutes = (count: number) => now + count * 60_000

test('a clock earlier than the last entry is refused with both moments and what to do', () => {
  expect(clockFault({ machine: now, database: now, last_write: minutes(3 * 24 * 60) })).toBe(
    'Đồng hồ của máy (10:00 20/11/2026) sớm hơn lần ghi cuối cùng vào dữ liệu (10:00 23/11/2026): hãy chỉnh lại đồng hồ rồi chạy lại; ' +
      'nếu chính lần ghi đó sai giờ thì đặt ALLOW_EARLIER_CLOCK=1.',
  )
})

test("a clock that is an hour off the database's is refused", () => {
  expect(clockFault({ machine: now, database: minutes(60), last_write: null })).toContain(
    'lệch với đồng hồ của máy cơ sở dữ liệu',
  )
  expect(clockFault({ machine: now, database: minutes(-60), last_write: null })).toContain(
    'lệch với đồng hồ của máy cơ sở dữ liệu',
  )
})

test('a difference of a few minutes, or a long pause since the last entry, is accepted', () => {
  expect(clockFault({ machine: now, database: minutes(4), last_write: minutes(8) })).toBe(null)
  expect(clockFault({ machine: now, database: now, last_write: minutes(-400 * 24 * 60) })).toBe(null)
  expect(clockFault({ machine: now, database: now, last_write: null })).toBe(null)
})

test('an entry dated tomorrow stops the start, unless allow_earlier_clock is set', async () => {
  const { url, drop } = await freshDatabase()
  await assertClock(url, { allow_earlier_clock: false })
  const client = createClient(url)
  await client.connect()
  await client.query(`
    insert into audit_log (chain, seq, at, call, code, source, user_agent, transid, changes, prev_hash, hash)
    values (0, 1, now() + interval '1 day', 'test', 0, '', '', 'tomorrow', 0, '', '')`)
  await client.end()
  await expect(assertClock(url, { allow_earlier_clock: false })).rejects.toThrow('sớm hơn lần ghi cuối cùng')
  await assertClock(url, { allow_earlier_clock: true })
  await drop()
})
