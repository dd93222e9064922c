// @ts-check
// Plain JavaScript, because the machine's own Node runs it too, before the libraries are there.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Sends a signal to a process when we are gone, however we went: the guard reads from a pipe that only we hold open.
 * @param {number} target its pid, or that of its group with a minus
 * @param {'INT' | 'KILL'} signal
 * @param {{ uid: number, gid: number } | null} [account] of the process, when it is not ours
 * @returns {() => Promise<void>} dismisses the guard, when there is nothing left to be guarded
 */
export function guard(target, signal, account = null) {
  const watcher = spawn('/bin/sh', ['-c', 'read _; kill -s "$1" -- "$0"', String(target), signal], {
    ...account,
    cwd: '/',
    env: {},
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.on('error', () => {})
  watcher.stdin.on('error', () => {})
  return async () => {
    if (watcher.pid === undefined || watcher.exitCode !== null || watcher.signalCode !== null) return
    watcher.kill('SIGKILL')
    await once(watcher, 'exit')
  }
}

/**
 * Runs a program in a process group of its own, which ends with us, and gives what it said.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function runGuarded(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const { uid, gid } = options
    const account = uid === undefined || gid === undefined ? null : { uid, gid }
    const dismiss = child.pid === undefined ? async () => {} : guard(-child.pid, 'KILL', account)
    let output = ''
    const listen = (/** @type {string} */ text) => {
      output = (output + text).slice(-20_000)
    }
    child.stdout?.setEncoding('utf8').on('data', listen)
    child.stderr?.setEncoding('utf8').on('data', listen)
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    child.on('close', (code) => void dismiss().then(() => resolve({ ok: code === 0, output: output.trim() })))
  })
}
