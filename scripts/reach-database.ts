// Database access for commands that work both while the program runs and while it is stopped.
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

/** Connection URL of the configured database, of the running program's, or of the embedded one, which is started until `leave` is called. */
export async function reachDatabase({
  data_dir,
  database_url,
  direct_database_url,
  backup_dir,
}: Pick<Config, 'data_dir' | 'database_url' | 'direct_database_url' | 'backup_dir'>): Promise<{
  url: string
  leave: () => unknown
}> {
  const configured = direct_database_url ?? database_url
  if (configured) {
    await checkExternal(configured)
    return { url: configured, leave: () => {} }
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

/** Runs a command on the database as its owner and without statement timeout; a StartError is printed as one sentence without a stack trace. */
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
