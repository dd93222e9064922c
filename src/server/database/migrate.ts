// Brings a database to the newest shape: the numbered .sql files of db/migrations, in order, forward only. An applied file is
// history and never changes; its digest is kept, so that an edit is noticed at the next start instead of never.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { project_dir } from '#server/program/config.ts'
import { StartError } from '#server/program/start-error.ts'
import { version } from '#server/program/version.ts'
import { ensureAppRole } from './app-role.ts'
import { createClient } from './pool.ts'

type Migration = { name: string; sql: string; digest: string }

export const migrations_dir = join(project_dir, 'db', 'migrations')

// Any number serves, as long as nothing else in the database uses it.
const advisory_lock = 5_726_001

/** Returns the names of the files that it applied. */
export async function migrate(url: string, { dir = migrations_dir } = {}): Promise<string[]> {
  const migrations = readMigrations(dir)
  const client = createClient(url, 've-so-migrate')
  // A lost connection also fails the query that is running; without a handler it would end the process as well.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [advisory_lock])
    await ensureAppRole(client)
    const pending = pendingOf(migrations, await appliedTo(client), readFrozen(dir))
    for (const migration of pending) await apply(client, migration)
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/**
 * The migrations of a directory in their order.
 * @throws StartError for a file without a number of its own
 */
export function readMigrations(dir: string): Migration[] {
  const names = readdirSync(dir)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  for (const [index, name] of names.entries()) {
    if (!/^\d{4}_[a-z\d_]+\.sql$/.test(name)) {
      throw new StartError(`Tệp migration “${name}” phải có tên dạng 0001_ten.sql.`)
    }
    const earlier = names[index - 1]
    if (earlier?.slice(0, 4) === name.slice(0, 4)) {
      throw new StartError(`Hai tệp migration “${earlier}” và “${name}” trùng số thứ tự.`)
    }
  }
  return names.map((name) => {
    const sql = readFileSync(join(dir, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, sql, digest: createHash('sha256').update(sql).digest('hex') }
  })
}

/** The digests of the migrations that have landed, by name: `sha256sum -c frozen.sha256` reads the same file. */
export function readFrozen(dir: string): Map<string, string> {
  const file = join(dir, 'frozen.sha256')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return new Map([...text.matchAll(/^([\da-f]{64})  (\S+)$/gm)].map(([, digest, name]) => [name!, digest!]))
}

interface AppliedMigration {
  digest: string
  /** The version of the program that applied the migration; null before 0.2.0. */
  version: string | null
}

async function appliedTo(client: pg.Client): Promise<Map<string, AppliedMigration>> {
  // An alteration that has nothing to do would still wait for everybody who reads the table, such as a backup.
  await client.query(`create table if not exists schema_migration (
    name       text primary key,
    digest     text not null,
    applied_at timestamptz not null default now()
  );
  do $$ begin
    if not exists (select from pg_attribute where attrelid = 'schema_migration'::regclass and attname = 'version') then
      alter table schema_migration add column version text;
    end if;
  end $$`)
  const { rows } = await client.query<AppliedMigration & { name: string }>(
    'select name, digest, version from schema_migration',
  )
  return new Map(rows.map(({ name, ...applied }) => [name, applied]))
}

function pendingOf(
  migrations: Migration[],
  applied: Map<string, AppliedMigration>,
  frozen: Map<string, string>,
): Migration[] {
  const migration_names = new Set(migrations.map(({ name }) => name))
  const done = [...applied.keys()].sort()
  const newer = done.findLast((name) => !migration_names.has(name))
  if (newer !== undefined) throw newerError(newer, applied.get(newer)!)
  const last_applied = done.at(-1) ?? ''
  for (const { name, digest } of migrations) {
    const applied_digest = applied.get(name)?.digest
    if (applied_digest !== undefined && applied_digest !== digest) throw editedError(name, frozen.get(name) === digest)
    if (applied_digest === undefined && name < last_applied) {
      throw new StartError(`Migration “${name}” đứng trước “${last_applied}” đã chạy: hãy đặt lại số thứ tự lớn hơn.`)
    }
  }
  return migrations.filter(({ name }) => !applied.has(name))
}

function newerError(name: string, applied: AppliedMigration): StartError {
  return new StartError(
    `Cơ sở dữ liệu mới hơn chương trình: chương trình là bản ${version}, dữ liệu đã được bản ${applied.version ?? 'mới hơn'} nâng cấp ` +
      `(migration “${name}”). Hãy chạy bản ấy, hoặc khôi phục bản sao lưu từ trước khi nâng cấp.`,
  )
}

/** Either the file was edited here, or the file is as it was released and the database ran a draft of it. */
function editedError(name: string, is_as_released: boolean): StartError {
  return new StartError(
    is_as_released
      ? `Cơ sở dữ liệu này đã chạy một bản nháp của migration “${name}”, khác với bản đã phát hành, nên không nâng cấp được: ` +
          `hãy đặt DATA_DIR hoặc DATABASE_URL khác để bắt đầu với dữ liệu mới, hoặc chạy lại đúng bản chương trình đã tạo ra nó.`
      : `Migration “${name}” đã chạy rồi nhưng nội dung tệp bị sửa: hãy khôi phục tệp (git checkout -- db/migrations/${name}) và đặt thay đổi vào tệp mới.`,
  )
}

/** A file whose first line is `-- no transaction` holds one statement that PostgreSQL refuses inside one (`create index
 * concurrently`); it must be harmless to repeat, because a crash between it and its record repeats it. */
async function apply(client: pg.Client, { name, sql, digest }: Migration): Promise<void> {
  const record = () =>
    client.query('insert into schema_migration (name, digest, version) values ($1, $2, $3)', [name, digest, version])
  try {
    if (/^-- no transaction\s*\n/.test(sql)) {
      await client.query(sql)
      await record()
      return
    }
    await client.query('begin')
    await client.query(sql)
    await record()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new Error(`Migration ${name}: ${(error as Error).message}${lineOf(sql, error)}`, { cause: error })
  }
}

/** PostgreSQL tells the position of a fault in characters; people look for a line. */
function lineOf(sql: string, error: unknown): string {
  const position = Number((error as pg.DatabaseError).position)
  return position > 0 ? ` (line ${sql.slice(0, position).split('\n').length})` : ''
}
