/**
 * Accounts are checked at the telecom while the program and its PostgreSQL are killed. The batch resumes by itself after each start: every number
 * gets its correct result, results stored before a kill are not checked again, and the counts add up. `npm run drill -- checks` runs a full batch.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { max_bulk_rows } from '#contract/call.ts'
import { accountCheck, accountStatus, checkStatus } from '#features/rewards/account-check/account-check.contract.ts'
import { createDb, createPools } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { databaseUrl } from '#server/testing/program.ts'
import { openSimulator } from './gateway-simulator/simulator.ts'
import { openCrashing, type Kill } from './testing/crashing.ts'

const count = Number(process.env.DRILL_CHECKS ?? 2_000)
const kills: readonly Kill[] = count > 10_000 ? ['server', 'PostgreSQL', 'both', 'server', 'both'] : ['both']
const timeout_ms = 60_000 + count * 10

const { match, mismatch, absent, error } = accountStatus
/** Used in rotation: the last four digits determine the telecom's answer, the name whether it matches the holder. */
const kinds = [
  { ending: '5678', name: 'Lê Văn Tám', status: match },
  { ending: '5679', name: 'Trịnh Quốc Đạt', status: mismatch },
  { ending: '1007', name: 'Lê Văn Tám', status: absent },
  { ending: '4001', name: 'Lê Văn Tám', status: error },
] as const
const kindOf = (n: number) => kinds[n % kinds.length]!
const numberOf = (n: number) => `84${'35789'[n % 5]}${String(Math.floor(n / 5)).padStart(4, '0')}${kindOf(n).ending}`

interface StoredItem {
  item_id: number
  msisdn: string
  status: number
  tries: number
  version: number
  checked_at: string
}

test(
  'a batch of account checks goes on after a kill: no number is lost, none is checked twice',
  async () => {
    const simulator = await openSimulator({ seed: 'checks' })
    const all = Array.from({ length: count }, (_, n) => n)
    simulator.subscribe(all.map((n) => ({ msisdn: numberOf(n), name: 'LE VAN TAM' })))
    const program = await openCrashing({ ...simulator.settings, TELECOM_CHECKS_PER_SECOND: '1000' })
    const withDb = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
      const pools = createPools(databaseUrl(program.data_dir), { size: 1, on_error: () => undefined })
      return work(createDb(pools.main)).finally(() => pools.end())
    }
    const checkedItems = () =>
      withDb(async (db) => {
        const { rows } = await sql<StoredItem>`
          select item_id, msisdn, status, tries, version, checked_at::text from account_check_item where checked_at is not null order by item_id`.execute(
          db,
        )
        return rows
      })
    const until = async (done: (answered: number) => boolean) => {
      const began = performance.now()
      for (;;) {
        const rows = await checkedItems().catch(() => [])
        if (done(rows.length) || performance.now() - began > timeout_ms) return rows
        await sleep(20)
      }
    }
    try {
      let batch_id: number | undefined
      for (let from = 0; from < count; from += max_bulk_rows) {
        const rows = all
          .slice(from, from + max_bulk_rows)
          .map((n) => ({ msisdn: numberOf(n), cust_name: kindOf(n).name }))
        const created = await program.callUntilAnswered(
          accountCheck.create,
          { batch_id, name: 'Diễn tập', rows },
          `them-tai-khoan-${from}`,
        )
        expect(created.code).toBe(0)
        batch_id = (created.data as { batch: { batch_id: number } }).batch.batch_id
      }
      const before: StoredItem[][] = []
      for (const [n, which] of kills.entries()) {
        before.push(await until((count_so_far) => count_so_far > (n * count) / kills.length))
        await program.kill(which)
      }
      // The batch resumes after the start without any call.
      const after = await until((count_so_far) => count_so_far === count)
      console.log(
        `account check crash: ${JSON.stringify({ kills: kills.length, kept: before.map((b) => b.length), checked: after.length })}`,
      )
      for (const rows of before) expect(rows.length).toBeLessThan(count)
      const answers = new Map(after.map((row) => [row.item_id, row]))
      for (const rows of before) expect(rows.map(({ item_id }) => answers.get(item_id))).toEqual(rows)
      expect(after.filter(({ tries, version }) => tries !== 1 || version !== 2)).toEqual([])
      expect(new Map(after.map(({ msisdn, status }) => [msisdn, status]))).toEqual(
        new Map(all.map((n) => [numberOf(n), kindOf(n).status])),
      )
      const countOf = (status: number) => all.filter((n) => kindOf(n).status === status).length
      const batch = await withDb((db) => db.selectFrom('account_check').selectAll().executeTakeFirstOrThrow())
      expect(batch).toMatchObject({
        batch_id,
        status: checkStatus.done,
        item_count: count,
        waiting_count: 0,
        match_count: countOf(match),
        mismatch_count: countOf(mismatch),
        absent_count: countOf(absent),
        error_count: countOf(error),
      })
    } finally {
      await program.leave()
      await simulator.close()
    }
  },
  timeout_ms + 120_000,
)
