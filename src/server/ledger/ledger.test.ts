/**
 * The ledger against a small model of its own, by one connection and by eight at once; and what the database itself
 * refuses.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createClient, createDb, createPools, type Pools } from '../database/pool.ts'
import type { Db } from '../database/transaction.ts'
import { freshDatabase, type FreshDatabase } from '../testing/database.ts'
import { accountOf, hold, post, postAll, transfer, voidHold, type Posting } from './ledger.ts'
import { onlyResults, openModel, resultsOf } from '#server/testing/ledger-model.ts'
import { verifyLedger } from './verify.ts'
import { writeTo } from '../../testing/write.ts'

let database: FreshDatabase
let pools: Pools
let db: Db
/** A connection of the owner of the database. */
let owner: pg.Client

beforeAll(async () => {
  database = await freshDatabase()
  pools = createPools(database.url, { size: 8 })
  db = createDb(pools.main)
  owner = createClient(database.url)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await pools.end()
  await database.drop()
})

let round = 0
/** A clearing account, which may go below zero, and four wallets. */
let accounts: number[]
const write = <T>(work: (trx: Db) => Promise<T>) => writeTo(db, work)

beforeEach(async () => {
  round++
  accounts = await write(async (trx) => {
    const ids = [await accountOf(trx, { kind: 'bank_clearing', code: `clearing:${round}`, may_owe: true })]
    for (let n = 1; n <= 4; n++) ids.push(await accountOf(trx, { kind: 'wallet', code: `wallet:${round}.${n}` }))
    return ids
  })
})

const balance = async (account_id: number) => {
  const { rows } = await sql<{ balance: number; held: number }>`
    select balance, held from ledger_account where account_id = ${account_id}`.execute(db)
  return rows[0]!
}

async function proved(): Promise<void> {
  const findings: string[] = []
  await verifyLedger(owner, (finding) => findings.push(finding))
  expect(findings).toEqual([])
}

/** Postings among few accounts and few refs, so that they collide: repeats, conflicts, holds that are ended twice. */
const drafts = (maker: string) =>
  fc.array(
    fc.oneof(
      fc
        .record({
          phase: fc.constantFrom(1 as const, 1 as const, 2 as const),
          ref: fc.integer({ min: 0, max: 30 }),
          from: fc.integer({ min: 0, max: 4 }),
          step: fc.integer({ min: 1, max: 4 }),
          amount: fc.constantFrom(1, 10, 10, 50, 100),
          kind: fc.constantFrom('top_up' as const, 'top_up' as const, 'order' as const),
        })
        .map(({ phase, kind, ref, from, step, amount }) => ({
          phase,
          kind,
          ref: `${maker}${ref}`,
          from,
          to: (from + step) % 5,
          amount,
          reason: 'thử',
        })),
      fc.record({
        phase: fc.constantFrom(3 as const, 4 as const),
        ref: fc.integer({ min: 0, max: 30 }).map((ref) => `${maker}${ref}`),
        hold_ref: fc.integer({ min: 0, max: 30 }).map((ref) => `${maker}${ref}`),
        amount: fc.constantFrom(undefined, 1, 10, 60),
        reason: fc.constant('thử'),
      }),
    ),
    { minLength: 1, maxLength: 60 },
  )

/** The drafts as the ledger takes them: with account numbers, and refs of this round. */
const postingOf = (draft: object): Posting => {
  const { from, to, ref, hold_ref, phase, amount, ...rest } = draft as Record<string, number & string & undefined>
  return {
    ...rest,
    phase,
    ref: `${round}:${ref}`,
    ...(hold_ref !== undefined && { hold_ref: `${round}:${hold_ref}` }),
    ...(from !== undefined && { from: accounts[from], to: accounts[to!] }),
    ...(amount !== undefined && phase !== 4 && { amount }),
  } as unknown as Posting
}

