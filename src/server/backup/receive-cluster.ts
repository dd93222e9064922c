/**
 * The cluster of a PostgreSQL that others run, as it sends itself over a replication connection while it works (BASE_BACKUP), with the part of
 * its log that makes the copy one state.
 */
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import pg from 'pg'
import { hostsOf } from '#server/database/address.ts'
import { createClient } from '#server/database/pool.ts'
import { StartError } from '#server/program/start-error.ts'
import { packStream } from './copy.ts'
import type { BackupFile } from './manifest.ts'
import { readTar } from './tar.ts'

/** What our own PostgreSQL can be started on. */
const supported_major = 18

export interface ReceivedCluster {
  files: BackupFile[]
  first_wal: string
  last_wal: string
}

export interface ExternalFacts {
  system_id: string
  database: string
}

/**
 * The system id and the database's name of the PostgreSQL at this address.
 * @throws StartError where it cannot be copied in a way that `npm run restore` brings back
 */
export async function checkExternal(url: string): Promise<ExternalFacts> {
  const client = createClient(url)
  await client.connect()
  try {
    const { rows } = await client.query<ExternalFacts & { major: number; tablespaces: number }>(`
      select (select system_identifier::text from pg_control_system()) as system_id, current_database() as database,
        current_setting('server_version_num')::integer / 10000 as major, (select count(*)::integer from pg_tablespace) as tablespaces`)
    const { major, tablespaces, ...cluster } = rows[0]!
    if (major !== supported_major)
      throw new StartError(
        `PostgreSQL ở DATABASE_URL là bản ${major}: npm run restore chỉ khôi phục được bản ${supported_major}, hãy sao lưu bằng pg_basebackup.`,
      )
    // pg_default and pg_global are in every cluster.
    if (tablespaces > 2)
      throw new StartError('PostgreSQL ở DATABASE_URL có tablespace riêng: hãy sao lưu bằng pg_basebackup.')
    return cluster
  } finally {
    await client.end()
  }
}

interface Target {
  draft: string
  /** Relative to `draft`. */
  dir: string
}

/**
 * Packs every file that the server sends below `draft/dir`, under the server's own path.
 * @throws StartError where it sends none, another cluster's, or one without its log
 */
export async function receiveCluster(url: string, system_id: string, { draft, dir }: Target): Promise<ReceivedCluster> {
  const client = await connectReplication(url)
  const files: BackupFile[] = []
  let first_wal: string | undefined
  try {
    const { rows } = await client.query<{ systemid: string }>('IDENTIFY_SYSTEM')
    if (rows[0]!.systemid !== system_id)
      throw new StartError('BACKUP_DATABASE_URL là máy chủ của cơ sở dữ liệu khác: hãy sửa nó.')
    const tar = new PassThrough()
    const base_backup = new BaseBackup(tar)
    client.query(base_backup as never)
    base_backup.ended.catch((error: Error) => tar.destroy(error))
    await readTar(tar, async (path, content) => {
      if (path === 'backup_label')
        content.on('data', (part: Buffer) => {
          first_wal ??= /\(file ([\dA-F]{24})\)/.exec(part.toString())?.[1]
        })
      files.push({ path: join(dir, path), ...(await packStream(content, join(draft, dir, path))) })
    })
    await base_backup.ended
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`PostgreSQL không gửi được bản sao lưu (${(error as Error).message}).`)
  } finally {
    await client.end().catch(() => undefined)
  }
  const wal = files.flatMap(({ path }) => /pg_wal\/([\dA-F]{24})$/.exec(path)?.[1] ?? []).toSorted()
  if (first_wal === undefined || !wal.includes(first_wal))
    throw new StartError('Bản sao lưu mà PostgreSQL gửi thiếu nhật ký của nó: hãy chạy lại.')
  return { files, first_wal, last_wal: wal.at(-1)! }
}

/** A replication connection to the first of the hosts that accepts one; a standby is as good as the primary. */
async function connectReplication(url: string): Promise<pg.Client> {
  let reason = ''
  for (const host of hostsOf(url)) {
    const options = {
      connectionString: host,
      application_name: 've-so-backup',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    }
    const client = new pg.Client({ ...options, replication: 'true' } as pg.ClientConfig)
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch (error) {
      reason = (error as Error).message
    }
  }
  throw new StartError(
    `PostgreSQL không nhận kết nối sao lưu (${reason}): tài khoản của BACKUP_DATABASE_URL cần quyền REPLICATION và một dòng “replication” trong pg_hba.conf.`,
  )
}

type CopyData = { chunk: Buffer }
type Connection = { query(text: string): void; stream: { pause(): void; resume(): void } }

const data_mark = 'd'.charCodeAt(0)

/** The command, and what the driver makes of its answer: each message begins with what it is. */
class BaseBackup {
  readonly ended: Promise<void>
  readonly #tar: PassThrough
  #end!: () => void
  #fail!: (error: Error) => void
  #error: Error | null = null

  constructor(tar: PassThrough) {
    this.#tar = tar
    this.ended = new Promise((resolve, reject) => {
      this.#end = resolve
      this.#fail = reject
    })
  }

  submit(connection: Connection): void {
    this.#tar.on('drain', () => connection.stream.resume())
    connection.query(`BASE_BACKUP (LABEL 've-so', CHECKPOINT 'fast', WAL true, WAIT true)`)
  }

  handleCopyData({ chunk }: CopyData, connection: Connection): void {
    // Copied, because the driver reads the next messages into the same memory.
    if (chunk[0] === data_mark && !this.#tar.write(Buffer.from(chunk.subarray(1)))) connection.stream.pause()
  }

  handleError(error: Error): void {
    this.#error = error
    this.#fail(error)
  }

  handleReadyForQuery(): void {
    if (this.#error) return
    this.#tar.end()
    this.#end()
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
}
