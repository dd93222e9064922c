import { show } from '#web/kinds.tsx'
import type { RowOf } from '#web/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { BankLine, depositStatus, lineStatus, type bankTransaction, type wallet } from './deposit.contract.ts'

export type BankLineRow = RowOf<typeof bankTransaction.list>
export type DepositRow = RowOf<typeof wallet.list>

/** A line that was put to a request is settled only when the second person has said so. */
export function stateOf({ status, deposit_status }: BankLineRow) {
  return status === lineStatus.settled && deposit_status === depositStatus.matched
    ? show(infoOf(BankLine.shape.deposit_status), deposit_status)
    : show(infoOf(BankLine.shape.status), status)
}
