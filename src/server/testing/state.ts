// Kept states: the rows of a small business as a released version left them, one file per version in db/states. Every
// later program must start on them. A file is SQL with COPY blocks, as pg_dump would write it; its tables are made by
// the frozen migrations up to the one that it names, except for those of the queue of jobs, which a library makes.
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { brotliDecompressSync } from 'node:zlib'
import type pg from 'pg'
import { getConstructionPlans } from 'pg-boss'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { project_dir } from '#server/program/config.ts'
import { migrate, migrations_dir, readMigrations } from '../database/migrate.ts'
import { createClient } from '../database/pool.ts'

export const states_dir = join(project_dir, 'db', 'states')
const ending = '.sql.br'

/** The file that keeps the state of a version's database. */
export const stateFile = (version: string) => join(states_dir, `${version}${ending}`)

/** The versions whose state is kept. */
export function keptVersions(): string[] {
  return readdirSync(states_dir).map((name) => name.slice(0, -ending.length))
}

interface Table {
  name: string
  columns: string
}

/** Statistics of the queue, by day: nothing that a program needs again. */
const passing = ['pgboss.queue_stats', 'pgboss.warning']

/** Every table in the owner's schemas; a partitioned one stands for its partitions. */
async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', nspname, relname) as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
      from pg_class c join pg_namespace n on n.oid = relnamespace
      join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
      where relkind in ('r', 'p') and not relispartition and nspname in ('public', 'pgboss', 'upload')
        and format('%I.%I', nspname, relname) <> all ($1) group by 1 order by 1`,
    [passing],
  )
  return rows
}

/** The state of a database that no program works on, and which of our tables have no row in it. */
export async function dumpState(client: pg.Client, version: string): Promise<{ text: string; empty: string[] }> {
  const tables = await tablesOf(client)
  const blocks: string[] = []
  const empty: string[] = []
  for (const { name, columns } of tables) {
    const chunks = await client.query(copyTo(`copy (select ${columns} from ${name}) to stdout`)).toArray()
    if (chunks.length === 0 && name.startsWith('public.')) empty.push(name)
    blocks.push(`copy ${name} (${columns}) from stdin;\n${Buffer.concat(chunks).toString()}\\.\n`)
  }
  const { rows: sequences } = await client.query<{ statement: string }>(
    `select format('select setval(%L, %s);', format('%I.%I', schemaname, sequencename), last_value) as statement
      from pg_sequences where schemaname in ('public', 'pgboss') and last_value is not null order by 1`,
  )
  const { rows: today } = await client.query<{ months: string }>(
    `select format('%L, %L', current_date - interval '1 month', current_date + interval '3 months') as months`,
  )
  const { months } = today[0]!
  const text = [
    `-- Vé Số Back Office ${version}, migrations up to ${readMigrations(migrations_dir).at(-1)!.name}\n`,
    getConstructionPlans('pgboss'),
    `set session_replication_role = replica;\n`,
    // The migrations make the months around the day on which they run; these are the months of the rows.
    `select make_ticket_partitions(${months}), make_sale_partitions(${months});\n`,
    `truncate ${tables.map(({ name }) => name).join(', ')};\n`,
    ...blocks,
    ...sequences.map(({ statement }) => `${statement}\n`),
  ].join('')
  return { text, empty }
}

/** Makes the state in an empty database. Triggers and foreign keys are off meanwhile, as in every restore. */
export async function restoreState(url: string, version: string): Promise<void> {
  const text = brotliDecompressSync(readFileSync(stateFile(version))).toString()
  await migrateUpTo(url, /^-- .* up to (\S+)$/m.exec(text)![1]!)
  const client = createClient(url)
  await client.connect()
  try {
    for (const part of text.split(/^(?=copy .* from stdin;$)|(?<=^\\\.\n)/m)) {
      if (!part.startsWith('copy ')) await client.query(part)
      else {
        const rows_at = part.indexOf('\n') + 1
        await pipeline(Readable.from([part.slice(rows_at, -3)]), client.query(copyFrom(part.slice(0, rows_at))))
      }
    }
  } finally {
    await client.end()
  }
}

async function migrateUpTo(url: string, last_name: string): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 've-so-migrations-'))
  try {
    for (const { name } of readMigrations(migrations_dir))
      if (name <= last_name) copyFileSync(join(migrations_dir, name), join(dir, name))
    await migrate(url, { dir })
  } finally {
    rmSync(dir, { recursive: true })
  }
}
