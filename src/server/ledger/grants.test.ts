/** What PostgreSQL refuses to the program's role, whatever the code does. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb, createPools, type Pools } from '../database/pool.ts'
import type { Db } from '../database/transaction.ts'
import { freshDatabase, type FreshDatabase } from '../testing/database.ts'
import { accountOf, hold, post, transfer } from './ledger.ts'
import { writeTo } from '../../testing/write.ts'

let database: FreshDatabase
let pools: Pools
let main: Db
let search: Db
beforeAll(async () => {
  database = await freshDatabase()
  pools = createPools(database.url, { size: 2 })
  main = createDb(pools.main)
  search = createDb(pools.search)
})
afterAll(async () => {
  await pools.end()
  await database.drop()
})

const inCall = <T>(work: (db: Db) => Promise<T>) => writeTo(main, work)

async function opened(): Promise<[number, number]> {
  return inCall(async (db) => {
    const bank = await accountOf(db, { kind: 'bank_clearing', code: 'clearing:bank', may_owe: true })
    const wallet = await accountOf(db, { kind: 'wallet', code: 'wallet:1' })
    return [bank, wallet]
  })
}

test('the functions of the ledger open one account per code, and transfer, hold and post money', async () => {
  const [bank, wallet] = await opened()
  expect(await opened()).toEqual([bank, wallet])
  const ref = { kind: 'top_up' as const, reason: 'nạp' }
  await inCall(async (db) => {
    await transfer(db, { ...ref, ref: 'a', from: bank, to: wallet, amount: 100 })
    await hold(db, { ...ref, kind: 'withdrawal', ref: 'b', from: wallet, to: bank, amount: 60 })
    await post(db, { ref: 'c', hold_ref: 'b', reason: 'đã chi' })
  })
  const { rows } = await sql`
    select t.ref, t.kind, e.balance_after, e.at = t.at as same_moment from ledger_entry e join ledger_transfer t using (transfer_id)
    where e.account_id = ${wallet} order by e.at, e.seq`.execute(main)
  expect(rows).toEqual([
    { ref: 'a', kind: 1, balance_after: 100, same_moment: true },
    { ref: 'b', kind: 2, balance_after: 100, same_moment: true },
    { ref: 'c', kind: 2, balance_after: 40, same_moment: true },
  ])
})

const forbidden = [
  `insert into ledger_account (kind, code) values (1, 'wallet:2')`,
  'update ledger_account set balance = 0',
  'delete from ledger_account',
  'truncate ledger_account cascade',
  `insert into ledger_transfer (ref, phase, kind, from_account, to_account, amount, reason) values ('x', 1, 99, 1, 2, 1, '')`,
  `update ledger_transfer set reason = ''`,
  'delete from ledger_transfer',
  'truncate ledger_transfer cascade',
  `insert into ledger_entry values (1, 1, 9, 0, 0, 0, 0, 0, 0, now())`,
  'update ledger_entry set amount = 0',
  'delete from ledger_entry',
  'truncate ledger_entry',
  `update audit_log set code = 0`,
  'delete from audit_log',
  'truncate audit_log',
  `update audit_change set after = null`,
  'delete from audit_change',
  'truncate audit_change',
  'alter table ledger_entry disable trigger all',
  'drop table audit_log',
]

test.each(forbidden)("the program's role is refused, even inside a call: %s", async (statement) => {
  for (const db of [main, search])
    await expect(writeTo(db, (trx) => sql([statement] as never).execute(trx))).rejects.toMatchObject({
      code: '42501',
    })
})

test('the program may write every table but those that only functions and triggers write', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c
    where relnamespace in ('public'::regnamespace, 'upload'::regnamespace) and relkind in ('r', 'p') and not relispartition
      and not (has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
        and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete'))
    order by 1`.execute(main)
  expect(rows.map(({ name }) => name)).toEqual([
    'account_handling',
    'audit_archive',
    'audit_change',
    'audit_head',
    'audit_log',
    'ledger_account',
    'ledger_entry',
    'ledger_transfer',
    'password_proof',
    'program_key',
    'rights_stamp',
    'sale_day_play',
    'sale_delta',
    'sale_fold',
    'sale_play',
    'sale_play_delta',
    'sale_sum',
    'session',
  ])
})

test('the program cannot write a partition of orders, order lines or sums of sales directly', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c join pg_inherits i on i.inhrelid = c.oid
    where i.inhparent in ('sale_order'::regclass, 'order_line'::regclass, 'sale_sum'::regclass)
      and (has_table_privilege(c.oid, 'insert') or has_table_privilege(c.oid, 'update') or has_table_privilege(c.oid, 'delete'))`.execute(
    main,
  )
  expect(rows).toEqual([])
  const { rows: partitions } = await sql`select from pg_inherits where inhparent = 'sale_order'::regclass`.execute(main)
  expect(partitions.length).toBeGreaterThan(3)
})
