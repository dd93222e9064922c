// One server per data directory: a lock file names the process that holds it. A killed process leaves its lock file behind; the next start recognises
// that no process with that pid and start time is alive.
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { machineFault } from './machine-fault.mjs'
import { identityOf } from './process.ts'
import { StartError } from './start-error.ts'

type Holder = { pid: number; identity: string }

export type Lock = { release(): void }

/**
 * Locks the data directory for this process.
 * @throws StartError when another one holds it, or it cannot be written
 */
export function takeLock(data_dir: string): Lock {
  const path = lockFile(data_dir)
  const ownHolder: Holder = { pid: process.pid, identity: identityOf(process.pid) ?? '' }
  const draft = `${path}.${process.pid}`
  try {
    makeDirectory(data_dir)
    writeFileSync(draft, JSON.stringify(ownHolder))
  } catch (error) {
    if (existsSync(draft)) rmSync(draft)
    const { code } = error as NodeJS.ErrnoException
    const fault = machineFault(String(code), data_dir)
    throw new StartError(
      `Không ghi được vào thư mục dữ liệu ${fault ? `vì ${fault}` : `${data_dir} (${code})`}, hoặc đặt DATA_DIR khác.`,
    )
  }
  try {
    while (!linked(draft, path)) refuseOrClear(path)
  } finally {
    rmSync(draft, { force: true })
  }
  return {
    release() {
      if (holderOf(path)?.identity === ownHolder.identity) rmSync(path, { force: true })
    },
  }
}

/** Creates the directory and its parents: other accounts may enter (PostgreSQL's own must), but not list them. Node's `recursive` never returns where
 * nothing can be created, such as in /proc. */
function makeDirectory(path: string): void {
  if (existsSync(path)) return
  makeDirectory(dirname(path))
  mkdirSync(path, { mode: 0o711 })
}

/** Whether a living process holds the data directory. */
export function isLocked(data_dir: string): boolean {
  return isHeld(holderOf(lockFile(data_dir)))
}

const lockFile = (data_dir: string) => join(data_dir, 'server.lock')

/** A hard link is created completely or not at all, so nobody ever reads half a lock file. */
function linked(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function refuseOrClear(path: string): void {
  const holder = holderOf(path)
  if (isHeld(holder)) {
    throw new StartError(
      `Chương trình đang chạy trên thư mục dữ liệu này (pid ${holder.pid}): hãy dừng nó trước hoặc đặt DATA_DIR khác.`,
    )
  }
  // Renamed before it is deleted: of two starts that both found the lock stale, the slower one may rename the lock that the faster one has just
  // taken; it then notices that and puts it back.
  const stale_path = `${path}.stale.${process.pid}`
  try {
    renameSync(path, stale_path)
    if (isHeld(holderOf(stale_path))) linkSync(stale_path, path)
    rmSync(stale_path, { force: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function isHeld(holder: Holder | null): holder is Holder {
  return holder !== null && identityOf(holder.pid) === holder.identity
}

function holderOf(path: string): Holder | null {
  try {
    const { pid, identity } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>
    return Number.isInteger(pid) && typeof identity === 'string' ? { pid: pid!, identity } : null
  } catch {
    return null
  }
}
