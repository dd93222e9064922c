/** Another clock for the processes that a test starts. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Why nothing can be tried under another clock here; null where it can. */
export const no_clock =
  process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0
    ? null
    : 'Nothing is tried under another clock: that needs Linux and a C compiler (Debian: apt-get install gcc libc6-dev)'

let library: string | undefined

/** Built once for each process that asks, where every account can read it, and gone with that process. */
function buildLibrary(): string {
  if (no_clock !== null) throw new Error(no_clock)
  const dir = mkdtempSync(join(tmpdir(), 've-so-clock-'))
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
  chmodSync(dir, 0o755)
  const path = join(dir, 'clock.so')
  const args = ['-O2', '-shared', '-fPIC', '-o', path, join(import.meta.dirname, 'clock.c'), '-ldl']
  const { status, stderr } = spawnSync('cc', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The clock could not be built:\n${stderr}`)
  return path
}

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
  library ??= buildLibrary()
  return { LD_PRELOAD: library, CLOCK_AHEAD: String(Math.round((then - machine_now) / 1_000)) }
}
