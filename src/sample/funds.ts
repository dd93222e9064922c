/** The sample's funds with money in them; and what its gateways, which are simulated, know of the days before the first start. */
import { sql } from 'kysely'
import { actAs, type SamplePerson } from './act.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Enqueue } from '#server/jobs.ts'
import { asProgram } from '#server/serve.ts'
import type { GatewayName } from '#server/gateways/gateway.ts'
import { beginRun } from '#features/wallets/reconciliation/reconcile.server.ts'
import { sync_job } from '#features/wallets/reward-account/funds.jobs.ts'
import { accountReward } from '#features/wallets/reward-account/reward-account.contract.ts'
import rewardAccounts from '#features/wallets/reward-account/reward-account.server.ts'

/** đồng at each gateway, by our books and by its own. */
export const sampleFunds: Record<GatewayName, number> = { bank: 20_000_000_000, momo: 10_000_000_000 }
const warnings: Record<string, number> = { BANK: 5_000_000_000, MOMO: 2_000_000_000 }

interface People {
  maker: SamplePerson
  approver: SamplePerson
}

export async function addFunds(db: Db, { maker, approver }: People): Promise<void> {
  const [make, decide] = [actAs(db, rewardAccounts, maker), actAs(db, rewardAccounts, approver)]
  const { items } = await make(accountReward.list, {})
  for (const { account_id, account_code, account_name, version } of items) {
    await make(accountReward.update, { account_id, account_name, warn_below: warnings[account_code]!, version })
    const amount = sampleFunds[account_code === 'MOMO' ? 'momo' : 'bank']
    const asked = await make(accountReward.increase, { account_id, amount, reason: 'Số dư đầu kỳ tại cổng chi trả' })
    await decide(accountReward.approveAdjustment, asked)
    if (account_code === 'MOMO')
      await make(accountReward.increase, { account_id, amount: 500_000_000, reason: 'Nạp thêm cho ngày mở thưởng' })
  }
}

const differences = [
  ['momo', 'fee'],
  ['bank', 'missing'],
  ['bank', 'account'],
] as const
const days = 4

interface Past {
  gateway: GatewayName
  order_id: string
  request_id: string
  amount: number
  account: string
  trans_id: string
  at: string
}

/** A line on the statement of an account of the business. */
interface Line {
  account: string
  reference: string
  at: string
  amount: number
  content: string
  counter_account: string | null
  counter_name: string | null
}

/** A world outside that can be told what has happened in it. */
interface SimulatedGateways {
  credit(line: Line): unknown
  remember(past: Past): void
  injectDifference(wanted: {
    gateway: GatewayName
    kind: (typeof differences)[number][1]
    day: string
    order_id: string
  }): unknown
}

/** Tells the gateways what the sample has been paid by them and what came in at the bank, with a few differences, and reconciles the last days with them: once. */
export async function replayPast(main: Db, enqueue: Enqueue, simulator: SimulatedGateways): Promise<void> {
  const known = await main.selectFrom('reconciliation').select('day').limit(1).executeTakeFirst() // unscoped: at the start
  if (known) return
  const { rows } = await sql<Past>`
    select case p.gateway when 1 then 'bank' else 'momo' end as gateway, p.order_id, p.request_id, p.amount, p.trans_id,
      case p.gateway when 1 then b.bin || '/' || w.account_number else '0' || substr(w.account_number, 3) end as account,
      p.answered_at as at
    from payout p join withdrawal w using (withdrawal_id) join bank b using (bank_id) -- unscoped: at the start
    where p.status = 3 order by p.answered_at`.execute(main)
  for (const payment of rows) simulator.remember(payment)
  const lines = await sql<Line>`
    select account_number as account, reference, at, amount, content, counter_account, counter_name
    from bank_transaction order by bank_transaction_id -- unscoped: at the start`.execute(main)
  for (const line of lines.rows) simulator.credit(line)
  const free = [...rows]
  for (const [gateway, kind] of differences) {
    const at = free.findIndex((one) => one.gateway === gateway)
    const [payment] = at < 0 ? [] : free.splice(at, 1)
    if (payment) simulator.injectDifference({ gateway, kind, day: payment.at.slice(0, 10), order_id: payment.order_id })
  }
  await asProgram(main, 'Đối soát dữ liệu mẫu', async (db) => {
    const past = await sql<{ day: string }>`
      select current_date - n as day from generate_series(1, ${sql.lit(days)}) n`.execute(db)
    for (const { day } of past.rows)
      for (const gateway of ['bank', 'momo'] as const) await beginRun(db, enqueue, { gateway, day, started_by: null })
    await enqueue(db, sync_job, {}, sync_job)
  })
}
