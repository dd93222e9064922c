/** The ledger accounts of the area. Accounts for money outside of our books, at banks and in funds at gateways, have negative balances. */
import { sql } from 'kysely'
import { accountOf } from '#server/ledger/ledger.ts'
import type { Db } from '#server/database/transaction.ts'
import type { GatewayName } from '#server/gateways/gateway.ts'

/** The account of a customer's wallet. */
export const walletLedger = (db: Db, msisdn: string) => accountOf(db, { kind: 'wallet', code: `wallet:${msisdn}` })

/**
 * The code in the ledger of an account of the business at a bank, by the bank's BIN (six digits) and the account's
 * number.
 */
export const bankLedgerCode = (bin: string, account_number: string) => `bank:${bin}:${account_number}`

/** An account of the business at a bank: the negative sum of its statement lines. */
export const bankLedger = (db: Db, bin: string, account_number: string) =>
  accountOf(db, { kind: 'bank_clearing', code: bankLedgerCode(bin, account_number), may_owe: true })

/** Credits at banks that belong to no wallet yet. */
export const unmatchedLedger = (db: Db) => accountOf(db, { kind: 'bank_clearing', code: 'bank:unmatched' })

/** Debits and credits at banks that are no deposits of customers. */
export const otherBankLedger = (db: Db) => accountOf(db, { kind: 'bank_clearing', code: 'bank:other', may_owe: true })

/** The number of each gateway in rows. */
export const gatewayNumber = { bank: 1, momo: 2, telecom: 3 } as const satisfies Record<GatewayName, number>

/** The fund at a gateway from which it pays. */
export const fundLedger = (db: Db, gateway: GatewayName) =>
  accountOf(db, { kind: 'gateway_clearing', code: `gateway:${gateway}`, may_owe: true })

/** The fund that prizes are paid from. It is never negative: more than it holds is not paid. */
export const prizeFundLedger = (db: Db) => accountOf(db, { kind: 'reward_fund', code: prize_fund_code })
export const prize_fund_code = 'reward:fund'

/** Cash that a counter has paid out, until its till is refilled from a bank. */
export const counterLedger = (db: Db) => accountOf(db, { kind: 'bank_clearing', code: counter_code, may_owe: true })
export const counter_code = 'cash:counter'

/** Tax that was withheld from prizes, until it is paid to the state. */
export const prizeTaxLedger = (db: Db) => accountOf(db, { kind: 'tax', code: 'tax:prizes' })

/** The value of prepaid cards in stock: negative, like everything that the business owns outside of its books. */
export const cardStockLedger = (db: Db) =>
  accountOf(db, { kind: 'gateway_clearing', code: card_stock_code, may_owe: true })
export const card_stock_code = 'card:stock'

/** Fees that were withheld from prizes. */
export const prizeFeeLedger = (db: Db) => accountOf(db, { kind: 'fee', code: 'fee:reward' })

/** Fees that customers paid for withdrawals. */
export const feeLedger = (db: Db) => accountOf(db, { kind: 'fee', code: 'fee:withdrawal' })

/** The counterpart of manual adjustments. */
export const adjustmentLedger = (db: Db) => accountOf(db, { kind: 'revenue', code: 'adjustment', may_owe: true })

/** SQL: the number in the ref of transfer `t` when the ref is of this kind: 7 for 'withdrawal:7:1:paid'. */
export const idInRef = (noun: 'adjustment' | 'deposit' | 'reward' | 'withdrawal') =>
  sql<number | null>`case when t.ref ~ ${`^${noun}:\\d{1,9}(:|$)`} then split_part(t.ref, ':', 2)::integer end`
