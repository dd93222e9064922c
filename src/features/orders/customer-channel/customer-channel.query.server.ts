/** Look-ups for apps about a customer: the wallet, its entries and withdrawals. Each names the customer's own phone number. */
import { sql } from 'kysely'
import type { AnswerOf } from '#contract/call.ts'
import { Failure } from '#contract/errors.ts'
import { whyNot } from '#contract/lifecycle.ts'
import type { Db } from '#server/database/transaction.ts'
import { inDays } from '#server/record/list.ts'
import { type_of } from '#features/wallets/wallet/wallet-history.server.ts'
import type { WalletStatus } from '#features/wallets/wallet/wallet-status.contract.ts'
import { finishCancel } from '#features/wallets/withdrawal/settle.server.ts'
import { withdrawalLife, type WithdrawalStatus } from '#features/wallets/withdrawal/withdrawal.contract.ts'
import type { customerChannel } from './customer-channel.contract.ts'

/** The customer's wallet with its balances. @throws Failure not_found at the phone number when it has no wallet. */
export async function findCustomer(db: Db, msisdn: string) {
  const wallet = await db
    .selectFrom('wallet_account as w') // unscoped: the customer's own rows
    .innerJoin('ledger_account as l', 'l.account_id', 'w.ledger_id')
    .select([
      'w.account_id',
      'w.ledger_id',
      'w.msisdn',
      'w.full_name',
      'w.status',
      'w.created_at',
      'l.balance',
      'l.held',
    ])
    .select((eb) => eb('l.balance', '-', eb.ref('l.held')).as('available'))
    .$narrowType<{ status: WalletStatus }>()
    .where('w.msisdn', '=', msisdn)
    .executeTakeFirst()
  return wallet ?? noWallet()
}

/**
 * Locks the wallet that has this number and gives its account: a number that was changed or erased while the lock was awaited has none.
 * @throws Failure not_found at the phone number
 */
export async function lockCustomer(db: Db, msisdn: string): Promise<number> {
  const wallet = await db
    .selectFrom('wallet_account') // unscoped: the customer's own rows
    .select('account_id')
    .where('msisdn', '=', msisdn)
    .forUpdate()
    .executeTakeFirst()
  return wallet?.account_id ?? noWallet()
}

/** The wallet as the contract answers it. */
export async function walletOf(db: Db, msisdn: string) {
  const { account_id: _, ledger_id: _ledger, ...wallet } = await findCustomer(db, msisdn)
  return wallet
}

function noWallet(): never {
  throw new Failure('not_found', { fields: { msisdn: 'Số này chưa có ví.' } })
}

interface HistoryInput {
  msisdn: string
  from_date?: string | null | undefined
  to_date?: string | null | undefined
  page_index: number
  page_size: number
}

export async function entriesOf(db: Db, { msisdn, from_date, to_date, page_index, page_size }: HistoryInput) {
  if (from_date && to_date && from_date > to_date) throw new Failure('from_exceeds_to')
  const { ledger_id } = await findCustomer(db, msisdn)
  return db
    .selectFrom('ledger_entry as e')
    .innerJoin('ledger_transfer as t', 't.transfer_id', 'e.transfer_id')
    .select(['e.at', type_of.as('type'), 'e.amount', 'e.balance_after', 'e.held', 'e.held_after', 't.reason'])
    .where('e.account_id', '=', ledger_id)
    .where(inDays('e.at', { from_date, to_date }))
    .orderBy('e.seq', 'desc')
    .limit(page_size)
    .offset((page_index - 1) * page_size)
    .execute()
}

type Withdrawal = AnswerOf<typeof customerChannel.withdrawalStatus>

/** @throws Failure request_not_found when the customer has no such request. */
export async function withdrawalOf(db: Db, msisdn: string, withdrawal_id: number): Promise<Withdrawal> {
  const { account_id } = await findCustomer(db, msisdn).catch(() => noRequest())
  const withdrawal = await db
    .selectFrom('withdrawal') // unscoped: the customer's own rows
    .select(['withdrawal_id', 'withdrawal_code', 'msisdn', 'amount', 'fee', 'status', 'created_at', 'finished_at'])
    .$narrowType<{ status: WithdrawalStatus }>()
    .where('withdrawal_id', '=', withdrawal_id)
    .where('account_id', '=', account_id)
    .executeTakeFirst()
  return withdrawal ?? noRequest()
}

function noRequest(): never {
  throw new Failure('request_not_found')
}

/** The customer cancels a request that is not being paid yet, and its money on hold is released. */
export async function cancelByCustomer(db: Db, msisdn: string, withdrawal_id: number): Promise<Withdrawal> {
  await withdrawalOf(db, msisdn, withdrawal_id)
  const movedEntries = await db
    .updateTable('withdrawal')
    .set({ status: withdrawalLife.moves.cancel.to, version: sql<number>`version + 1` })
    .where('withdrawal_id', '=', withdrawal_id)
    .where('status', 'in', withdrawalLife.moves.cancel.from)
    .executeTakeFirst() // unscoped: the customer's own request, found above
  const withdrawal = await withdrawalOf(db, msisdn, withdrawal_id)
  if (movedEntries.numUpdatedRows === 0n) {
    const refusal = whyNot(withdrawalLife.moves.cancel, withdrawal, null)!
    throw new Failure(refusal.error, { message: refusal.message })
  }
  await finishCancel(db, withdrawal_id)
  return withdrawalOf(db, msisdn, withdrawal_id)
}
