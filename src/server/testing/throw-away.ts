// A PostgreSQL for one run of the tests or of a tool. It lives under .cache, does not wait for the disk, and leaves nothing
// behind: what an interrupted run could not remove, the next one does.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { project_dir } from '#server/program/config.ts'
import { startEmbedded } from '../database/embedded.ts'
import { removePlace } from '../database/place.ts'
import { isLocked, takeLock } from '#server/program/lock.ts'
import { isAlive } from '#server/program/process.ts'

const parent = join(project_dir, '.cache', 'throw-away')

export type ThrowAway = { url: string; stop(): Promise<void> }

export async function startThrowAway(): Promise<ThrowAway> {
  const data_dir = makeDataDir()
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
export function makeDataDir(): string {
  mkdirSync(parent, { recursive: true })
  sweep()
  const data_dir = mkdtempSync(join(parent, `${process.pid}-`))
  // Made for its owner alone, where PostgreSQL's own account could not enter.
  chmodSync(data_dir, 0o711)
  return data_dir
}

/** A directory whose maker is gone is nobody's: a program that was in it has ended or ends with its own guard. */
function sweep(): void {
  for (const name of readdirSync(parent)) {
    const data_dir = join(parent, name)
    const maker = Number(name.split('-')[0])
    if (!isAlive(maker) && !isLocked(data_dir)) removePlace(data_dir)
  }
}
