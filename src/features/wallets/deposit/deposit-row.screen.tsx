/** A deposit request as the screens use it. */
import { show } from '#web/value/kinds.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { infoOf } from '#contract/schema.ts'
import { Deposit, type DepositRow } from './deposit.contract.ts'

/** A request that waits too long is shown as late. */
export function stateOf({ status, is_late }: DepositRow) {
  return is_late ? (
    <Badge tone="red">{infoOf(Deposit.shape.is_late)!.label}</Badge>
  ) : (
    show(infoOf(Deposit.shape.status), status)
  )
}
