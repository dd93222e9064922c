// Sales, draws and the log go by the clock: a program on a wrong one must not start.
import { clockDayText } from '#contract/text/day-text.ts'
import { StartError } from '#server/program/start-error.ts'
import { createClient } from './pool.ts'

/** Clocks that nobody sets drift by minutes, which harms nothing. */
const tolerance_ms = 5 * 60_000

interface Clocks {
  /** The clock of this machine, in ms. */
  machine: number
  /** The clock of the database's machine, in ms. */
  database: number
  /** When the database was last written to; null when it never was. */
  last_write: number | null
}

/**
 * Throws StartError when this machine and the database differ by more than five minutes, or the database is that much
 * earlier than the newest entry of the audit log; `allow_earlier_clock` skips the second comparison.
 */
export async function assertClock(
  url: string,
  { allow_earlier_clock }: { allow_earlier_clock: boolean },
): Promise<void> {
  const client = createClient(url)
  try {
    await client.connect()
    const { rows } = await client.query<{ now: string; last_write: string | null }>(
      'select clock_timestamp() as now, (select at from audit_log order by at desc limit 1) as last_write',
    )
    const { now, last_write } = rows[0]!
    const clocks = {
      machine: Date.now(),
      database: Date.parse(now),
      last_write: last_write === null ? null : Date.parse(last_write),
    }
    const fault = clockFault(allow_earlier_clock ? { ...clocks, last_write: null } : clocks)
    if (fault) throw new StartError(fault)
  } finally {
    await client.end()
  }
}

export function clockFault({ machine, database, last_write }: Clocks): string | null {
  if (Math.abs(machine - database) > tolerance_ms)
    return `Đồng hồ của máy này (${formatted(machine)}) lệch với đồng hồ của máy cơ sở dữ liệu (${formatted(database)}): hãy chỉnh lại cho đúng rồi chạy lại.`
  if (last_write !== null && database < last_write - tolerance_ms)
    return (
      `Đồng hồ của máy (${formatted(database)}) sớm hơn lần ghi cuối cùng vào dữ liệu (${formatted(last_write)}): hãy chỉnh lại đồng hồ rồi chạy lại; ` +
      'nếu chính lần ghi đó sai giờ thì đặt ALLOW_EARLIER_CLOCK=1.'
    )
  return null
}

function formatted(moment: number): string {
  return clockDayText(new Date(moment).toISOString())
}
