/** The tab 'Thời gian nhận đơn': when orders and printing of each product end, today and from a day on. */
import { useState } from 'react'
import { useRead } from '#web/call/api.ts'
import { EditorBase, type Typing } from '#web/form/editor-base.tsx'
import { lastKeptRow } from '#web/form/kept-values.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { useRights } from '#web/session/rights.ts'
import { shortDayText } from '#web/value/format.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { productName } from '#features/results/product/product-name.rules.ts'
import { SettingHistory } from '#features/settings/setting-change/setting-history.screen.tsx'
import type { SettingChangeRow } from '#features/settings/setting-change/setting-change.contract.ts'
import { orderTime, type OrderTimeRow, type OrderTimes } from './order-time.contract.ts'
import type { TypedTimes } from './order-time-editor.screen.tsx'
import { timesOn } from './order-time.rules.ts'
import { beforeText, time_names } from './order-time-text.rules.ts'

const OrderTimeEditor = lazyPart(() => import('./order-time-editor.screen.tsx'), { meanwhile: <Skeleton lines={12} /> })

export default function OrderTimeScreen() {
  const read = useRead(orderTime.list, {})
  const { can } = useRights()
  const [category, setCategory] = useState(() => lastKeptRow<OrderTimeRow>(orderTime.update)?.category ?? null)
  /** The change of the history that is taken back; `n` counts the starts, so that the editor restarts. */
  const [start, setStart] = useState<{ change: SettingChangeRow | null; n: number }>({ change: null, n: 0 })
  if (!read.data) return <ReadFallback read={read} lines={12} />
  const { items, history } = read.data
  const row = items.find((candidate) => candidate.category === category) ?? items[0]!
  const changes = history.filter(({ item }) => item === String(row.category))
  const open = (timesRow: OrderTimeRow) => {
    setCategory(timesRow.category)
    setStart(({ n }) => ({ change: null, n: n + 1 }))
  }
  return (
    <Split
      side="right"
      aside={
        <SettingHistory
          title="Lịch sử"
          nameOf={() => productName(row.category)}
          changes={changes}
          linesOf={(change) => linesOf(row, change)}
          fills
          onRevert={can(orderTime.update) ? (change) => setStart(({ n }) => ({ change, n: n + 1 })) : undefined}
        />
      }
    >
      <Stack>
        <Panel flush>
          <Table<OrderTimeRow>
            label="Thời gian nhận đơn"
            rows={items}
            rowKey={({ category: key }) => key}
            onOpen={open}
            isRowActive={(time) => time.category === row.category}
            columns={[
              { key: 'category', head: 'Sản phẩm', width: 130, grow: true, cell: (time) => productName(time.category) },
              ...time_names.map(({ name, label }) => ({
                key: name,
                head: label,
                width: 120,
                cell: (time: OrderTimeRow) => beforeText(time, time[name]),
              })),
              { key: 'draw_time', head: 'Quay', width: 116, cell: (time) => drawText(time) },
              { key: 'ahead', head: 'Sẽ đổi', width: 146, cell: aheadOf },
            ]}
          />
        </Panel>
        <EditorBase
          row={row}
          call={orderTime.update}
          record={String(row.category)}
          beginning={`${row.category} ${start.n}`}
          start={start.change}
        >
          {(base, change, typing: Typing<TypedTimes>) => <OrderTimeEditor row={base} start={change} typing={typing} />}
        </EditorBase>
      </Stack>
    </Split>
  )
}

const drawText = ({ draw_time, every_minutes }: OrderTimeRow) =>
  every_minutes === null
    ? draw_time
    : `${every_minutes % 60 === 0 ? `${every_minutes / 60} giờ` : `${every_minutes} phút`} một kỳ`

function aheadOf(row: OrderTimeRow) {
  const [nextTimes] = row.ahead
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
