// Real databases for tests: one throw-away PostgreSQL per run, one prepared template in it, and for each test file a copy of the
// template, which takes a few hundredths of a second.
import { randomBytes } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { migrate } from '../database/migrate.ts'
import { createClient } from '../database/pool.ts'
import { startThrowAway } from './throw-away.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** the address of the maintenance database, from which the others are made */
    postgres_url: string
  }
}

const template = 'prepared_template'

/** vitest's globalSetup. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startThrowAway()
  try {
    await run(url, `create database ${template}`)
    await migrate(named(url, template))
    // A copy is refused while anyone is connected to the original, so nobody may be.
    await run(url, `alter database ${template} with is_template true allow_connections false`)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('postgres_url', url)
  return stop
}

export type FreshDatabase = { url: string; drop(): Promise<void> }

/** A prepared database of its own; call it in `beforeAll`, and `drop` in `afterAll`. */
export async function freshDatabase(): Promise<FreshDatabase> {
  return copy(template)
}

/** A database with nothing in it, for tests of the preparation itself. */
export async function emptyDatabase(): Promise<FreshDatabase> {
  return copy('template0')
}

async function copy(original: string): Promise<FreshDatabase> {
  // Imported here, because this file is also vitest's globalSetup, which runs outside the tests.
  const { inject } = await import('vitest')
  const postgres_url = inject('postgres_url')
  const name = `test_${randomBytes(6).toString('hex')}`
  await run(postgres_url, `create database ${name} template ${original}`)
  return { url: named(postgres_url, name), drop: () => run(postgres_url, `drop database ${name} with (force)`) }
}

function named(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

async function run(url: string, statement: string): Promise<void> {
  const client = createClient(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
