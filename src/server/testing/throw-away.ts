// A PostgreSQL for one run of the tests or of a tool. It lives under .cache, does not wait for the disk, and leaves nothing
// behind: what an interrupted run could not remove, the next one does.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { project_dir } from '#server/program/config.ts'
import { startEmbedded } from '../database/embedded.ts'
import { removePlace } from '../database/place.ts'
import { isLocked, takeLock } from '#server/program/lock.ts'
import { isAlive } from '#server/program/process.ts'

const on_disk = join(project_dir, '.cache', 'throw-away')
const in_memory = `/dev/shm/ve-so-throw-away-${process.getuid?.()}`
const enough_memory = 4 * 2 ** 30

export type ThrowAway = { url: string; stop(): Promise<void> }

/**
 * @param options.quick in memory where there is plenty: each copy of a database is 1,500 files, and ext4 looks long for free inodes where as many
 * have just been deleted
 */
export async function startThrowAway({ quick = false } = {}): Promise<ThrowAway> {
  const data_dir = quick ? makeQuickDataDir() : makeDataDir()
  const lock = takeLock(data_dir)
  try {
    const { url, stop } = await startEmbedded({ data_dir, durable: false })
    return {
      url,
      async stop() {
        await stop()
        removePlace(data_dir)
      },
    }
  } catch (error) {
    lock.release()
    removePlace(data_dir)
    throw error
  }
}

/** An empty data directory of its own, for a test that starts the whole program. */
export function makeDataDir(parent = on_disk): string {
  mkdirSync(parent, { recursive: true })
  sweep(parent)
  const data_dir = mkdtempSync(join(parent, `${process.pid}-`))
  // Made for its owner alone, where PostgreSQL's own account could not enter.
  chmodSync(data_dir, 0o711)
  return data_dir
}

/** `makeDataDir` in memory where enough is free, for tests that do not measure the disk. */
export const makeQuickDataDir = (): string => makeDataDir(hasMemory() ? in_memory : on_disk)

function hasMemory(): boolean {
  if (process.platform !== 'linux' || freemem() < enough_memory) return false
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize >= enough_memory
  } catch {
    return false
  }
}

/** A directory whose maker is gone is nobody's: a program that was in it has ended or ends with its own guard. */
function sweep(parent: string): void {
  for (const name of readdirSync(parent)) {
    const data_dir = join(parent, name)
    const maker = Number(name.split('-')[0])
    if (!isAlive(maker) && !isLocked(data_dir)) removePlace(data_dir)
  }
}
