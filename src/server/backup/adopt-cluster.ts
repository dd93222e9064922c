/** Makes of the restored cluster of a PostgreSQL that others ran one that the embedded PostgreSQL starts on. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from '#server/database/place.ts'
import { postgres_env } from '#server/database/postmaster.ts'
import { StartError } from '#server/program/start-error.ts'
import { writeWhole } from '#server/program/write-whole.ts'

const name = 've_so'

/** Replaces the settings and access rules, which name certificates, standbys and networks of another machine. The backup keeps the old ones. */
export function replaceSettings(cluster: string): void {
  writeFileSync(join(cluster, 'postgresql.conf'), '', { mode: 0o600 })
  writeFileSync(
    join(cluster, 'pg_hba.conf'),
    'local all all scram-sha-256\nhost all all 127.0.0.1/32 scram-sha-256\n',
    { mode: 0o600 },
  )
  writeFileSync(join(cluster, 'pg_ident.conf'), '', { mode: 0o600 })
  for (const file of ['postgresql.auto.conf', 'standby.signal', 'recovery.signal'])
    rmSync(join(cluster, file), { force: true })
}

/** Reads its log up to where the copy ended, and gives it our own account, password and name of the database, while nobody else can reach it. */
export function adoptCluster(place: Place, data_dir: string, database: string): void {
  const password = randomBytes(24).toString('base64url')
  const statements = [
    `do $$ begin if to_regrole('${name}') is null then create role ${name}; end if; end $$`,
    `alter role ${name} superuser login password '${password}' valid until 'infinity'`,
    ...(database === name ? [] : renameCommands(database)),
  ]
  const run = spawnSync(place.postgres, ['--single', '-D', place.cluster, 'template1'], {
    ...place.account,
    cwd: '/',
    env: postgres_env,
    input: statements.map((statement) => `${statement}\n`).join(''),
    encoding: 'utf8',
  })
  const fault = /^.*(?:ERROR|FATAL|PANIC):.*$/m.exec(run.stdout + run.stderr)?.[0]
  if (run.status !== 0 || fault !== undefined)
    throw new StartError(`PostgreSQL nhúng không mở được bản khôi phục (${fault ?? run.stderr.trim()}).`)
  writeWhole(join(data_dir, 'postgres.password'), `${password}\n`)
}

/** Another one of our name beside it gives way. */
function renameCommands(database: string): string[] {
  const isThere = `exists (select from pg_database where datname = '${name}')`
  return [
    `do $$ begin if ${isThere} then alter database ${name} rename to ${name}_other; end if; end $$`,
    `alter database "${database.replaceAll('"', '""')}" rename to ${name}`,
  ]
}
