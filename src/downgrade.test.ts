/** An older program on the data of a newer version: it says so in one sentence, ends, and has written nothing. */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { createClient } from '#server/database/pool.ts'
import { project_dir } from '#server/program/config.ts'
import { version } from '#server/program/version.ts'
import { emptyDatabase } from '#server/testing/database.ts'
import { makeDataDir } from '#server/testing/throw-away.ts'

/** Every relation, function and role of a database, and a digest of the rows of each table. */
async function contentOf(url: string): Promise<unknown> {
  const client = createClient(url)
  await client.connect()
  try {
    const { rows: objects } = await client.query<{ kind: string; name: string; is_table: boolean }>(`
      select relkind::text as kind, c.oid::regclass::text as name, relkind = 'r' as is_table from pg_class c
        where relnamespace not in ('pg_catalog'::regnamespace, 'pg_toast'::regnamespace)
      union all select 'function', oid::regprocedure::text, false from pg_proc where pronamespace <> 'pg_catalog'::regnamespace
      union all select 'schema', nspname, false from pg_namespace where nspname !~ '^pg_'
      order by 1, 2`)
    const tables = objects.filter(({ is_table }) => is_table)
    const digests = tables.map(
      ({ name }) => `select '${name}' as name, md5(string_agg(row::text, ',' order by row::text)) from ${name} row`,
    )
    // Several processes may read the tables of one statement, in any order.
    return [objects, (await client.query(`${digests.join(' union all ')} order by name`)).rows]
  } finally {
    await client.end()
  }
}

async function execute(url: string, statement: string): Promise<void> {
  const client = createClient(url)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

test('a program is refused by a database that a newer version has migrated', { timeout: 60_000 }, async () => {
  const database = await emptyDatabase()
  const data_dir = makeDataDir()
  try {
    await migrate(database.url)
    await execute(
      database.url,
      `insert into schema_migration (name, digest, version) values ('9999_later.sql', 'of a later version', '9.8.7')`,
    )
    const before = await contentOf(database.url)
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(project_dir, 'src', 'main.server.ts')], {
      cwd: project_dir,
      env: { PATH: process.env.PATH!, DATA_DIR: data_dir, PORT: '0', DATABASE_URL: database.url },
      encoding: 'utf8',
      timeout: 30_000,
    })
    expect([status, stderr]).toEqual([
      1,
      `✗ Cơ sở dữ liệu mới hơn chương trình: chương trình là bản ${version}, dữ liệu đã được bản 9.8.7 nâng cấp (migration “9999_later.sql”). ` +
        'Hãy chạy bản ấy, hoặc khôi phục bản sao lưu từ trước khi nâng cấp.\n',
    ])
    expect(stdout).not.toContain('http')
    expect(await contentOf(database.url)).toEqual(before)
    expect(readdirSync(data_dir)).toEqual([])
  } finally {
    await database.drop()
  }
})
