/** Statement lines in any order, repeated and in parallel, and how statements are read. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { StatementLine, StatementReader } from '#server/gateways/gateway.ts'
import { GatewayError } from '#server/gateways/gateway.ts'
import { bankLedger, unmatchedLedger } from '#features/wallets/money.server.ts'
import { ledgerFindings } from '../../../testing/ledger.ts'
import { ledgerBalance, openTestWallet } from '../../../testing/money.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { requestDeposit } from '#features/wallets/deposit/request-deposit.server.ts'
import { depositStatus } from '#features/wallets/deposit/deposit.contract.ts'
import { lineSource, takeLines } from './intake.server.ts'
import { lineStatus } from './statement.contract.ts'
import { readStatements } from './statement.jobs.ts'
import { namedDeposit } from './statement.rules.ts'

let office: Office
let clerk: Person
beforeAll(async () => {
  office = await openOffice()
  clerk = await office.hire([])
})
afterAll(() => office.close())

let accounts = 0
function openAccount(bin: string) {
  const account_number = `77000000${String(++accounts).padStart(2, '0')}`
  return office.write(async (db) => {
    const { bank_id } = await db.selectFrom('bank').select('bank_id').where('bin', '=', bin).executeTakeFirstOrThrow()
    const { bank_config_id } = await db
      .insertInto('bank_config')
      .values({ type: 1, bank_id, account_number, account_name: 'CONG TY VE SO', position: 1 })
      .returning('bank_config_id')
      .executeTakeFirstOrThrow()
    return { bank_config_id, bank_id, bin, account_number }
  })
}

async function newRequest(bank_config_id: number, amount: number) {
  const { account_id, ledger_id } = await openTestWallet(office)
  const deposit = await office.write((db) =>
    requestDeposit(db, { request_key: randomUUID(), account_id, amount, bank_config_id }),
  )
  return { ...deposit, ledger_id }
}

const line = (reference: string, amount: number, content: string): StatementLine => ({
  reference,
  amount,
  content,
  at: new Date().toISOString(),
  counter_account: null,
  counter_name: null,
})

test('a request is found by its number in any surrounding text, and other words name no request', () => {
  const number = fc.integer({ min: 1, max: 2_147_483_647 })
  const around = fc.stringMatching(/^[A-Z .]{0,12}$/).filter((text) => !/NAP/i.test(text))
  fc.assert(
    fc.property(number, around, around, fc.constantFrom('NAP', 'nap', 'Nap ', 'NAP.'), (id, before, after, word) => {
      expect(namedDeposit(`${before}${word}${String(id).padStart(6, '0')}${after}`)).toBe(id)
    }),
  )
  for (const other of ['NAPAS 123456', 'NAP TIEN 123456', 'NAP123', 'NAP0001234', 'NAP99999999999', 'SNAP', ''])
    expect(namedDeposit(other)).toBeNull()
})

describe('lines in any order, repeated, on four connections in parallel', () => {
  const pick = fc.record({
    request: fc.integer({ min: 0, max: 5 }),
    amount: fc.constantFrom('same', 'same', 'other', 'debit'),
    named: fc.constantFrom('yes', 'yes', 'no'),
  })

  test('credit each request at most once, and the ledger equals the lines', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(pick, { minLength: 1, maxLength: 14 }),
        fc.infiniteStream(fc.nat()),
        async (picks, dice) => {
          const account = await openAccount('970422')
          const requests: Awaited<ReturnType<typeof newRequest>>[] = []
          for (let n = 0; n < 6; n++) requests.push(await newRequest(account.bank_config_id, 10_000 * (n + 1)))
          const lines = picks.map(({ request, amount, named }, n) => {
            const deposit = requests[request]!
            const paid = { same: deposit.amount, other: deposit.amount + 1, debit: -deposit.amount }[amount]
            return line(`R${n}`, paid, named === 'yes' ? `CK ${deposit.content} cam on` : 'CK cam on')
          })
          const file = { source: lineSource.file, created_by: clerk.user_id, is_read: true }
          const waiting_before = await waitingMoney()
          const next = () => dice.next().value!
          const repeatedLines = [...lines, ...lines]
            .map((item) => ({ item, at: next() }))
            .toSorted((a, b) => a.at - b.at)
          const lanes: StatementLine[][] = [[], [], [], []]
          for (const [n, { item }] of repeatedLines.entries()) lanes[n % 4]!.push(item)
          await Promise.all(
            lanes.map(async (lane, n) => {
              if (n === 0) return office.write((db) => takeLines(db, account, lane, file))
              for (const item of lane)
                await office.write((db) => takeLines(db, account, [item], { source: lineSource.bank }))
            }),
          )
          // A line that only the file had is credited when the bank has it too.
          await office.write((db) => takeLines(db, account, lines, { source: lineSource.bank }))
          const sum = lines.reduce((total, { amount }) => total + amount, 0)
          expect(
            await office.write(async (db) =>
              ledgerBalance(office, await bankLedger(db, account.bin, account.account_number)),
            ),
          ).toBe(0 - sum)
          for (const { deposit_id, ledger_id, amount, content } of requests) {
            const is_paid = lines.some((item) => item.amount === amount && namedDeposit(item.content) === deposit_id)
            expect([content, await ledgerBalance(office, ledger_id)]).toEqual([content, is_paid ? amount : 0])
            expect((await requestOf(deposit_id)).status).toBe(is_paid ? depositStatus.done : depositStatus.waiting)
          }
          expect(await unmatched()).toBe(await waitingMoney())
          expect(await waitingMoney()).toBeGreaterThanOrEqual(waiting_before)
        },
      ),
      { numRuns: Number(process.env.DEPOSIT_RUNS ?? 15) },
    )
    expect(await ledgerFindings(office.database_url)).toEqual([])
  }, 120_000)

  const requestOf = (deposit_id: number) =>
    office.db.selectFrom('deposit').select('status').where('deposit_id', '=', deposit_id).executeTakeFirstOrThrow()
  const unmatched = () => office.write(async (db) => ledgerBalance(office, await unmatchedLedger(db)))
  const waitingMoney = async () => {
    const { total } = await office.db
      .selectFrom('bank_transaction')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount'), eb.lit(0)).as('total'))
      .where('status', '=', lineStatus.waiting)
      .executeTakeFirstOrThrow()
    return Number(total)
  }
})

describe('reading the statements of a bank', () => {
  /** A bank with these lines by account; `cursors` are the references after which it was read. */
  function bankOf(listed: Record<string, StatementLine[]>, opening = 0) {
    const cursors: (string | null)[] = []
    const reader: StatementReader = {
      linesAfter: async (account_number, reference) => {
        const lines = listed[account_number]
        if (!lines) throw new GatewayError('timeout', 'không trả lời')
        cursors.push(reference)
        const from = lines.findIndex((item) => item.reference === reference) + 1
        return { lines: lines.slice(from), balance: lines.reduce((sum, { amount }) => sum + amount, opening) }
      },
    }
    return { cursors, read: () => readStatements(office.db, reader) }
  }
  const reportedBalance = ({ bank_id, account_number }: Awaited<ReturnType<typeof openAccount>>) =>
    office.db
      .selectFrom('bank_balance')
      .select('balance')
      .where('bank_id', '=', bank_id)
      .where('account_number', '=', account_number)
      .executeTakeFirst()

  /** The number of entries in the audit log. */
  const countLogged = async () => {
    const { n } = await office.db
      .selectFrom('audit_log')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return n
  }

  beforeAll(() => office.write((db) => db.updateTable('bank_config').set({ status: 0 }).execute()))

  test('takes only new lines, credits their requests, and writes the balance only when it changed or is old', async () => {
    const account = await openAccount('970422')
    const request = await newRequest(account.bank_config_id, 200_000)
    const lines = [line('A1', 5_000_000, 'NAP VON'), line('A2', 200_000, request.content)]
    const bank = bankOf({ [account.account_number]: lines }, 1_000_000)
    await bank.read()
    expect(await ledgerBalance(office, request.ledger_id)).toBe(200_000)
    expect(await reportedBalance(account)).toEqual({ balance: 6_200_000 })
    lines.push(line('A3', -50_000, 'Phí\u0000\nchuyển   tiền'))
    await bank.read()
    expect(bank.cursors).toEqual([null, 'A2'])
    expect(await reportedBalance(account)).toEqual({ balance: 6_150_000 })
    const entry_count = await countLogged()
    await bank.read()
    expect(await countLogged()).toBe(entry_count)
    await office.write((db) =>
      db
        .updateTable('bank_balance')
        .set({ synced_at: sql`now() - interval '1 hour'` })
        .execute(),
    )
    const count_before_refresh = await countLogged()
    await bank.read()
    expect(await countLogged()).toBe(count_before_refresh + 1)
    await office.write((db) => db.updateTable('bank_config').set({ status: 0 }).execute())
  })

  test('reports a balance other than the sum of the lines, and continues after an account that does not answer', async () => {
    const [silent, other] = [await openAccount('970422'), await openAccount('970422')]
    const lines = [line('B1', 100_000, 'x')]
    await expect(bankOf({ [other.account_number]: lines }).read()).rejects.toThrow(
      `…${silent.account_number.slice(-4)}: không trả lời`,
    )
    expect(await reportedBalance(other)).toEqual({ balance: 100_000 })
    const lines_by_account = { [silent.account_number]: [], [other.account_number]: lines }
    await expect(bankOf(lines_by_account, 7).read()).rejects.toThrow('tells 7 more')
    await office.write((db) => db.updateTable('bank_config').set({ status: 0 }).execute())
  })
})
