import { show } from '#web/value/kinds.tsx'
import type { RowOf } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { depositStatus } from '#features/wallets/deposit/deposit.contract.ts'
import { BankLine, lineStatus, type statement } from './statement.contract.ts'

export type BankLineRow = RowOf<typeof statement.list>

/** A line that was matched with a request is settled only after the second person has confirmed it. */
export function stateOf({ status, deposit_status }: BankLineRow) {
  return status === lineStatus.settled && deposit_status === depositStatus.matched
    ? show(infoOf(BankLine.shape.deposit_status), deposit_status)
    : show(infoOf(BankLine.shape.status), status)
}
