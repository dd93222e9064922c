/** Changes a customer's phone number in everything that is still under way. */
import { sql } from 'kysely'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import { lockCashback } from '#features/customers/cashback/pay-cashback.server.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { rewardForm, rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { lockNumbers } from '#features/wallets/wallet/wallet.query.server.ts'
import { whyNotMove } from '#features/wallets/wallet/wallet.rules.ts'
import { findCustomer } from './customer-channel.query.server.ts'

/** Orders whose money or prize may still move: a corrected result may make a lost one win. Others keep the number that they were bought with. */
const { unpaid, paid, processing, done, lost, won, paying_reward, reported, refunding } = orderStatus
const statuses_to_move = [unpaid, paid, processing, done, lost, won, paying_reward, reported, refunding]

/**
 * Moves the customer's wallet, open orders and other records to another phone number. The wallet keeps its ledger account, and so its balance and
 * history.
 * @throws Failure not_found (no such wallet), action_invalid (it is locked), phone_exists (the other number has a wallet)
 */
export async function changeNumber(db: Db, from: string, to: string): Promise<void> {
  await lockNumbers(db, [from, to])
  // Cashback that is being paid meanwhile would be recorded under the old number.
  await lockCashback(db)
  // Locked in the same order as payments lock: a payment that waits meanwhile then finds no wallet under the old number.
  await sql`
    select from sale_order where msisdn = ${from} and status = any(${statuses_to_move}::smallint[]) order by order_id for update`.execute(
    db,
  ) // unscoped: the customer's own rows
  await sql`select from wallet_account where msisdn = any(${[from, to]}::text[]) order by account_id for update`.execute(
    db,
  ) // unscoped: the customer's own rows
  const refusal = whyNotMove(await findCustomer(db, from))
  if (refusal !== null) throw new Failure('action_invalid', { message: refusal })
  if (from === to) return
  const { rows: existing } = await sql`
    select 1 from ledger_account where code = ${`wallet:${to}`}
    union all select 1 from wallet_account where msisdn = ${to}`.execute(db) // unscoped: only whether there is one
  if (existing.length > 0) throw new Failure('phone_exists', { fields: { new_msisdn: 'Số này đã có ví.' } })
  await sql`
    update wallet_account set msisdn = ${to}, msisdn_changed_at = now(), updated_at = now(), version = version + 1
    where msisdn = ${from}`.execute(db) // unscoped: the customer's own rows
  await sql`select rename_wallet_ledger(${from}, ${to})`.execute(db)
  await sql`
    update sale_order set msisdn = ${to}, version = version + 1
    where msisdn = ${from} and status = any(${statuses_to_move}::smallint[])`.execute(db) // unscoped: the customer's own rows
  // Only rewards that are paid into wallets: for other forms the number is where the money goes. An expired one may be reopened.
  await sql`
    update reward set msisdn = ${to}, version = version + 1
    where msisdn = ${from} and form = ${rewardForm.wallet} and status in (${rewardStatus.waiting}, ${rewardStatus.failed}, ${rewardStatus.expired})`.execute(
    db,
  ) // unscoped: the customer's own rows
  await sql`update cashback_payment set msisdn = ${to} where msisdn = ${from}`.execute(db)
  await sql`
    update group_vip_account set msisdn = ${to}, version = version + 1
    where msisdn = ${from} and not exists (select from group_vip_account where msisdn = ${to})`.execute(db) // unscoped: the customer's own rows
}
