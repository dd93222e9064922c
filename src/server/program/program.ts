// The life of the program: prints its steps as they run, stops what was started in reverse order, and explains a fault that a person can mend in one
// sentence.
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isTransient } from '../database/refusal.ts'
import { machineFault } from './machine-fault.mjs'
import * as progress from './progress.mjs'
import { StartError } from './start-error.ts'

export type Program = {
  /** runs one step of the start and prints how long it took; several may run side by side */
  step<T>(title: string, work: (say: LineWriter) => T | Promise<T>): Promise<T>
  /** runs when the program ends; the last one given runs first */
  onStop(title: string, work: () => unknown): void
  /** ends the program as a signal would, but with exit code 1 */
  fail(reason: string): void
}

export type LineWriter = (line: string) => void

/** A second signal after this time skips the rest of the shutdown: the person is impatient. */
const second_signal_after_ms = 3_000

/**
 * Runs the start, then lives until a signal, the end of its launcher or `fail`; then what was given to `onStop` runs,
 * newest first, and the process exits, with 1 after a fault. A signal during the start takes effect after the running
 * step.
 */
export async function runProgram(start: (program: Program) => Promise<void>): Promise<void> {
  const stops: { title: string; work: () => unknown }[] = []
  const say: LineWriter = (line) => progress.tell(`  ${line}`)
  const complain: LineWriter = (line) => progress.tell(`✗ ${line}`, process.stderr)
  let starting = true
  let stop_requested_at = 0
  let exit_code = 0

  const stop = async (): Promise<void> => {
    for (let stopPart = stops.pop(); stopPart; stopPart = stops.pop()) {
      try {
        await stopPart.work()
      } catch (error) {
        complain(`Dừng ${stopPart.title}: ${sentenceOf(error)}`)
        exit_code = 1
      }
    }
    process.exit(exit_code)
  }
  const ask = (): void => {
    if (stop_requested_at > 0) {
      if (performance.now() - stop_requested_at > second_signal_after_ms) process.exit(1)
      return
    }
    stop_requested_at = performance.now()
    say('Đang dừng…')
    if (starting) return // the start notices it after the step that is running
    void stop()
  }
  const fail = (reason: string): void => {
    complain(reason)
    exit_code = 1
    ask()
  }

  // A terminal that has been closed is no reason to leave PostgreSQL behind.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  // Ctrl+C sends SIGINT to the whole process group and the launcher passes it on too: one request that arrives twice.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, ask)
  // The launcher was killed and nobody is left to stop us, perhaps from before we listened for it.
  process.once('disconnect', ask)
  if (process.connected === false) ask()
  process.on('uncaughtException', (error) => fail(sentenceOf(error)))

  /** a step that runs beside others failed: further ones need not start */
  let fault: unknown
  try {
    await start({
      async step(title, work) {
        if (stop_requested_at > 0) throw new Stopped()
        if (fault) throw fault
        try {
          return await progress.step(title, () => work(say))
        } catch (error) {
          fault ??= error
          throw error
        }
      },
      onStop: (title, work) => void stops.push({ title, work }),
      fail,
    })
  } catch (error) {
    if (!(error instanceof Stopped)) {
      complain(sentenceOf(error))
      exit_code = 1
    }
    stop_requested_at ||= performance.now()
  }
  starting = false
  if (stop_requested_at > 0) await stop()
}

/** The program was stopped while it was still starting. */
class Stopped extends Error {}

/** Explains the fault in one sentence; for a fault that only a programmer can mend, the stack is written to a file. */
function sentenceOf(error: unknown): string {
  if (error instanceof StartError) return error.message
  const { code, message, path, stack } = (error ?? {}) as NodeJS.ErrnoException
  const fault = machineFault(`${code} ${message}`, path ?? 'thư mục dữ liệu')
  if (fault) return `Không chạy tiếp được vì ${fault}.`
  if (isTransient(error)) return `Mất kết nối tới cơ sở dữ liệu (${message}): hãy xem nó còn chạy không rồi chạy lại.`
  const file = join(tmpdir(), `ve-so-${process.pid}.txt`)
  try {
    writeFileSync(file, `${stack ?? String(error)}\n`, { mode: 0o600 })
    return `Lỗi của chương trình (${message ?? String(error)}): hãy gửi tệp ${file} cho người phát triển.`
  } catch {
    return `Lỗi của chương trình: ${stack ?? String(error)}`
  }
}
