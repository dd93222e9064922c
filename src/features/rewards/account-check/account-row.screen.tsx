import type { RowOf } from '#web/list/use-list.ts'
import { Badge } from '#web/ui/show/badge.tsx'
import { show } from '#web/value/kinds.tsx'
import { infoOf } from '#contract/schema.ts'
import { AccountCheckItem, accountStatus, type accountCheck } from './account-check.contract.ts'
import { isClose } from './account-name.rules.ts'

export type Account = RowOf<typeof accountCheck.detail>
export type Batch = RowOf<typeof accountCheck.list>

/** The status of an account; a mismatch by few letters is distinguished from another person's name. */
export function Outcome({ row }: { row: Account }) {
  const { status, cust_name, account_name, next_try_at } = row
  if (status === accountStatus.mismatch && account_name !== null)
    return isClose(cust_name, account_name) ? (
      <Badge tone="amber">Không khớp · gần giống</Badge>
    ) : (
      <Badge tone="red">Không khớp · người khác</Badge>
    )
  if (status === accountStatus.waiting && next_try_at !== null) return <Badge tone="amber">Chờ · đang hỏi lại</Badge>
  return show(infoOf(AccountCheckItem.shape.status), status)
}
