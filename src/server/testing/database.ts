// Real databases for tests: one throw-away PostgreSQL per run, prepared templates in it, and for each test file a copy of a template.
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../database/migrate.ts'
import { createClient } from '../database/pool.ts'
import { removePlace } from '../database/place.ts'
import { makeDataDir, startThrowAway } from './throw-away.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** the address of the maintenance database, from which the others are made */
    postgres_url: string
    /** a data directory for `businessDir`, empty at first */
    business_dir: string
  }
}

const template = 'prepared_template'

/** vitest's globalSetup. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startThrowAway({ quick: true })
  try {
    await withClient(url, async (client) => {
      await client.query(`create database ${template}`)
      await migrate(withDatabase(url, template))
      await close(client, template)
    })
  } catch (error) {
    await stop()
    throw error
  }
  const business_dir = makeDataDir()
  project.provide('postgres_url', url)
  project.provide('business_dir', business_dir)
  return async () => {
    await stop()
    removePlace(business_dir)
  }
}

export type FreshDatabase = { url: string; drop(): Promise<void> }

/** A prepared database of its own; call it in `beforeAll`, and `drop` in `afterAll`. */
export async function freshDatabase(): Promise<FreshDatabase> {
  return copy(template)
}

/**
 * A copy of a database that the first caller of the run has prepared for all of them; the others wait for it.
 * @param name of the template, in lower case
 * @param prepare leaves no connection open
 */
export async function preparedDatabase(name: string, prepare: (url: string) => Promise<void>): Promise<FreshDatabase> {
  const postgres_url = await address()
  await inTurn(name, async (client) => {
    const { rows } = await client.query('select from pg_database where datname = $1', [name])
    if (rows.length > 0) return
    const draft = `${name}_draft`
    await client.query(`drop database if exists ${draft}`)
    await client.query(`create database ${draft} template ${template}`)
    await prepare(withDatabase(postgres_url, draft))
    await client.query(`alter database ${draft} rename to ${name}`)
    await close(client, name)
  })
  return copy(name)
}

/** A database with nothing in it, for tests of the preparation itself. */
export async function emptyDatabase(): Promise<FreshDatabase> {
  return copy('template0')
}

async function copy(original: string): Promise<FreshDatabase> {
  const postgres_url = await address()
  const name = `test_${randomBytes(6).toString('hex')}`
  const run = (statement: string) => withClient(postgres_url, (client) => client.query(statement))
  await run(`create database ${name} template ${original}`)
  return {
    url: withDatabase(postgres_url, name),
    async drop() {
      await run(`drop database ${name} with (force)`)
    },
  }
}

/** Runs `work` while nobody else of the run does work of that name. */
export async function inTurn(name: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  await withClient(await address(), async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    await work(client)
  })
}

/** A copy is refused while anyone is connected to the original, so nobody may be. */
async function close(client: pg.Client, original: string): Promise<void> {
  await client.query(`alter database ${original} with is_template true allow_connections false`)
}

async function address(): Promise<string> {
  // Imported here, because this file is also vitest's globalSetup, which runs outside the tests.
  const { inject } = await import('vitest')
  return inject('postgres_url')
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = createClient(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
