/** Limits of the daily revenue: the current ones with today's sales, the request that waits for a second person, and planned changes. */
import { useState } from 'react'
import { whyNot } from '#contract/lifecycle.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { percentText } from '#contract/text/percent-text.ts'
import { Act, runAct, useAct } from '#web/action/act.tsx'
import { RejectDialog } from '#web/action/reject-dialog.tsx'
import { rejectVerb } from '#web/action/reject-verb.ts'
import { useRead } from '#web/call/api.ts'
import { keepValues, keptValues } from '#web/form/kept-values.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { useRights } from '#web/session/rights.ts'
import { dayText } from '#web/value/format.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { Changes } from '#web/ui/show/changes.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { SettingHistory } from '#features/settings/setting-change/setting-history.screen.tsx'
import type { SettingChangeRow } from '#features/settings/setting-change/setting-change.contract.ts'
import { saleGroup } from '#features/settings/sale-group/sale-group.contract.ts'
import { maxRevenue, revenueLife, type MaxRevenueRow, type RevenueChangeRow } from './max-revenue.contract.ts'
import type { TypedLimits } from './max-revenue-editor.screen.tsx'
import { changesBetween, thresholdKey, thresholdName, type Threshold } from './max-revenue.rules.ts'

const MaxRevenueEditor = lazyPart(() => import('./max-revenue-editor.screen.tsx'))

const { moves } = revenueLife
const thresholdsIn = (value: SettingChangeRow['before']) => (value?.thresholds ?? []) as Threshold[]

/** What is typed in the editor is stored under these; storing nothing removes it. */
const typed_limits = { call: maxRevenue.update, record: 'all' }
const keepTyped = (typed: TypedLimits | null) => keepValues(typed_limits, typed)

const begin = (thresholds: readonly Threshold[], version: number, from_day: string | null = null): TypedLimits => ({
  thresholds,
  version,
  from_day,
  reason: '',
})

export default function MaxRevenueScreen() {
  const read = useRead(maxRevenue.list, {})
  const groups = useRead(saleGroup.list, {})
  const { can } = useRights()
  /** The limits with which the editor opens, and their version then: a later change by another person is not overwritten. */
  const [draft, setDraft] = useState<TypedLimits | null>(() => keptValues<TypedLimits>(typed_limits)?.values ?? null)
  if (!read.data) return <ReadFallback read={read} lines={10} />
  if (!groups.data) return <ReadFallback read={groups} lines={10} />
  const { items, waiting, planned, history, version } = read.data
  const nameOf = (group_id: number) =>
    groups.data?.items.find((group) => group.group_id === group_id)?.pos_group_name ?? `Nhóm ${group_id} (đã xóa)`
  const whyNotAsk = waiting !== null && 'Đang có đề nghị chờ người khác xác nhận.'
  return (
    <Split
      side="right"
      aside={
        <SettingHistory
          changes={history}
          linesOf={({ before, after }) => changesBetween(thresholdsIn(before), thresholdsIn(after), nameOf)}
          fills
          onRevert={
            can(maxRevenue.update)
              ? (change) => setDraft(begin(thresholdsIn(change.before), version, change.from_day))
              : undefined
          }
          whyNotRevert={() => whyNotAsk || null}
        />
      }
    >
      <Stack>
        {waiting && <WaitingChange change={waiting} items={items} nameOf={nameOf} />}
        <Panel
          flush
          title="Doanh thu tối đa một ngày"
          actions={
            <Act
              call={maxRevenue.update}
              icon="pencil"
              whyNot={whyNotAsk}
              onClick={() => setDraft(begin(items, version))}
            >
              Đề nghị đổi mức
            </Act>
          }
        >
          <LimitsTable items={items} nameOf={nameOf} />
        </Panel>
        {planned.map((change) => (
          <ChangeAhead key={change.revenue_limit_id} change={change} items={items} nameOf={nameOf} />
        ))}
      </Stack>
      {draft && (
        <MaxRevenueEditor
          start={draft}
          onTyped={keepTyped}
          current={items}
          groups={groups.data.items}
          onClose={() => {
            keepTyped(null)
            setDraft(null)
          }}
        />
      )}
    </Split>
  )
}

interface LimitsProps {
  items: readonly MaxRevenueRow[]
  nameOf: (group_id: number) => string
}

