// Sales, draws and the log go by the clock: on one that is wrong, work must not begin.
import { StartError } from '#server/program/start-error.ts'
import { createClient } from './pool.ts'
import { time_zone } from './values.ts'

/** Clocks that nobody keeps drift by minutes, and no harm is done. */
const tolerance_ms = 5 * 60_000

interface Clocks {
  /** Of this machine. */
  here: number
  /** Of the database's. */
  there: number
  /** When the database was last written to; null when it never was. */
  last: number | null
}

export async function assertClock(
  url: string,
  { allow_earlier_clock }: { allow_earlier_clock: boolean },
): Promise<void> {
  const client = createClient(url)
  try {
    await client.connect()
    const { rows } = await client.query<{ there: string; last: string | null }>(
      'select clock_timestamp() as there, (select at from audit_log order by at desc limit 1) as last',
    )
    const { there, last } = rows[0]!
    const clocks = { here: Date.now(), there: Date.parse(there), last: last === null ? null : Date.parse(last) }
    const fault = clockFault(allow_earlier_clock ? { ...clocks, last: null } : clocks)
    if (fault) throw new StartError(fault)
  } finally {
    await client.end()
  }
}

export function clockFault({ here, there, last }: Clocks): string | null {
  if (Math.abs(here - there) > tolerance_ms)
    return `Đồng hồ của máy này (${shown(here)}) lệch với đồng hồ của máy cơ sở dữ liệu (${shown(there)}): hãy chỉnh lại cho đúng rồi chạy lại.`
  if (last !== null && there < last - tolerance_ms)
    return (
      `Đồng hồ của máy (${shown(there)}) sớm hơn lần ghi cuối cùng vào dữ liệu (${shown(last)}): hãy chỉnh lại đồng hồ rồi chạy lại; ` +
      'nếu chính lần ghi đó sai giờ thì đặt ALLOW_EARLIER_CLOCK=1.'
    )
  return null
}

function shown(moment: number): string {
  const digits = '2-digit'
  const options = { hour: digits, minute: digits, day: digits, month: digits, year: 'numeric' } as const
  return new Date(moment).toLocaleString('vi-VN', { timeZone: time_zone, ...options })
}
