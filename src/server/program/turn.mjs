// @ts-check
// Plain JavaScript, because the machine's own Node runs it too, before the libraries are there.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Does a work that only one process may do at a time; the others wait. The turn is a socket, because the system itself takes that back
 * from a process that was killed.
 * @template T
 * @param {string} name of the work; whoever gives the same name waits
 * @param {() => Promise<T>} work
 * @param {() => void} [onWait] called when another one has its turn
 * @returns {Promise<T>}
 */
export async function inTurn(name, work, onWait = () => {}) {
  const leave = await takeTurn(addressOf(name), onWait)
  try {
    return await work()
  } finally {
    await leave()
  }
}

/** Only Linux has addresses that are no files. @param {string} name */
function addressOf(name) {
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 32)
  return process.platform === 'linux' ? `\0ve-so-${digest}` : join(tmpdir(), `ve-so-${digest}.socket`)
}

/** @param {string} address @param {() => void} onWait */
async function takeTurn(address, onWait) {
  for (;;) {
    const leave = await listenAt(address)
    if (leave) return leave
    await waitAt(address, onWait)
  }
}

/** Whoever waits stays connected, and thereby learns at once when the turn is over. @param {string} address */
async function listenAt(address) {
  /** @type {Set<import('node:net').Socket>} */
  const waiting = new Set()
  const server = createServer((socket) => waiting.add(socket.on('error', () => {})))
  try {
    server.listen(address)
    await once(server, 'listening')
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') return null
    throw error
  }
  server.unref()
  return async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of waiting) socket.destroy()
    await closed
  }
}

/** @param {string} address @param {() => void} onWait */
async function waitAt(address, onWait) {
  const socket = connect(address)
  try {
    await once(socket, 'connect')
    onWait()
    socket.resume()
    await once(socket, 'close')
  } catch (error) {
    // Nobody listens there any more: elsewhere than on Linux the file is still in the way.
    if (codeOf(error) === 'ECONNREFUSED' && !address.startsWith('\0')) rmSync(address, { force: true })
  }
}

const codeOf = (/** @type {unknown} */ error) => /** @type {NodeJS.ErrnoException} */ (error).code
