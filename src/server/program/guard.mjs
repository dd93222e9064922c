// @ts-check
// Plain JavaScript, because the machine's own Node runs it too, before the libraries are there.
import { spawn } from 'node:child_process'

/**
 * Runs a shell that leaves a guard process behind and then becomes the program, so that the program is never unguarded. The guard reads from a pipe
 * that only we hold open: it signals the program when we have ended, in whatever way, and exits quietly when it reads a line.
 */
const guarded = `target=$$; if [ "$1" = group ]; then target=-$$; fi; signal=$2; shift 2
if ! command -v "$1" >/dev/null; then echo "spawn $1 ENOENT" >&2; exit 127; fi
( (trap '' HUP INT TERM; cd /; exec <&3 3<&- >/dev/null 2>&1; read -r _ || kill -s "$signal" -- "$target") & )
exec 3<&-
exec "$@"`

/**
 * Starts a program that ends with us. It keeps the pid with which it begins.
 * @param {'process' | 'group'} target what is signalled; a group is its own only where `detached` makes it one
 * @param {'INT' | 'KILL'} signal
 * @param {readonly [string, ...string[]]} program
 * @param {Omit<import('node:child_process').SpawnOptions, 'stdio'> & { stdio: ('ignore' | 'inherit' | 'pipe' | number)[] }} options
 * @returns {{ child: import('node:child_process').ChildProcess, dismiss: () => void }} `dismiss` sends the guard away, when there is nothing left to be guarded
 */
export function spawnGuarded(target, signal, program, options) {
  const child = spawn('/bin/sh', ['-c', guarded, 'sh', target, signal, ...program], {
    ...options,
    stdio: [...options.stdio, 'pipe'],
  })
  const pipe = /** @type {import('node:stream').Writable | undefined} */ (child.stdio[3])
  pipe?.on('error', () => {})
  return { child, dismiss: () => void pipe?.end('\n') }
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
    const { child, dismiss } = spawnGuarded('group', 'KILL', [command, ...args], {
      ...options,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const listen = (/** @type {string} */ text) => {
      output = (output + text).slice(-20_000)
    }
    child.stdout?.setEncoding('utf8').on('data', listen)
    child.stderr?.setEncoding('utf8').on('data', listen)
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    child.on('exit', dismiss)
    child.on('close', (code) => resolve({ ok: code === 0, output: output.trim() }))
  })
}
