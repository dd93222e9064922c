// @ts-check
// Shows the steps of a long start: on a terminal as a line that moves, elsewhere as a line at the beginning and one at the end.
// Plain JavaScript, because the machine's own Node runs it too, before the libraries are there.
import { is_json, writeLine } from './line.cjs'

/** Shorter steps are not shown. */
const worth_telling_ms = 500

const is_terminal = !is_json && process.stdout.isTTY && process.env.TERM !== 'dumb'

/** When each of the running steps began. @type {Map<string, number>} */
const running = new Map()

/**
 * Runs a step and tells how long it took.
 * @template T
 * @param {string} title
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const since = performance.now()
  running.set(title, since)
  if (is_terminal) draw()
  const timer = is_terminal ? setInterval(draw, 100) : setTimeout(() => tell(`… ${title}`), worth_telling_ms)
  try {
    const result = await work()
    const took = performance.now() - since
    running.delete(title)
    if (took >= worth_telling_ms) tell(`✓ ${title} (${seconds(took, 1)})`)
    return result
  } finally {
    clearTimeout(timer)
    running.delete(title)
    if (is_terminal) draw()
  }
}

/** Prints a permanent line. @param {string} line @param {NodeJS.WriteStream} [stream] */
export function tell(line, stream = process.stdout) {
  if (is_terminal) process.stdout.write(clear)
  writeLine(line, stream)
  if (is_terminal) draw()
}

const clear = '\r\u001B[2K'

/** Moves the cursor to the start of the line, so that other output overwrites it. */
function draw() {
  const parts = [...running].map(([title, since]) => `${title} ${seconds(performance.now() - since, 0)}`)
  const line = parts.length === 0 ? '' : `… ${parts.join(' · ')}`.slice(0, (process.stdout.columns || 80) - 1)
  process.stdout.write(`${clear}${line}\r`)
}

/** @param {number} milliseconds @param {number} digits */
function seconds(milliseconds, digits) {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return `${(milliseconds / 1_000).toLocaleString('vi-VN', options)} giây`
}
