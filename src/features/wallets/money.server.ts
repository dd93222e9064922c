/** Which ledger accounts the area's money moves between. What the business has outside stands below zero in them: at its banks, in its funds. */
import { accountOf } from '#server/ledger/ledger.ts'
import type { Db } from '#server/database/transaction.ts'
import type { GatewayName } from '#server/gateways/gateway.ts'

/** What a customer has with us. */
export const walletLedger = (db: Db, msisdn: string) => accountOf(db, { kind: 'wallet', code: `wallet:${msisdn}` })

export const bankCode = (bin: string, account_number: string) => `bank:${bin}:${account_number}`

/** An account of the business at a bank, as its statement tells. */
export const bankLedger = (db: Db, bin: string, account_number: string) =>
  accountOf(db, { kind: 'bank_clearing', code: bankCode(bin, account_number), may_owe: true })

/** Credits that belong to no wallet yet. */
export const unmatchedLedger = (db: Db) => accountOf(db, { kind: 'bank_clearing', code: 'bank:unmatched' })

/** What came and went at our banks for other reasons than customers' deposits. */
export const otherBankLedger = (db: Db) => accountOf(db, { kind: 'bank_clearing', code: 'bank:other', may_owe: true })

/** As rows have it. */
export const gatewayNumber = { bank: 1, momo: 2 } as const satisfies Record<GatewayName, number>

/** The fund that is kept at a gateway to pay from. */
export const fundLedger = (db: Db, gateway: GatewayName) =>
  accountOf(db, { kind: 'gateway_clearing', code: `gateway:${gateway}`, may_owe: true })

/** Fees that customers paid for withdrawals. */
export const feeLedger = (db: Db) => accountOf(db, { kind: 'fee', code: 'fee:withdrawal' })

/** The other side of what staff add to or take from a balance. */
export const adjustmentLedger = (db: Db) => accountOf(db, { kind: 'revenue', code: 'adjustment', may_owe: true })
