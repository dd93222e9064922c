/** The role of the program's pools on a server of others, whose accounts are no superusers. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCalendar } from '#features/tickets/draw-area/calendar.server.ts'
import { startThrowAway, type ThrowAway } from '../testing/throw-away.ts'
import { migrate } from './migrate.ts'
import { createClient, createDb, createPools } from './pool.ts'

let server: ThrowAway
beforeAll(async () => {
  server = await startThrowAway()
}, 60_000)
afterAll(() => server.stop())

async function ask(...statements: string[]): Promise<void> {
  const client = createClient(server.url)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** A database of an account that is no superuser. */
async function databaseOf(name: string, rights: string): Promise<string> {
  await ask(`create role ${name} login password 'x' ${rights}`, `create database ${name} owner ${name}`)
  const url = new URL(server.url)
  Object.assign(url, { username: name, password: 'x', pathname: `/${name}` })
  return url.href
}

async function whoAt(url: string): Promise<unknown> {
  const pools = createPools(url, { size: 1 })
  try {
    await makeCalendar(createDb(pools.main))
    return (await pools.search.query('select session_user, current_user')).rows[0]
  } finally {
    await pools.end()
  }
}

test('an account that may make roles makes it; one to which it was granted uses it; any other is told what to do', async () => {
  const first = await databaseOf('first', 'createrole')
  await migrate(first)
  expect(await whoAt(first)).toEqual({ session_user: 'first', current_user: 've_so_app' })
  expect(await migrate(first)).toEqual([])

  const second = await databaseOf('second', '')
  await expect(migrate(second)).rejects.toThrow(/CREATEROLE.*grant ve_so_app to "second" with/)
  await ask('grant ve_so_app to second with inherit false, set true')
  await migrate(second)
  expect(await whoAt(second)).toEqual({ session_user: 'second', current_user: 've_so_app' })
}, 60_000)
