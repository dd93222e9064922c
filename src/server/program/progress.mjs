// @ts-check
// What takes a while says so: on a terminal by a line that moves, elsewhere by a line when it begins and one when it is done.
// Plain JavaScript, because the machine's own Node runs it too, before the libraries are there.

/** What is done sooner is not worth a line. */
const worth_telling_ms = 500

const is_terminal = process.stdout.isTTY && process.env.TERM !== 'dumb'

/** When each of the steps that are running began. @type {Map<string, number>} */
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
  const timer = is_terminal ? setInterval(draw, 100) : setTimeout(() => console.log(`… ${title}`), worth_telling_ms)
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

/** Prints a line that stays. @param {string} line @param {NodeJS.WriteStream} [stream] */
export function tell(line, stream = process.stdout) {
  if (is_terminal) process.stdout.write(clear)
  stream.write(`${line}\n`)
  if (is_terminal) draw()
}

const clear = '\r\u001B[2K'

/** The cursor goes back to the line's beginning, so that whatever else is written takes the line's place. */
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
