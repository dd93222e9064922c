/** A customer's request to deposit money, and what they need to make the transfer. */
import { sql } from 'kysely'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import { bankConfigType } from '#features/partners/bank-config/bank-config.contract.ts'
import { vietQr } from '#features/partners/bank/vietqr.rules.ts'
import { moneyConfigOf } from '#features/wallets/money-config/money-config.server.ts'
import type { WalletStatus } from '#features/wallets/wallet/wallet-status.contract.ts'
import { whyNotMove } from '#features/wallets/wallet/wallet.rules.ts'

interface DepositRequest {
  /** The request's own key: a second request with the same key is refused. */
  request_key: string
  account_id: number
  amount: number
  /** The account of the business into which the customer pays. */
  bank_config_id: number
}

/** @throws Failure request_exists, not_found, action_invalid for a locked wallet. */
export async function requestDeposit(db: Db, { request_key, account_id, amount, bank_config_id }: DepositRequest) {
  const account = await findPayableAccount(db, bank_config_id)
  const wallet = await db
    .selectFrom('wallet_account') // unscoped: the customer's own rows
    .select('status')
    .$narrowType<{ status: WalletStatus }>()
    .where('account_id', '=', account_id)
    .forShare()
    .executeTakeFirst()
  if (!account || !wallet) throw new Failure('not_found')
  const refusal = whyNotMove(wallet)
  if (refusal !== null) throw new Failure('action_invalid', { message: refusal })
  const { bank_id, bin, account_number, account_name, short_name } = account
  const { deposit_hours } = await moneyConfigOf(db)
  const deposit = await db
    .insertInto('deposit')
    .values({
      request_key,
      account_id,
      amount,
      bank_id,
      account_number,
      expires_at: sql`now() + make_interval(hours => ${deposit_hours})`,
    })
    .onConflict((conflict) => conflict.column('request_key').doNothing())
    .returning(['deposit_id', 'content', 'amount', 'expires_at'])
    .executeTakeFirst()
  if (!deposit) throw new Failure('request_exists')
  const qr = vietQr({ bin, account_number, amount, content: deposit.content })
  return { ...deposit, bank_name: short_name, account_number, account_name, qr }
}

function findPayableAccount(db: Db, bank_config_id: number) {
  return db
    .selectFrom('bank_config as c') // unscoped: customers may see the accounts that they pay into
    .innerJoin('bank as b', 'b.bank_id', 'c.bank_id')
    .select(['c.bank_id', 'b.bin', 'b.short_name', 'c.account_number', 'c.account_name'])
    .where('c.bank_config_id', '=', bank_config_id)
    .where('c.type', '=', bankConfigType.deposit)
    .where('c.status', '=', 1)
    .where('c.unconfirmed_by', 'is', null)
    .executeTakeFirst()
}
