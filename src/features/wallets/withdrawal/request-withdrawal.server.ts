/** A customer's request to withdraw money. */
import { sql } from 'kysely'
import { Failure } from '#contract/errors.ts'
import { moneyText } from '#contract/text/money-text.ts'
import type { Db } from '#server/database/transaction.ts'
import { moneyConfigOf } from '#features/wallets/money-config/money-config.server.ts'
import type { WalletStatus } from '#features/wallets/wallet/wallet-status.contract.ts'
import { whyNotMove } from '#features/wallets/wallet/wallet.rules.ts'
import { holdMoney } from './withdrawal-money.server.ts'
import { feeOf, gatewayOf } from './withdrawal.rules.ts'
import { withdrawalStatus, type WithdrawalMethod } from './withdrawal.contract.ts'

interface WithdrawalRequest {
  /** The key that the customer's device generates for the request, and keeps when it sends it again. */
  request_key: string
  account_id: number
  method: WithdrawalMethod
  /** The receiving bank; for MoMo its own number. */
  bank_id: number
  /** For MoMo the phone number, as 84xxxxxxxxx. */
  account_number: string
  /** The receiver's name as their bank writes it. */
  account_name: string
  /** đồng, without the fee, which is charged to the wallet too. */
  amount: number
}

/**
 * Creates the request and puts its money on hold.
 * @returns its number
 * @throws Failure request_not_found (no such wallet), action_invalid (the wallet is locked), amount_wrong (outside the limits of one request),
 * debt_not_enough (more than the balance or the day's limit), request_exists (the same key again)
 */
export async function requestWithdrawal(db: Db, request: WithdrawalRequest): Promise<number> {
  const { account_id, method, amount } = request
  const wallet = await db
    .selectFrom('wallet_account') // unscoped: the customer's own rows
    .select(['msisdn', 'full_name', 'status'])
    .$narrowType<{ status: WalletStatus }>()
    .where('account_id', '=', account_id)
    .forUpdate()
    .executeTakeFirst()
  if (!wallet) throw new Failure('request_not_found')
  const refusal = whyNotMove(wallet)
  if (refusal !== null) throw new Failure('action_invalid', { message: refusal })
  const config = await moneyConfigOf(db)
  const gateway = gatewayOf(method)
  if (amount < config[`${gateway}_least`] || amount > config[`${gateway}_most`])
    throw new Failure('amount_wrong', {
      message: `Mỗi lần rút từ ${moneyText(config[`${gateway}_least`])} đến ${moneyText(config[`${gateway}_most`])}.`,
    })
  await assertWithinDay(db, request)
  const withdrawal = await db
    .insertInto('withdrawal')
    .values({ ...request, msisdn: wallet.msisdn, full_name: wallet.full_name, fee: feeOf(config, method, amount) })
    .onConflict((conflict) => conflict.column('request_key').doNothing())
    .returning(['withdrawal_id', 'withdrawal_code', 'fee', 'hold_count'])
    .executeTakeFirst() // unscoped: the customer's own rows
  if (!withdrawal) throw new Failure('request_exists')
  await holdMoney(db, { ...withdrawal, account_id, method, amount })
  return withdrawal.withdrawal_id
}

/**
 * Refuses an amount that exceeds the day's limit; the wallet stays locked, so that two at once do not both find the limit unused.
 * @throws Failure debt_not_enough
 */
export async function assertWithinDay(
  db: Db,
  { account_id, amount }: { account_id: number; amount: number },
): Promise<void> {
  await sql`select from wallet_account where account_id = ${account_id} for update`.execute(db) // unscoped: the caller's withdrawal
  const { withdrawal_day_most } = await moneyConfigOf(db)
  if ((await sumOfToday(db, account_id)) + amount > withdrawal_day_most)
    throw new Failure('debt_not_enough', { message: `Mỗi ngày rút tối đa ${moneyText(withdrawal_day_most)}.` })
}

/** The sum of the withdrawals that were requested today, or that were retried today. */
async function sumOfToday(db: Db, account_id: number): Promise<number> {
  const { rejected, cancelled } = withdrawalStatus
  const { total } = await db
    .selectFrom('withdrawal') // unscoped: the customer's own rows
    .select(sql<number>`coalesce(sum(amount), 0)`.as('total'))
    .where('account_id', '=', account_id)
    .where(
      sql<boolean>`(created_at >= current_date or hold_count > 1 and coalesce(processed_at, first_at) >= current_date)`,
    )
    .where('status', 'not in', [rejected, cancelled])
    .executeTakeFirstOrThrow()
  return total
}
