/** Queries of customers' wallets: the list, one wallet, and the wallet of a phone number. */
import { sql } from 'kysely'
import { one_plan } from '#server/database/pool.ts'
import { contains } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { walletLedger } from '#features/wallets/money.server.ts'
import type { WithdrawalMethod } from '#features/wallets/withdrawal/withdrawal.contract.ts'
import type { WalletStatus } from './wallet-status.contract.ts'

/** SQL condition: the phone number of the wallet with this table alias changed within 7 days. */
export function isNewPhone(wallet: string) {
  return sql<boolean>`coalesce(${sql.ref(`${wallet}.msisdn_changed_at`)} > now() - interval '7 days', false)`
}

interface Filters {
  keyword?: string | null | undefined
  status?: WalletStatus | null | undefined
}

/** Base query of the wallets `w` in the scope of `me` that match the filters, joined with their ledger accounts `l`; it selects no columns. */
export function walletQuery(db: Db, me: Me, { keyword, status }: Filters) {
  return db
    .selectFrom('wallet_account as w')
    .innerJoin('ledger_account as l', 'l.account_id', 'w.ledger_id')
    .where(within(me, 'wallet_account', 'w'))
    .where(contains('w.search', keyword))
    .$if(status != null, (q) => q.where('w.status', '=', status!))
}

/** Adds the columns of the contract's wallet to a `walletQuery`. */
export function selectWallet(query: ReturnType<typeof walletQuery>) {
  return query
    .select(['w.account_id', 'w.msisdn', 'w.full_name', 'w.status', 'w.status_reason', 'w.created_at', 'w.version'])
    .select(['l.balance', 'l.held'])
    .select((eb) => eb('l.balance', '-', eb.ref('l.held')).as('available'))
    .$narrowType<{ status: WalletStatus }>()
}

/** One wallet as the contract answers it; undefined outside the scope of `me`. */
export function findWallet(db: Db, me: Me, account_id: number) {
  return selectWallet(walletQuery(db, me, {}))
    .where('w.account_id', '=', account_id)
    .modifyEnd(one_plan)
    .executeTakeFirst()
}

/** Locks the wallet's row against changes of its status until the transaction ends, as everything that moves its money must. */
export function lockWallet(db: Db, me: Me, account_id: number) {
  return selectWallet(walletQuery(db, me, {}))
    .select('w.ledger_id')
    .where('w.account_id', '=', account_id)
    .forShare('w')
    .executeTakeFirst()
}

interface Customer {
  msisdn: string
  full_name: string
}

/** Locks phone numbers until the transaction ends, so that a wallet that is opened and one that moves do not meet at one of them. */
export async function lockNumbers(db: Db, numbers: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('wallet:' || msisdn, 0))
    from (select unnest(${[...numbers]}::text[]) as msisdn order by 1) x`.execute(db)
}

/** The wallet of this phone number, which is created if there is none yet. */
export async function openWallet(db: Db, { msisdn, full_name }: Customer) {
  await lockNumbers(db, [msisdn])
  const ledger_id = await walletLedger(db, msisdn)
  await db
    .insertInto('wallet_account')
    .values({ msisdn, full_name, ledger_id })
    .onConflict((conflict) => conflict.column('msisdn').doNothing())
    .execute()
  return db
    .selectFrom('wallet_account') // unscoped: the customer's own wallet
    .select(['account_id', 'msisdn', 'full_name', 'ledger_id', 'status'])
    .where('msisdn', '=', msisdn)
    .executeTakeFirstOrThrow()
}

/** The accounts that withdrawals of this wallet may be paid to, oldest first. Unscoped: the caller has checked that the wallet is in its scope. */
export function customerAccounts(db: Db, account_id: number) {
  return db
    .selectFrom('customer_account as c')
    .innerJoin('bank as b', 'b.bank_id', 'c.bank_id')
    .select(['c.customer_account_id', 'c.method', 'c.bank_id', 'b.short_name as bank_name'])
    .select(['c.account_number', 'c.account_name', 'c.created_at'])
    .$narrowType<{ method: WithdrawalMethod }>()
    .where('c.account_id', '=', account_id)
    .orderBy('c.customer_account_id')
    .execute()
}
