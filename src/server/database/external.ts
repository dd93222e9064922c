// A PostgreSQL that someone else runs (DATABASE_URL): reached, and new enough?
import { StartError } from '../start-error.ts'
import { createClient } from './pool.ts'

const oldest = 16

export async function checkExternal(url: string): Promise<void> {
  const client = createClient(url)
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`)
    const version = rows[0]?.version ?? '0'
    if (Number.parseInt(version) < oldest) {
      throw new StartError(`DATABASE_URL là PostgreSQL ${version}, chương trình cần từ bản ${oldest} trở lên.`)
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    const { hostname, port } = new URL(url)
    throw new StartError(
      `Không kết nối được cơ sở dữ liệu ở ${hostname || 'localhost'}:${port || '5432'} (${reasonOf(error)}): hãy kiểm tra DATABASE_URL.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** A refused connection to a name with several addresses is an AggregateError without a message of its own. */
function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return message || code || 'không rõ lý do'
}
