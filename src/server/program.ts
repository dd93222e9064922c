// The life of the program: its steps are named and timed as they happen, what was started is stopped in reverse order, and a
// fault that a person can mend is told in one sentence.
import { StartError } from './start-error.ts'

export type Program = {
  /** runs one step of the start and prints a line for it */
  step<T>(title: string, work: (say: Say) => T | Promise<T>): Promise<T>
  /** to be done when the program ends; the last one given is done first */
  onStop(title: string, work: () => unknown): void
  /** ends the program as if it had been asked to, but with exit code 1 */
  fail(reason: string): void
}

export type Say = (line: string) => void

/** Asked again after this time, the one who asks is impatient and the rest is skipped. */
const patience = 3_000

export async function runProgram(start: (program: Program) => Promise<void>): Promise<void> {
  const stops: { title: string; work: () => unknown }[] = []
  const say: Say = (line) => console.log(`  ${line}`)
  let asked_at = 0
  let exit_code = 0

  const stop = async (): Promise<void> => {
    for (let next = stops.pop(); next; next = stops.pop()) {
      try {
        await next.work()
      } catch (error) {
        console.error(`✗ ${next.title}:`, error)
        exit_code = 1
      }
    }
    process.exit(exit_code)
  }
  const ask = (): void => {
    if (asked_at > 0) {
      if (Date.now() - asked_at > patience) process.exit(1)
      return
    }
    asked_at = Date.now()
    if (starting) return // the start notices it after the step that is running
    say('Đang dừng…')
    void stop()
  }
  const fail = (reason: string): void => {
    console.error(`✗ ${reason}`)
    exit_code = 1
    ask()
  }

  // A terminal that has been closed is no reason to leave PostgreSQL behind.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  // The terminal sends SIGINT to the whole group and the launcher passes it on: one wish, which arrives twice.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, ask)
  // The launcher was killed and nobody is left who could stop us.
  if (process.channel) process.once('disconnect', ask)

  let starting = true
  try {
    await start({
      async step(title, work) {
        if (asked_at > 0) throw new Stopped()
        const since = performance.now()
        const result = await work(say)
        console.log(`✓ ${title} (${seconds(performance.now() - since)})`)
        return result
      },
      onStop: (title, work) => void stops.push({ title, work }),
      fail,
    })
  } catch (error) {
    if (!(error instanceof Stopped)) {
      console.error(error instanceof StartError ? `✗ ${error.message}` : error)
      exit_code = 1
    }
    asked_at ||= Date.now()
  }
  starting = false
  if (asked_at > 0) await stop()
}

/** Asked to stop while it was still starting. */
class Stopped extends Error {}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toLocaleString('vi-VN', { maximumFractionDigits: 1, minimumFractionDigits: 1 })} giây`
}
