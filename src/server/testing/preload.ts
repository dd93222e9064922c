/** Libraries that are loaded before the C library, by which tests change clock or disk of the processes that they start. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether they can be built and loaded here. */
export const can_preload = process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0

let dir: string | undefined

/** The path of a file that every account can read and that is removed when this process ends. */
function placeOf(name: string): string {
  if (dir === undefined) {
    dir = mkdtempSync(join(tmpdir(), 've-so-preload-'))
    const created_dir = dir
    process.once('exit', () => rmSync(created_dir, { recursive: true, force: true }))
    chmodSync(dir, 0o755)
  }
  return join(dir, name)
}

const built = new Map<string, string>()

/** The library of this C file, built once for each process that asks. */
export function preloadOf(name: 'clock' | 'disk'): string {
  const existing = built.get(name)
  if (existing !== undefined) return existing
  const path = placeOf(`${name}.so`)
  const args = ['-O2', '-shared', '-fPIC', '-o', path, join(import.meta.dirname, `${name}.c`), '-ldl']
  const { status, stderr } = spawnSync('cc', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${name}.c could not be built:\n${stderr}`)
  built.set(name, path)
  return path
}

interface Knob {
  path: string
  set(value: number): void
}

/** A number that the library reads while its process runs. */
export function openKnob(name: string): Knob {
  const path = placeOf(name)
  const set = (value: number) => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigInt64LE(BigInt(Math.round(value)))
    // The file is overwritten, not replaced, because the library has mapped it into memory.
    writeFileSync(path, bytes, { flag: 'r+' })
  }
  writeFileSync(path, Buffer.alloc(8), { mode: 0o644 })
  chmodSync(path, 0o644)
  return { path, set }
}
