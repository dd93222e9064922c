/**
 * The money of a batch: set aside before it starts, so that nothing else can use it, and returned when no line needs it any more.
 * unscoped: the caller has locked the batch
 */
import { sql } from 'kysely'
import { Failure } from '#contract/errors.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { accountOf, transfer } from '#server/ledger/ledger.ts'
import type { Db } from '#server/database/transaction.ts'
import type { GatewayName } from '#server/gateways/gateway.ts'
import { payableAtGateway } from '#features/wallets/fund/gateway-funds.server.ts'
import { prize_fund_code, prizeFundLedger } from '#features/wallets/money.server.ts'
import type { RewardForm } from '#features/rewards/reward/reward.contract.ts'
import { gatewayOfForm } from '#features/rewards/reward/reward.rules.ts'
import { itemStatus } from './batch.contract.ts'

/** The money that waiting lines need from a fund; `gateway` null means the fund of prizes. */
export interface FundNeed {
  gateway: GatewayName | null
  fund_name: string
  /** đồng */
  needed: number
  /** đồng; null where the gateway is not configured. */
  free: number | null
}

const fundNames: Record<GatewayName, string> = {
  bank: 'Quỹ chi qua ngân hàng',
  momo: 'Quỹ chi hộ MoMo',
  telecom: 'Quỹ chi Viettel Money',
}

/** The needs of each fund, the fund of prizes first. With `lock` the funds cannot change until the transaction ends. */
export async function needsOf(
  db: Db,
  batch_id: number,
  can_pay: ReadonlySet<GatewayName>,
  { lock = false } = {},
): Promise<FundNeed[]> {
  const { rows } = await sql<{ form: RewardForm; net: number; amount: number }>`
    select r.form, sum(i.net) as net, sum(i.amount) as amount from reward_batch_item i join reward r using (reward_id)
    where i.batch_id = ${batch_id} and i.status = ${sql.lit(itemStatus.waiting)} group by r.form order by r.form`.execute(
    db,
  )
  const needs: FundNeed[] = []
  for (const { form, net } of rows) {
    const gateway = gatewayOfForm(form)
    if (!gateway) continue
    const free_amount = can_pay.has(gateway) ? await payableAtGateway(db, gateway, { lock }) : null
    needs.push({
      gateway,
      fund_name: fundNames[gateway],
      needed: net,
      free: free_amount === null ? null : Math.max(free_amount, 0),
    })
  }
  const fund = await sql<{ free: number }>`
    select balance - held as free from ledger_account where code = ${prize_fund_code}`.execute(db)
  const needed = rows.reduce((sum, { amount }) => sum + amount, 0)
  return [{ gateway: null, fund_name: 'Quỹ trả thưởng', needed, free: fund.rows[0]?.free ?? 0 }, ...needs]
}

/** Thrown when a fund has too little money for a batch. */
export class FundTooSmall extends Failure {
  /** đồng */
  readonly missing: number

  constructor(fund_name: string, { needed, free }: { needed: number; free: number }) {
    const missing_amount = needed - free
    super('debt_not_enough', {
      message: `${fund_name} cần ${moneyText(needed)}, còn dùng được ${moneyText(free)}, thiếu ${moneyText(missing_amount)}.`,
    })
    this.missing = missing_amount
  }
}

/**
 * Checks all funds and transfers the cost of the waiting lines into the batch's own ledger account.
 * @throws FundTooSmall (debt_not_enough); Failure payment_vendor_not_found for a form without a gateway
 */
export async function reserve(db: Db, batch_id: number, can_pay: ReadonlySet<GatewayName>): Promise<void> {
  for (const { gateway, fund_name, needed, free } of await needsOf(db, batch_id, can_pay, { lock: true })) {
    if (free === null)
      throw new Failure('payment_vendor_not_found', { message: `${fund_name}: chưa cấu hình cổng chi trả.` })
    if (free < needed) throw new FundTooSmall(fund_name, { needed, free })
    if (gateway === null && needed > 0) await setAside(db, batch_id, { needed, free, fund_name })
  }
}

async function setAside(
  db: Db,
  batch_id: number,
  { needed, free, fund_name }: { needed: number; free: number; fund_name: string },
): Promise<void> {
  const batchFund = await accountOf(db, { kind: 'reward_fund', code: `reward:batch:${batch_id}` })
  const { rows } = await sql<{ batch_code: string; reserve_count: number }>`
    update reward_batch set ledger_id = ${batchFund}::bigint, reserve_count = reserve_count + 1 where batch_id = ${batch_id}
    returning batch_code, reserve_count`.execute(db)
  const { batch_code, reserve_count } = rows[0]!
  try {
    await transfer(db, {
      ref: `reward-batch:${batch_id}:${reserve_count}`,
      kind: 'fund_movement',
      from: await prizeFundLedger(db),
      to: batchFund,
      amount: needed,
      reason: `Dành quỹ cho lô ${batch_code}`,
    })
  } catch (error) {
    // Somebody used the money between the check and the transfer.
    if (error instanceof Failure && error.error === 'debt_not_enough')
      throw new FundTooSmall(fund_name, { needed, free: Math.min(free, needed - 1) })
    throw error
  }
}

/** Returns unused money of the batch to the fund of prizes. Money on hold for a gateway stays until its answer. */
export async function giveBack(db: Db, batch_id: number): Promise<void> {
  const { rows } = await sql<{ batch_code: string; ledger_id: number; free: number; entries: number }>`
    select b.batch_code, b.ledger_id, l.balance - l.held as free, l.entries
    from reward_batch b join ledger_account l on l.account_id = b.ledger_id where b.batch_id = ${batch_id}`.execute(db)
  const [batch] = rows
  if (!batch || batch.free === 0) return
  await transfer(db, {
    ref: `reward-batch:${batch_id}:back:${batch.entries}`,
    kind: 'fund_movement',
    from: batch.ledger_id,
    to: await prizeFundLedger(db),
    amount: batch.free,
    reason: `Trả quỹ phần còn lại của lô ${batch.batch_code}`,
  })
}
