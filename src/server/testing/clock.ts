/** Another clock for the processes that a test starts. */
import { can_preload, openKnob, preloadOf } from './preload.ts'

/** Why nothing can be tried under another clock here; null where it can. */
export const no_clock = can_preload
  ? null
  : 'Nothing is tried under another clock: that needs Linux and a C compiler (Debian: apt-get install gcc libc6-dev)'

/**
 * The environment of a process whose clock shows this moment in Viet Nam now and goes on from there.
 * @param moment such as '2026-11-23 08:30', or with seconds
 * @throws Error where it is no moment, and where there is no C compiler
 */
export function clockAt(moment: string): Record<string, string> {
  const then = Date.parse(`${moment.replace(' ', 'T')}+07:00`)
  if (Number.isNaN(then)) throw new Error(`'${moment}' is no moment like '2026-11-23 08:30'`)
  // We may run under another clock ourselves.
  const machine_now = Date.now() - Number(process.env.CLOCK_AHEAD ?? 0) * 1_000
  if (no_clock !== null) throw new Error(no_clock)
  return { LD_PRELOAD: preloadOf('clock'), CLOCK_AHEAD: String(Math.round((then - machine_now) / 1_000)) }
}

/** A clock that is right at first and can be moved while the process runs. */
export function movableClock(): { env: Record<string, string>; move(seconds: number): void } {
  if (no_clock !== null) throw new Error(no_clock)
  const { path, set } = openKnob('clock')
  const CLOCK_AHEAD = process.env.CLOCK_AHEAD ?? '0'
  return { env: { LD_PRELOAD: preloadOf('clock'), CLOCK_AHEAD, CLOCK_FILE: path }, move: set }
}
