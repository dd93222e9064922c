// @ts-check
// Plain JavaScript, because the machine's own Node runs it too, before the libraries are there.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs work that only one process may do at a time; the others wait. The lock is a socket, because the operating system releases that when a process
 * is killed.
 * @template T
 * @param {string} name the work's name: processes that give the same name wait for each other
 * @param {() => Promise<T>} work
 * @param {() => void} [onWait] called when another process works
 * @returns {Promise<T>}
 */
export async function inTurn(name, work, onWait = () => {}) {
  const leave = await deferDialogs(addressOf(name), onWait)
  try {
    return await work()
  } finally {
    await leave()
  }
}

/** Only Linux has socket addresses that are not files. @param {string} name */
function addressOf(name) {
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 32)
  return process.platform === 'linux' ? `\0ve-so-${digest}` : join(tmpdir(), `ve-so-${digest}.socket`)
}

/** @param {string} address @param {() => void} onWait */
async function deferDialogs(address, onWait) {
  for (;;) {
    const leave = await listenAt(address)
    if (leave) return leave
    await waitAt(address, onWait)
  }
}

/** Whoever waits stays connected, so the end of the connection tells at once that the turn is over. @param {string} address */
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
    // Nobody listens any more: outside Linux the socket's file is still in the way.
    if (codeOf(error) === 'ECONNREFUSED' && !address.startsWith('\0')) rmSync(address, { force: true })
  }
}

const codeOf = (/** @type {unknown} */ error) => /** @type {NodeJS.ErrnoException} */ (error).code