function LimitsTable({ items, nameOf }: LimitsProps) {
  return (
    <Table<MaxRevenueRow>
      label="Doanh thu tối đa"
      rows={items}
      rowKey={thresholdKey}
      empty={
        <EmptyState
          kind="empty"
          title="Chưa có mức nào"
          message="Không mức nào giới hạn doanh thu. Một mức có thể là của toàn hệ thống, của một nhóm điểm bán, của một sản phẩm."
        />
      }
      columns={[
        { key: 'name', head: 'Phạm vi', width: 180, grow: true, cell: (row) => thresholdName(row, nameOf) },
        { key: 'maximum', head: 'Tối đa', width: 140, align: 'right', cell: (row) => moneyText(row.maximum) },
        { key: 'sold', head: 'Hôm nay', width: 140, align: 'right', cell: (row) => moneyText(row.sold) },
        { key: 'left', head: 'Còn', width: 140, align: 'right', cell: (row) => moneyText(leftOf(row)) },
        { key: 'share', head: 'Đã bán', width: 110, cell: shareOf },
      ]}
    />
  )
}

/** A confirmed change that applies from a later day. */
function ChangeAhead({ change, items, nameOf }: LimitsProps & { change: RevenueChangeRow }) {
  return (
    <Panel title={`Từ ${dayText(change.from_day!)}`}>
      <Stack gap={2}>
        <Changes lines={changesBetween(items, change.thresholds, nameOf)} />
        <Text tone="muted" size="sm">
          {`${change.created_by_name} đề nghị. Muốn bỏ, hãy đề nghị mức khác cho cùng ngày.`}
        </Text>
      </Stack>
    </Panel>
  )
}

const leftOf = ({ maximum, sold }: MaxRevenueRow) => Math.max(maximum - sold, 0)
const nearly_full = 900

function shareOf(row: MaxRevenueRow) {
  if (row.sold > row.maximum) return <Badge tone="red">Vượt mức</Badge>
  const permille = row.maximum === 0 ? 1_000 : Math.floor((row.sold / row.maximum) * 1_000)
  if (permille < nearly_full) return percentText(permille)
  return <Badge tone={permille === 1_000 ? 'red' : 'amber'}>{percentText(permille)}</Badge>
}

interface WaitingChangeProps extends LimitsProps {
  change: RevenueChangeRow
}

/** The requested change, until a second person confirms it. */
function WaitingChange({ change, items, nameOf }: WaitingChangeProps) {
  const { me } = useRights()
  const [isRejecting, setIsRejecting] = useState(false)
  const approval = useAct(maxRevenue.approve, {
    success:
      change.from_day === null
        ? 'Mức mới đã có hiệu lực từ đơn tiếp theo.'
        : `Mức mới sẽ có hiệu lực từ ${dayText(change.from_day)}.`,
  })
  const { revenue_limit_id, version } = change
  const when = change.from_day === null ? 'ngay khi được xác nhận' : `từ ${dayText(change.from_day)}`
  const lines = changesBetween(items, change.thresholds, nameOf)
  return (
    <Panel
      title="Chờ người thứ hai xác nhận"
      actions={
        <Row>
          <Act call={maxRevenue.reject} onClick={() => setIsRejecting(true)}>
            {rejectVerb(change, me)}
          </Act>
          <Act
            call={maxRevenue.approve}
            variant="primary"
            busy={approval.pending}
            whyNot={whyNot(moves.approve, change, me)?.message}
            onClick={() =>
              void runAct({
                call: maxRevenue.approve,
                label: 'Xác nhận',
                confirm: { title: 'Xác nhận doanh thu tối đa', message: <Changes lines={lines} /> },
                run: () => approval.mutate({ revenue_limit_id, version }),
              })
            }
          >
            Xác nhận
          </Act>
        </Row>
      }
    >
      <Stack gap={2}>
        <Changes lines={lines} />
        <Text tone="muted" size="sm">
          {`${change.created_by_name} đề nghị, có hiệu lực ${when}.`}
          {change.reason !== null && ` Lý do: ${change.reason}`}
        </Text>
      </Stack>
      {isRejecting && (
        <RejectDialog
          call={maxRevenue.reject}
          input={{ revenue_limit_id, version }}
          created_by={change.created_by}
          request_name="đề nghị đổi doanh thu tối đa"
          onClose={() => setIsRejecting(false)}
        >
          <Text>Các mức đang dùng giữ nguyên.</Text>
        </RejectDialog>
      )}
    </Panel>
  )
}
