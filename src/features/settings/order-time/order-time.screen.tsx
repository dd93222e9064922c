/** The tab 'Thời gian nhận đơn': when orders and printing of each product end, today and from a day on. */
import { useRead } from '#web/call/api.ts'
import { threeWayMerge } from '#web/form/editor-base.tsx'
import { ReadFallback } from '#web/record/fallback.tsx'
import { shortDayText } from '#web/value/format.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { productName } from '#features/results/product/product-name.rules.ts'
import { SettingsTable } from '#features/settings/setting-change/settings-table.screen.tsx'
import type { SettingChangeRow } from '#features/settings/setting-change/setting-change.contract.ts'
import { orderTime, type OrderTimeRow, type OrderTimes } from './order-time.contract.ts'
import type { TypedTimes } from './order-time-editor.screen.tsx'
import { timesOn } from './order-time.rules.ts'
import { beforeText, time_names } from './order-time-text.rules.ts'

const OrderTimeEditor = lazyPart(() => import('./order-time-editor.screen.tsx'), { meanwhile: <Skeleton lines={12} /> })

export default function OrderTimeScreen() {
  const read = useRead(orderTime.list, {})
  if (!read.data) return <ReadFallback read={read} lines={12} />
  return (
    <SettingsTable<OrderTimeRow, TypedTimes>
      items={read.data.items}
      history={read.data.history}
      label="Thời gian nhận đơn"
      call={orderTime.update}
      keyOf={(row) => row.category}
      nameOf={(row) => productName(row.category)}
      columns={[
        { key: 'category', head: 'Sản phẩm', width: 130, grow: true, cell: (row) => productName(row.category) },
        ...time_names.map(({ name, label }) => ({
          key: name,
          head: label,
          width: 120,
          cell: (row: OrderTimeRow) => beforeText(row, row[name]),
        })),
        { key: 'draw_time', head: 'Quay', width: 116, cell: drawText },
        { key: 'planned', head: 'Sẽ đổi', width: 146, cell: plannedOf },
      ]}
      linesOf={linesOf}
      rebase={({ from_day, times, reason }, from, to) => ({
        from_day,
        times: threeWayMerge(times, timesOn(from, from_day), timesOn(to, from_day)),
        reason,
      })}
    >
      {(row, start, typing) => <OrderTimeEditor row={row} start={start} typing={typing} />}
    </SettingsTable>
  )
}

const drawText = ({ draw_time, every_minutes }: OrderTimeRow) =>
  every_minutes === null
    ? draw_time
    : `${every_minutes % 60 === 0 ? `${every_minutes / 60} giờ` : `${every_minutes} phút`} một kỳ`

function plannedOf(row: OrderTimeRow) {
  const [nextTimes] = row.planned
  if (!nextTimes) return '–'
  const times = timesOn(row, nextTimes.from_day)
  const changedTime = time_names.find(({ name }) => times[name] !== row[name])
  const value = changedTime ? beforeText(row, times[changedTime.name]) : 'như cũ'
  return <Badge tone="blue">{`${value} từ ${shortDayText(nextTimes.from_day)}`}</Badge>
}

function linesOf(row: OrderTimeRow, { before, after }: SettingChangeRow) {
  const [was, is] = [before, after] as unknown as [OrderTimes, OrderTimes]
  return time_names
    .filter(({ name }) => was[name] !== is[name])
    .map(({ name, label }) => ({
      key: name,
      label,
      before: beforeText(row, was[name]),
      after: beforeText(row, is[name]),
    }))
}