describe('the ledger agrees with its model', () => {
  test('for any history, in batches of any size', async () => {
    const histories = fc.sample(fc.tuple(drafts('a'), fc.integer({ min: 1, max: 20 })), 60)
    for (const [history, size] of histories) {
      round++
      accounts = await write(async (trx) => {
        const ids = [await accountOf(trx, { kind: 'bank_clearing', code: `clearing:${round}`, may_owe: true })]
        for (let n = 1; n <= 4; n++) ids.push(await accountOf(trx, { kind: 'wallet', code: `wallet:${round}.${n}` }))
        return ids
      })
      const model = openModel(new Set([accounts[0]!]))
      const postings = history.map(postingOf)
      for (let index = 0; index < postings.length; index += size) {
        const batch = postings.slice(index, index + size)
        const expected = resultsOf(model, batch)
        expect(onlyResults(await write((trx) => postAll(trx, batch))), JSON.stringify(batch)).toEqual(expected)
      }
      for (const account of accounts) expect(await balance(account)).toEqual(model.balanceOf(account))
    }
    await proved()
  }, 60_000)

  test('on eight connections at once: the postings that were done give the balances of the model', async () => {
    const eight = fc.sample(drafts('x'), 8)
    const answers = await Promise.all(
      eight.map(async (history) => {
        const done: { posting: Posting; result: string; transfer_id: number | null }[] = []
        for (const draft of history) {
          const posting = postingOf(draft)
          const [posted] = await write((trx) => postAll(trx, [posting]))
          done.push({ posting, ...posted! })
        }
        return done
      }),
    )
    await proved()
    const all = answers.flat()
    const done = all.filter(({ result }) => result === 'done')
    // Each ref moved money once, however often and by whom it was posted.
    expect(new Set(done.map(({ posting }) => posting.ref)).size).toBe(done.length)
    const model = openModel(new Set(accounts))
    const in_order = done.toSorted((a, b) => a.transfer_id! - b.transfer_id!)
    // Without the bound on balances any order of what was done gives the same sums.
    const first_phases = in_order.filter(({ posting }) => posting.phase < 3)
    const ended = in_order.filter(({ posting }) => posting.phase >= 3)
    for (const { posting } of [...first_phases, ...ended]) expect(model.post(posting)).toBe('done')
    for (const account of accounts) expect(await balance(account)).toEqual(model.balanceOf(account))
    const repeated = all.filter(({ result }) => result === 'repeated')
    expect(repeated.every(({ transfer_id }) => transfer_id !== null)).toBe(true)
  }, 60_000)
})

