/** The names of records that the log knows by number: 'group_id 3' → 'Kế toán'. Only of what the person may look up. */
import type { InputOf } from '#contract/call.ts'
import { account, schedule } from '#features/access/account/account.contract.ts'
import { group, pages } from '#features/access/group/group.contract.ts'
import { partner } from '#features/partners/partner/partner.contract.ts'
import { paymentVendor } from '#features/settings/payment-vendor/payment-vendor.contract.ts'
import { baseStore } from '#features/tickets/base-store/base-store.contract.ts'
import { drawArea } from '#features/tickets/draw-area/draw-area.contract.ts'
import { useRead } from './api.ts'
import { useRights } from './rights.ts'
import type { ListCall, RowOf } from './use-list.ts'

/** The name of what a column's number stands for; undefined when it is not known here. */
export type NameOf = (column: string, id: unknown) => string | undefined

export function useNames(): NameOf {
  const { can } = useRights()
  const pageList = useRead(pages.list, {}, { enabled: can(pages.list), fresh: 60_000 })
  const users = useNamesOf(account.list, (row) => [row.user_id, row.user_name])
  const names: Record<string, Map<number, string>> = {
    user_id: users,
    group_id: useNamesOf(group.list, (row) => [row.group_id, row.group_name]),
    partner_id: useNamesOf(partner.list, (row) => [row.partner_id, row.partner_name]),
    base_id: useNamesOf(baseStore.list, (row) => [row.base_id, row.base_name]),
    area_id: useNamesOf(drawArea.list, (row) => [row.area_id, row.area_name]),
    schedule_id: useNamesOf(schedule.list, (row) => [row.schedule_id, row.schedule_name]),
    payment_vendor_id: useNamesOf(paymentVendor.list, (row) => [row.payment_vendor_id, row.vendor_name]),
    page_id: new Map(pageList.data?.pages.map((page) => [page.id, page.page_name])),
  }
  const namesIn = (column: string) => (column.endsWith('_by') ? users : names[column])
  return (column, id) => (typeof id === 'number' ? namesIn(column)?.get(id) : undefined)
}

function useNamesOf<C extends ListCall>(call: C, nameOf: (row: RowOf<C>) => [number, string]): Map<number, string> {
  const { can } = useRights()
  const list = useRead(call, { page_size: 300 } as unknown as InputOf<C>, { enabled: can(call), fresh: 60_000 })
  return new Map(((list.data?.items ?? []) as RowOf<C>[]).map(nameOf))
}
