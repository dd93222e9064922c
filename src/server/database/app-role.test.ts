/** The role of the program's pools on an external server, where its account is no superuser. */
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
  await ask(`create role "${name}" login password 'x' ${rights}`, `create database "${name}" owner "${name}"`)
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

test('an account that can neither create the role nor act as it is refused with the statements that it needs', async () => {
  await expect(migrate(await databaseOf('poor', ''))).rejects.toThrow(
    /CREATEROLE.*create role ve_so_app nologin; grant ve_so_app to poor with inherit false, set true/,
  )
})

test('an account with CREATEROLE creates the role and acts as it', async () => {
  const maker = await databaseOf('maker', 'createrole')
  await migrate(maker)
  expect(await whoAt(maker)).toEqual({ session_user: 'maker', current_user: 've_so_app' })
  expect(await migrate(maker)).toEqual([])
})

test.each([
  ['Other-One', ''],
  ['other_maker', 'createrole'],
])(
  '%s (%s) is refused the role that another account created, with the grant to ask for, and works after it',
  async (name, rights) => {
    const account = name === 'Other-One' ? '"Other-One"' : name
    const url = await databaseOf(name, rights)
    await expect(migrate(url)).rejects.toThrow(
      `Vai trò ve_so_app trên máy chủ này do người khác tạo nên tài khoản ${account} chưa dùng được: ` +
        `hãy nhờ người đó hoặc quản trị viên PostgreSQL chạy một lần: grant ve_so_app to ${account} with inherit false, set true.`,
    )
    await ask(`grant ve_so_app to ${account} with inherit false, set true`)
    await migrate(url)
    expect(await whoAt(url)).toEqual({ session_user: name, current_user: 've_so_app' })
  },
  60_000,
)
