/** A customer has another phone number, by which everything of theirs that is still under way is found from then on. */
import { sql } from 'kysely'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { rewardForm, rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { whyNotMove } from '#features/wallets/wallet/wallet.rules.ts'
import { findCustomer } from './customer-channel.query.server.ts'

/** Orders whose money or prize may still move; those that are over keep the number that they were bought with. */
const { unpaid, paid, processing, done, won, paying_reward, reported, refunding } = orderStatus
const under_way = [unpaid, paid, processing, done, won, paying_reward, reported, refunding]

/**
 * The wallet keeps its ledger, so all that it holds and all that happened in it.
 * @throws Failure not_found (no such wallet), action_invalid (it is locked), phone_exists (the other number has a wallet)
 */
export async function changeNumber(db: Db, from: string, to: string): Promise<void> {
  // In the order in which payments lock: whoever pays an order meanwhile waits, and then finds no wallet under the old number.
  await sql`
    select from sale_order where msisdn = ${from} and status = any(${under_way}::smallint[]) order by order_id for update`.execute(
    db,
  ) // unscoped: the customer's own
  await sql`select from wallet_account where msisdn = any(${[from, to]}::text[]) order by account_id for update`.execute(
    db,
  ) // unscoped: the customer's own
  const locked = whyNotMove(await findCustomer(db, from))
  if (locked !== null) throw new Failure('action_invalid', { message: locked })
  if (from === to) return
  const { rows: taken } = await sql`
    select 1 from ledger_account where code = ${`wallet:${to}`}
    union all select 1 from wallet_account where msisdn = ${to}`.execute(db) // unscoped: only whether there is one
  if (taken.length > 0) throw new Failure('phone_exists', { fields: { new_msisdn: 'Số này đã có ví.' } })
  await sql`
    update wallet_account set msisdn = ${to}, msisdn_changed_at = now(), updated_at = now(), version = version + 1
    where msisdn = ${from}`.execute(db) // unscoped: the customer's own
  await sql`select rename_wallet_ledger(${from}, ${to})`.execute(db)
  await sql`
    update sale_order set msisdn = ${to}, version = version + 1
    where msisdn = ${from} and status = any(${under_way}::smallint[])`.execute(db) // unscoped: the customer's own
  // Into wallets only: of the other forms the number is where the money goes.
  await sql`
    update reward set msisdn = ${to}, version = version + 1
    where msisdn = ${from} and form = ${rewardForm.wallet} and status in (${rewardStatus.waiting}, ${rewardStatus.failed})`.execute(
    db,
  ) // unscoped: the customer's own
  await sql`update cashback_payment set msisdn = ${to} where msisdn = ${from}`.execute(db)
  await sql`
    update group_vip_account set msisdn = ${to}, version = version + 1
    where msisdn = ${from} and not exists (select from group_vip_account where msisdn = ${to})`.execute(db) // unscoped: the customer's own
}