describe('a single transfer', () => {
  const refs = () => ({ ref: `t${round}`, kind: 'top_up' as const, reason: 'nạp tiền' })

  test('moves money once per ref, and is refused with 115 when its ref belongs to another transfer', async () => {
    const [bank, wallet, other] = accounts as [number, number, number]
    const draft = { ...refs(), from: bank, to: wallet, amount: 100_000 }
    const first = await write((trx) => transfer(trx, draft))
    expect(await write((trx) => transfer(trx, draft))).toBe(first)
    await expect(write((trx) => transfer(trx, { ...draft, to: other }))).rejects.toMatchObject({ code: 115 })
    expect(await balance(wallet)).toEqual({ balance: 100_000, held: 0 })
  })

  test('is refused with 117 when it exceeds the balance without what is held', async () => {
    const [bank, wallet, other] = accounts as [number, number, number]
    await write((trx) => transfer(trx, { ...refs(), from: bank, to: wallet, amount: 100 }))
    await write((trx) =>
      hold(trx, { ref: `h${round}`, kind: 'withdrawal', reason: 'rút', from: wallet, to: bank, amount: 70 }),
    )
    const take = (amount: number) =>
      write((trx) =>
        transfer(trx, { ref: `x${round}.${amount}`, kind: 'other', reason: '', from: wallet, to: other, amount }),
      )
    await expect(take(31)).rejects.toMatchObject({ code: 117 })
    await take(30)
    expect(await balance(wallet)).toEqual({ balance: 70, held: 70 })
  })

  test('that is held is posted once, in full or in part, or voided; all else is refused with 121, 124 or 118', async () => {
    const [bank, wallet] = accounts as [number, number]
    await write((trx) => transfer(trx, { ...refs(), from: bank, to: wallet, amount: 500 }))
    const openHold = (name: string) =>
      write((trx) =>
        hold(trx, { ref: `${name}${round}`, kind: 'withdrawal', reason: 'rút', from: wallet, to: bank, amount: 200 }),
      )
    await openHold('một')
    await openHold('hai')
    const end = (name: string, how: 'post' | 'void', amount?: number) =>
      write((trx) =>
        how === 'post'
          ? post(trx, {
              ref: `${how}${name}${round}`,
              hold_ref: `${name}${round}`,
              reason: '',
              ...(amount && { amount }),
            })
          : voidHold(trx, { ref: `${how}${name}${round}`, hold_ref: `${name}${round}`, reason: '' }),
      )
    await expect(end('một', 'post', 201)).rejects.toMatchObject({ code: 124 })
    await end('một', 'post', 150)
    expect(await balance(wallet)).toEqual({ balance: 350, held: 200 })
    await end('hai', 'void')
    expect(await balance(wallet)).toEqual({ balance: 350, held: 0 })
    await expect(end('hai', 'post')).rejects.toMatchObject({ code: 121 })
    await expect(end('ba', 'post')).rejects.toMatchObject({ code: 118 })
    await proved()
  })

  test('is made once per ref when 500 are posted at once in five transactions, and the balance of their payer is right', async () => {
    const [bank, ...wallets] = accounts as [number, ...number[]]
    const all_drafts = Array.from({ length: 500 }, (_, n) => ({
      phase: 1 as const,
      ref: `p${round}.${n % 400}`,
      kind: 'top_up' as const,
      from: bank,
      to: wallets[n % 4]!,
      amount: 1_000,
      reason: 'nạp',
    }))
    const batches = Array.from({ length: 5 }, (_, n) => all_drafts.slice(n * 100, (n + 1) * 100))
    const answers = await Promise.all(batches.map((batch) => write((trx) => postAll(trx, batch))))
    const results = answers.flat()
    expect(results.filter(({ result }) => result === 'done')).toHaveLength(400)
    expect(results.filter(({ result }) => result === 'repeated')).toHaveLength(100)
    expect(await balance(bank)).toEqual({ balance: -400_000, held: 0 })
    await proved()
  })
})

describe('protection by the database:', () => {
  test('even its owner cannot set a negative balance, nor change entries and accounts outside a call', async () => {
    const [, wallet] = accounts as [number, number]
    await owner.query('begin')
    await owner.query(`set local app.audit_id = '1'`)
    await expect(
      owner.query('update ledger_account set balance = -1 where account_id = $1', [wallet]),
    ).rejects.toMatchObject({ constraint: 'ledger_account__debt_not_enough' })
    await owner.query('rollback')
    for (const statement of [
      'update ledger_entry set amount = 0',
      'delete from ledger_transfer',
      'update ledger_account set held = 0',
    ])
      await expect(owner.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  test('verifyLedger finds a balance, an entry or a transfer that the owner has changed', async () => {
    const [bank, wallet] = accounts as [number, number]
    await write((trx) =>
      transfer(trx, { ref: `v${round}`, kind: 'other', reason: '', from: bank, to: wallet, amount: 10 }),
    )
    for (const damage of [
      `update ledger_account set balance = balance + 1 where account_id = ${wallet}`,
      `update ledger_entry set amount = 11, balance_after = balance_after + 1 where account_id = ${wallet}`,
      `delete from ledger_entry where account_id = ${wallet}`,
      `update ledger_transfer set amount = 11 where ref = 'v${round}'`,
    ]) {
      await owner.query('begin')
      await owner.query('set local session_replication_role = replica')
      await owner.query(damage)
      const findings: string[] = []
      const inside = { query: (text: string) => (/^(begin|rollback)/.test(text) ? { rows: [] } : owner.query(text)) }
      await verifyLedger(inside as unknown as pg.Client, (finding) => findings.push(finding))
      await owner.query('rollback')
      expect(findings.length, damage).toBeGreaterThan(0)
    }
  })
})
