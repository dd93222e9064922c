/** Another clock for the processes that a test starts. */
import { can_preload, openKnob, preloadOf } from './preload.ts'

/** The reason why processes cannot run under another clock on this machine; null when they can. */
export const no_clock = can_preload
  ? null
  : 'Nothing is tried under another clock: that needs Linux and a C compiler (Debian: apt-get install gcc libc6-dev)'

/**
 * The environment of a process whose clock starts at this moment in Viet Nam.
 * @param moment such as '2026-11-23 08:30', or with seconds
 * @throws Error when the text is no moment, or processes cannot run under another clock here
 */
export function clockAt(moment: string): Record<string, string> {
  const then = Date.parse(`${moment.replace(' ', 'T')}+07:00`)
  if (Number.isNaN(then)) throw new Error(`'${moment}' is no moment like '2026-11-23 08:30'`)
  // This process may run under another clock itself.
  const machine_now = Date.now() - Number(process.env.CLOCK_AHEAD ?? 0) * 1_000
  if (no_clock !== null) throw new Error(no_clock)
  return { LD_PRELOAD: preloadOf('clock'), CLOCK_AHEAD: String(Math.round((then - machine_now) / 1_000)) }
}

/** A clock that shows the true time until it is moved, by seconds, while the process runs. */
export function movableClock(): { env: Record<string, string>; move(seconds: number): void } {
  if (no_clock !== null) throw new Error(no_clock)
  const { path, set } = openKnob('clock')
  const CLOCK_AHEAD = process.env.CLOCK_AHEAD ?? '0'
  return { env: { LD_PRELOAD: preloadOf('clock'), CLOCK_AHEAD, CLOCK_FILE: path }, move: set }
}
