import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb, createPools, type Pools } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { housekeeping } from './housekeeping.ts'
import { asOwner } from '#server/testing/as-owner.ts'
import { freshDatabase, type FreshDatabase } from '#server/testing/database.ts'
import { writeTo } from '../../testing/write.ts'

let database: FreshDatabase
let pools: Pools
let db: Db
beforeAll(async () => {
  database = await freshDatabase()
  pools = createPools(database.url)
  db = createDb(pools.main)
})
afterAll(async () => {
  await pools.end()
  await database.drop()
})

test('housekeeping removes sessions, commands, failed sign-ins and known devices past their age, no younger ones', async () => {
  const { user_id } = await writeTo(db, (trx) =>
    trx
      .insertInto('app_user')
      .values({ user_name: 'hoa', full_name: 'Hoa', password_hash: '', status: 1 })
      .returning('user_id')
      .executeTakeFirstOrThrow(),
  )
  const days = (name: string, ago: number) => asOwner(db, sql`insert into ${sql.table(name)} ${values(name, ago)}`)
  const values = (name: string, ago: number) => {
    const moment = sql`now() - ${ago}::integer * interval '1 day'`
    const key = `${name}${ago}`
    if (name === 'session')
      return sql`(user_id, token_hash, source, user_agent, expires_at) values (${user_id}, sha256(${key}), '', '', ${moment})`
    if (name === 'command')
      return sql`(user_id, transid, call, digest, audit_id, at) values (${user_id}, ${key}, '', '', 1, ${moment})`
    if (name === 'sign_in_try') return sql`(user_name, source, failures, since) values ('hoa', ${key}, 1, ${moment})`
    return sql`(device_hash, user_id, seen_at) values (sha256(${key}), ${user_id}, ${moment})`
  }
  await days('session', 39)
  await days('session', 41)
  await asOwner(
    db,
    sql`insert into session (user_id, token_hash, source, user_agent, expires_at, ended_at)
    values (${user_id}, 'ended long ago', '', '', now(), now() - interval '41 days')`,
  )
  await days('command', 39)
  for (let ago = 41; ago < 60; ago++) await days('command', ago)
  await days('sign_in_try', 0)
  await days('sign_in_try', 2)
  await days('known_device', 179)
  await days('known_device', 181)

  await housekeeping(db).run()

  for (const table of ['session', 'command', 'sign_in_try', 'known_device']) {
    const { rows } = await sql`select from ${sql.table(table)}`.execute(db)
    expect(rows, table).toHaveLength(1)
  }
})
