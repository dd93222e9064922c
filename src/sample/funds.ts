/** The sample's funds with their balances, and the past payments that are loaded into the simulated gateways. */
import { sql } from 'kysely'
import { actAs, type SamplePerson } from './act.ts'
import { inParts, type Report } from './parts.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Enqueue } from '#server/jobs/jobs.ts'
import type { GatewayName } from '#server/gateways/gateway.ts'
import { beginRun } from '#features/wallets/reconciliation/reconcile.server.ts'
import { sync_job } from '#features/wallets/fund/fund.jobs.ts'
import { moneyConfig } from '#features/wallets/money-config/money-config.contract.ts'
import moneyConfigService from '#features/wallets/money-config/money-config.server.ts'
import { funds } from '#features/wallets/fund/fund.contract.ts'
import { fundAdjustment } from '#features/wallets/fund/fund-adjustment.contract.ts'
import fundService from '#features/wallets/fund/fund.server.ts'

/** The accountant requests a higher limit, which a second person has yet to approve. */
export async function requestHigherLimit(db: Db, { maker }: People): Promise<void> {
  const ask = actAs(db, moneyConfigService, maker)
  const { updated_by_name: _, updated_at: __, ...now } = await ask(moneyConfig.get, {})
  await ask(moneyConfig.save, { ...now, withdrawal_second_from: 30_000_000 })
}

/** Balance of the fund at each gateway, in đồng. */
export const sampleFunds: Record<GatewayName, number> = {
  bank: 20_000_000_000,
  momo: 10_000_000_000,
  telecom: 5_000_000_000,
}
/** Balance of the prize fund, in đồng. */
const prize_fund = 5_000_000_000
const warnings: Record<string, number> = {
  BANK: 5_000_000_000,
  MOMO: 2_000_000_000,
  TELECOM: 1_000_000_000,
  PRIZE: 1_000_000_000,
}
const gatewayOfCode: Record<string, GatewayName> = { BANK: 'bank', MOMO: 'momo', TELECOM: 'telecom' }

interface People {
  maker: SamplePerson
  approver: SamplePerson
}

/**
 * Gives each fund its warning limit and its first balance, which `approver` approves; MoMo has another increase of 500
 * million đồng waiting. The funds exist since the start (`ensureFunds`).
 */
export async function addFunds(db: Db, { maker, approver }: People): Promise<void> {
  const [make, decide] = [actAs(db, fundService, maker), actAs(db, fundService, approver)]
  const { items } = await make(funds.list, {})
  for (const { account_id, account_code, account_name, version } of items) {
    await make(funds.update, { account_id, account_name, warn_below: warnings[account_code]!, version })
    const gateway = gatewayOfCode[account_code]
    const amount = gateway ? sampleFunds[gateway] : prize_fund
    const reason = gateway ? 'Số dư đầu kỳ tại cổng chi trả' : 'Cấp quỹ trả thưởng đầu kỳ'
    const adjustment = await make(fundAdjustment.increase, { account_id, amount, reason })
    await decide(fundAdjustment.approve, adjustment)
    if (account_code === 'MOMO')
      await make(fundAdjustment.increase, { account_id, amount: 500_000_000, reason: 'Nạp thêm cho ngày mở thưởng' })
  }
}

const differences = [
  ['momo', 'fee'],
  ['bank', 'missing'],
  ['bank', 'account'],
] as const
const days = 4

interface PastPayment {
  gateway: GatewayName
  order_id: string
  request_id: string
  amount: number
  account: string
  trans_id: string
  at: string
}

/** A statement line of one of the business's accounts. */
interface Line {
  account: string
  reference: string
  at: string
  amount: number
  content: string
  counter_account: string | null
  counter_name: string | null
}

/** The part of the simulator that is used here. */
interface SimulatedGateways {
  credit(line: Line): unknown
  addPastPayment(past: PastPayment): void
  injectDifference(difference: {
    gateway: GatewayName
    kind: (typeof differences)[number][1]
    day: string
    order_id: string
  }): unknown
}

/**
 * Loads the sample's payments and statement lines into the simulated gateways, with a few differences, and reconciles the last days. Runs once;
 * after an interrupted start it loads the same data again.
 */
export async function replayPast(
  main: Db,
  enqueue: Enqueue,
  { simulator, report }: { simulator: SimulatedGateways; report: Report },
): Promise<void> {
  const reconciled = await main.selectFrom('reconciliation').select('day').limit(1).executeTakeFirst() // unscoped: at the start
  if (reconciled) return
  await inParts(main, { name: 'Đối soát dữ liệu mẫu', report }, async (db, load) => {
    await load('đối soát với cổng chi trả', {}, async () => {
      await loadPastPayments(db, simulator)
      await reconcilePast(db, enqueue)
    })
  })
}

async function loadPastPayments(db: Db, simulator: SimulatedGateways): Promise<void> {
  const { rows } = await sql<PastPayment>`
    select (array['bank', 'momo', 'telecom'])[p.gateway] as gateway, p.order_id, p.request_id, p.amount, p.trans_id,
      case p.gateway when 1 then b.bin || '/' || coalesce(w.account_number, r.account_number)
        when 2 then '0' || substr(coalesce(w.account_number, r.msisdn), 3) else r.msisdn end as account,
      p.answered_at as at
    from payout p left join withdrawal w using (withdrawal_id) left join reward r on r.reward_id = p.reward_id -- unscoped: at the start
      left join bank b on b.bank_id = coalesce(w.bank_id, r.bank_id)
    where p.status = 3 order by p.answered_at`.execute(db)
  for (const payment of rows) simulator.addPastPayment(payment)
  const lines = await sql<Line>`
    select account_number as account, reference, at, amount, content, counter_account, counter_name
    from bank_transaction order by bank_transaction_id -- unscoped: at the start`.execute(db)
  for (const line of lines.rows) simulator.credit(line)
  const freeFunds = [...rows]
  for (const [gateway, kind] of differences) {
    const index = freeFunds.findIndex((freeFund) => freeFund.gateway === gateway)
    const [payment] = index < 0 ? [] : freeFunds.splice(index, 1)
    if (payment) simulator.injectDifference({ gateway, kind, day: payment.at.slice(0, 10), order_id: payment.order_id })
  }
}

async function reconcilePast(db: Db, enqueue: Enqueue): Promise<void> {
  const pastDays = await sql<{ day: string }>`
    select current_date - n as day from generate_series(1, ${sql.lit(days)}) n`.execute(db)
  for (const { day } of pastDays.rows)
    for (const gateway of ['bank', 'momo'] as const) await beginRun(db, enqueue, { gateway, day, started_by: null })
  await enqueue(db, sync_job, {}, sync_job)
}
