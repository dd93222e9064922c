/** Withdrawals that are paid through the gateway simulator during a drill, and what became of them on both sides. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { errors } from '#contract/errors.ts'
import { waitUntil } from '#server/program/process.ts'
import { withdrawals, withdrawalStatus } from '#features/wallets/withdrawal/withdrawal.contract.ts'
import { numberText } from '#contract/text/number-text.ts'
import type { Order } from '../../src/gateway-simulator/journal.ts'
import { inDatabase } from '../../src/testing/crashing.ts'
import { ledgerFindings } from '../../src/testing/ledger.ts'
import { bringRetriesForward } from '../../src/testing/retries.ts'
import { makeWaitingWithdrawals } from '../../src/testing/waiting-withdrawals.ts'
import { no_answer, type Load } from './load.ts'

const size = { wallets: 8, balance: 1_000_000_000, count: 2_500 }
const between_payouts_ms = 300
const max_settling_ms = 10 * 60_000

export interface Payouts {
  /** How many the gateway has paid so far. */
  paid(): Promise<number>
  /** Waits until each is settled and compares both sides. @returns whether each was paid once and nothing differs */
  finish(): Promise<boolean>
  stop(): void
}

export async function startPayouts(load: Load, database_url: string, gateways_url: string): Promise<Payouts> {
  await inDatabase(database_url, (db) => makeWaitingWithdrawals(db, size))
  let isOver = false
  const processed: number[] = []
  const refused: number[] = []
  /** One person processes one withdrawal after the other, and repeats what has no answer. */
  const process = async () => {
    for (let withdrawal_id = 1; withdrawal_id <= size.count && !isOver; withdrawal_id++) {
      const input = { withdrawal_id, status: withdrawalStatus.processing }
      const attempt = () => load.call(withdrawals.update, input, `xu-ly-rut-${withdrawal_id}`)
      let code = await attempt()
      while (code === errors.system_busy[0] || code === no_answer) {
        await sleep(50)
        code = await attempt()
      }
      if (code === 0) processed.push(withdrawal_id)
      else refused.push(code)
      await sleep(between_payouts_ms)
    }
  }
  const processing = process()
  const payments = async () => {
    const orders = (await (await fetch(`${gateways_url}/control/orders`)).json()) as Order[]
    return orders.filter(({ status }) => status === 'paid')
  }
  return {
    paid: async () => (await payments()).length,
    stop: () => void (isOver = true),
    async finish() {
      isOver = true
      await processing
      const state = () => inDatabase(database_url, stateOf)
      await waitUntil(async () => {
        await sleep(1_000)
        return (await state()).open === 0
      }, max_settling_ms)
      const { open, done, balance } = await state()
      const paid = await payments()
      const sum = paid.reduce((total, { amount }) => total + amount, 0)
      const twice = paid.length - new Set(paid.map(({ account, amount }) => `${account} ${amount}`)).size
      const findings = await ledgerFindings(database_url)
      console.log(
        `lệnh chi ${numberText(processed.length)}, cổng đã chi ${numberText(paid.length)} (${numberText(sum)} đ, sổ ghi ${numberText(balance)} đ), ` +
          `chi hai lần ${twice}, hoàn thành ${numberText(done)}, còn dở ${open}, bị từ chối ${refused.length}, sổ lệch ${findings.length}`,
      )
      const counts = [paid.length, done].every((count) => count === processed.length)
      return counts && sum === balance && twice + open + refused.length + findings.length === 0
    },
  }
}

/** Also runs what waits for its retry, whose delay has grown during the drill. */
async function stateOf(db: Parameters<Parameters<typeof inDatabase>[1]>[0]) {
  await bringRetriesForward(db)
  const { waiting, done } = withdrawalStatus
  const { rows } = await sql<{ open: number; done: number; balance: number }>`
    select count(*) filter (where status not in (${waiting}, ${done})) as open, count(*) filter (where status = ${done}) as done,
      (select balance from ledger_account where code = 'gateway:momo') as balance
    from withdrawal`.execute(db)
  return rows[0]!
}
