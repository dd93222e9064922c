/**
 * Causes of alarms: low funds, waiting withdrawals and deposits, gateways that do not answer.
 * unscoped: the program reads all rows
 */
import { sql } from 'kysely'
import { moneyText } from '#contract/text/money-text.ts'
import { databaseNow } from '#server/database/clock.ts'
import type { Db } from '#server/database/transaction.ts'
import { programPerson } from '#server/session/program-person.ts'
import { shortMomentText } from '#contract/text/day-text.ts'
import { queueCause, type AlarmCause } from '#features/settings/alarm/alarm-cause.rules.ts'
import type { Limits } from '#features/settings/alarm/alarm.rules.ts'
import { selectFunds } from './fund/fund.query.server.ts'
import { bankWithdrawalPage, depositPage, fundPage, momoWithdrawalPage } from './pages.contract.ts'
import { lineStatus } from './statement/statement.contract.ts'
import { withdrawalStatus } from './withdrawal/withdrawal.contract.ts'

/** Funds with less free money than their own limit. */
export async function lowFunds(db: Db): Promise<AlarmCause[]> {
  const funds = await selectFunds(db, programPerson, { is_low: true }).execute()
  return funds.map(({ account_id, account_name, free, warn_below }) => ({
    subject: `fund ${account_id}`,
    title: `${account_name} sắp hết`,
    detail: `Còn ${moneyText(free)} sau chờ chi, cảnh báo khi dưới ${moneyText(warn_below)}`,
    url: fundPage.url,
  }))
}

/** The queues of withdrawals, by where they are paid. */
export async function waitingWithdrawals(db: Db, limits: Limits): Promise<AlarmCause[]> {
  const { rows } = await sql<{ method: number; waiting: number; oldest_at: string }>`
    select method, count(*) as waiting, min(created_at) as oldest_at from withdrawal
    where status = ${sql.lit(withdrawalStatus.waiting)} group by method order by method`.execute(db)
  const now = Date.parse(await databaseNow(db))
  return rows.flatMap(({ method, waiting, oldest_at }) => {
    const [title, { url }] =
      method === 1 ? ['Rút tiền về ngân hàng', bankWithdrawalPage] : ['Rút tiền về ví MoMo', momoWithdrawalPage]
    const queue = { subject: `withdrawals ${method}`, title, url, waiting, oldest_at, unit: 'yêu cầu' }
    return queueCause(queue, limits, now)
  })
}

/** Credits on the statements that nobody has settled. */
export async function waitingDeposits(db: Db, limits: Limits): Promise<AlarmCause[]> {
  const { rows } = await sql<{ waiting: number; oldest_at: string | null }>`
    select count(*) as waiting, min(created_at) as oldest_at from bank_transaction
    where status = ${sql.lit(lineStatus.waiting)}`.execute(db)
  const { url } = depositPage
  const queue = { subject: 'deposits', title: 'Tiền vào cần xử lý', url, ...rows[0]!, unit: 'giao dịch' }
  return queueCause(queue, limits, Date.parse(await databaseNow(db)))
}

/** A gateway that has not been queried for this long is not considered down. */
const queried_interval = sql`interval '1 hour'`

const gatewayNames: Readonly<Record<string, string>> = {
  bank: 'Ngân hàng',
  momo: 'MoMo',
  telecom: 'Viettel Money',
}

/** Gateways that have not answered for this many minutes. */
export async function silentGateways(db: Db, { most_minutes }: Limits): Promise<AlarmCause[]> {
  const { rows } = await sql<{ gateway: string; failing_since: string }>`
    select gateway, failing_since from gateway_answer
    where failing_since <= now() - make_interval(mins => ${most_minutes}::integer) and queried_at > now() - ${queried_interval}
    order by gateway`.execute(db)
  return rows.map(({ gateway, failing_since }) => ({
    subject: `gateway ${gateway}`,
    title: `${gatewayNames[gateway] ?? gateway} không trả lời`,
    detail: `Từ ${shortMomentText(failing_since)}`,
    url: fundPage.url,
  }))
}
