// For commands beside the program: they may run while it does, and without it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { readConfig, type Config } from '#server/program/config.ts'
import { runningUrl, startEmbedded } from '#server/database/embedded.ts'
import { checkExternal } from '#server/database/external.ts'
import { createClient } from '#server/database/pool.ts'
import { isLocked, takeLock } from '#server/program/lock.ts'
import { waitUntil } from '#server/program/process.ts'
import { StartError } from '#server/program/start-error.ts'

/** The database: the one that is given, the one of the running program, or the embedded one started for us alone. */
export async function reachDatabase({
  data_dir,
  database_url,
  direct_database_url,
  backup_dir,
}: Pick<Config, 'data_dir' | 'database_url' | 'direct_database_url' | 'backup_dir'>): Promise<{
  url: string
  leave: () => unknown
}> {
  const given = direct_database_url ?? database_url
  if (given) {
    await checkExternal(given)
    return { url: given, leave: () => {} }
  }
  if (!existsSync(join(data_dir, 'postgres')))
    throw new StartError(`Không có dữ liệu trong ${data_dir}: hãy đặt DATA_DIR.`)
  if (isLocked(data_dir)) {
    if (!(await waitUntil(() => runningUrl(data_dir) !== null, 30_000)))
      throw new StartError(`Chương trình đang dùng ${data_dir} nhưng PostgreSQL của nó chưa sẵn sàng: hãy thử lại sau.`)
    return { url: runningUrl(data_dir)!, leave: () => {} }
  }
  const lock = takeLock(data_dir)
  try {
    const embedded = await startEmbedded({ data_dir, backup_dir })
    return { url: embedded.url, leave: () => embedded.stop().finally(lock.release) }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** What a command does with the database, as its owner and without time limits; a fault that a person can mend is told in one sentence. */
export async function withDatabase(run: (client: pg.Client) => Promise<void>): Promise<void> {
  try {
    const { url, leave } = await reachDatabase(readConfig(process.env, []))
    const client = createClient(url)
    try {
      await client.connect()
      await run(client)
    } finally {
      await client.end()
      await leave()
    }
  } catch (error) {
    console.error(error instanceof StartError ? `✗ ${error.message}` : error)
    process.exitCode = 1
  }
}
