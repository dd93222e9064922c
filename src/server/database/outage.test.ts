/** An outage of the database in the log: one line at its beginning, one at its end. */
import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionFault, silence_prefix } from './connection-fault.ts'
import { logFault, markAnswered } from './outage.ts'

let lines: { level: number; msg: string; seconds?: number; faults?: number; reason?: string }[] = []
let log: pino.Logger
beforeEach(() => {
  vi.useFakeTimers()
  lines = []
  log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
})
afterEach(() => vi.useRealTimers())

const refused = () => new ConnectionFault('db:5432', ['không nhận kết nối (ECONNREFUSED)', 'khởi động'])
const broken = () => new Error('Connection terminated unexpectedly')
const reset = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })
const stopped = () => Object.assign(new Error('terminating connection'), { code: '57P01' })
const away = 'the database is away: calls get code 4 and jobs wait until it answers'
const messages = () => lines.map(({ msg }) => msg)

test('an outage is logged once at its beginning and once at its end, with its length and number of faults', () => {
  for (const err of [broken(), reset(), stopped(), refused(), refused()]) logFault(log, { err }, 'call failed')
  // While it lasts, a full pool belongs to the same outage.
  logFault(log, { err: new Error('timeout exceeded when trying to connect') }, 'job failed')
  vi.advanceTimersByTime(4_000)
  markAnswered(log)
  // A connection that broke earlier is noticed late.
  logFault(log, { err: broken() }, 'database connection lost')
  vi.advanceTimersByTime(14_000)
  expect(messages()).toEqual([away])
  expect(lines[0]!.reason).toContain('không nhận kết nối (ECONNREFUSED)')
  vi.advanceTimersByTime(2_000)
  expect(lines.slice(1)).toMatchObject([{ level: 30, msg: 'the database answers again', seconds: 4, faults: 7 }])
  logFault(log, { err: broken() }, 'call failed')
  vi.advanceTimersByTime(1_000)
  expect(lines.slice(2)).toMatchObject([{ msg: away, reason: 'Connection terminated unexpectedly' }])
})

test('it lasts until the last commit or queue without an answer, also where others are answered', () => {
  const silent = () => new Error(`${silence_prefix}the database did not confirm a commit`)
  logFault(log, { err: silent() }, 'call failed')
  markAnswered(log)
  vi.advanceTimersByTime(10_000)
  logFault(log, { err: silent() }, 'call failed')
  markAnswered(log)
  vi.advanceTimersByTime(20_000)
  expect(lines).toMatchObject([{ msg: away }, { msg: 'the database answers again', seconds: 10, faults: 2 }])
})

test('a full disk is one outage too, with a name of its own, until nothing is refused for want of room', () => {
  const full = () => Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })
  for (let n = 0; n < 3; n++) {
    logFault(log, { err: full() }, 'call failed')
    // Reads go on.
    markAnswered(log)
    vi.advanceTimersByTime(5_000)
  }
  vi.advanceTimersByTime(20_000)
  expect(lines).toMatchObject([
    { level: 50, msg: 'the database has no room: what writes gets code 4 until it has', reason: full().message },
    { msg: 'the database answers again', seconds: 10, faults: 3 },
  ])
})

test('an outage is not over while connections still fail', () => {
  logFault(log, { err: refused() }, 'call failed')
  markAnswered(log)
  logFault(log, { err: refused() }, 'call failed')
  vi.advanceTimersByTime(60_000)
  expect(messages()).toHaveLength(1)
  markAnswered(log)
  vi.advanceTimersByTime(2_000)
  expect(lines[1]).toMatchObject({ seconds: 60 })
})

test('a bug, a full pool, a lock timeout and a mail timeout are logged one by one and begin no outage', () => {
  const locked = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
  const full = new Error('timeout exceeded when trying to connect')
  const mail = Object.assign(new Error('Connection timeout'), { code: 'ETIMEDOUT', command: 'CONN' })
  for (const err of [new TypeError('x is not a function'), locked, full, mail]) logFault(log, { err }, 'call failed')
  expect(messages()).toEqual(Array.from({ length: 4 }, () => 'call failed'))
  logFault(log, { err: refused() }, 'call failed')
  logFault(log, { err: new TypeError('x is not a function') }, 'call failed')
  expect(messages().slice(4)).toEqual([away, 'call failed'])
})
