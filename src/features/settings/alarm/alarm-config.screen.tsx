/** The tab 'Cảnh báo': which kinds of alarm are on, with their limits and receivers. */
import { moneyText } from '#contract/text/money-text.ts'
import { infoOf } from '#contract/schema.ts'
import { useRead } from '#web/call/api.ts'
import { threeWayMerge } from '#web/form/editor-base.tsx'
import { ReadFallback } from '#web/record/fallback.tsx'
import { numberText, textOf } from '#web/value/format.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { Status } from '#web/ui/show/status.tsx'
import { SettingsTable } from '#features/settings/setting-change/settings-table.screen.tsx'
import type { SettingChangeRow } from '#features/settings/setting-change/setting-change.contract.ts'
import { alarmConfig, AlarmRule, type AlarmRuleRow } from './alarm.contract.ts'
import { alarmKind, limit_names, limitsOf, ruleValuesOf, type AlarmKind, type RuleValues } from './alarm.rules.ts'
import type { TypedRule } from './alarm-editor.screen.tsx'

const AlarmEditor = lazyPart(() => import('./alarm-editor.screen.tsx'), { meanwhile: <Skeleton lines={16} /> })

const kindName = (kind: AlarmKind) => textOf(infoOf(AlarmRule.shape.kind), kind)

export default function AlarmConfigScreen() {
  const read = useRead(alarmConfig.get, {})
  const receivers = useRead(alarmConfig.receivers, {})
  if (!read.data || !receivers.data) return <ReadFallback read={read.data ? receivers : read} lines={12} />
  const { items, history, mail_from } = read.data
  const receiver_choices = receivers.data
  const names = namesIn(receiver_choices)
  return (
    <SettingsTable<AlarmRuleRow, TypedRule>
      label="Cấu hình cảnh báo"
      call={alarmConfig.update}
      items={items}
      history={history}
      keyOf={(rule) => rule.kind}
      nameOf={(rule) => kindName(rule.kind)}
      columns={[
        { key: 'kind', head: 'Cảnh báo', width: 150, cell: (row) => kindName(row.kind) },
        { key: 'limits', head: 'Báo khi', width: 272, grow: true, cell: (row) => limitTexts[row.kind](row) },
        { key: 'receivers', head: 'Báo cho', width: 146, cell: receiverText },
        { key: 'open', head: 'Đang báo', width: 80, cell: openBadge },
        { key: 'status', head: 'Trạng thái', width: 100, cell: statusBadge },
      ]}
      linesOf={(rule, change) => linesOf(rule.kind, change, names)}
      rebase={(typed, from, to) => ({
        ...typed,
        values: threeWayMerge(typed.values, ruleValuesOf(from), ruleValuesOf(to)),
      })}
    >
      {(rule, start, typing) => (
        <AlarmEditor
          rule={rule}
          name={kindName(rule.kind)}
          start={start && (start.before as unknown as RuleValues)}
          receivers={receiver_choices}
          mailFrom={mail_from}
          typing={typing}
        />
      )}
    </SettingsTable>
  )
}

const valueText = (name: (typeof limit_names)[number], value: number) => textOf(infoOf(AlarmRule.shape[name]), value)

const queueText =
  (unit: string) =>
  ({ most_waiting, most_minutes }: AlarmRuleRow) =>
    `Hơn ${numberText(most_waiting!)} ${unit}, hoặc chờ ${numberText(most_minutes!)} phút`

const limitTexts: Readonly<Record<AlarmKind, (rule: AlarmRuleRow) => string>> = {
  [alarmKind.fund_low]: () => 'Dưới mức cảnh báo của từng quỹ',
  [alarmKind.orders_waiting]: queueText('đơn'),
  [alarmKind.withdrawals_waiting]: queueText('yêu cầu'),
  [alarmKind.deposits_waiting]: queueText('giao dịch'),
  [alarmKind.result_late]: ({ most_minutes }) => `Sau giờ quay ${numberText(most_minutes!)} phút`,
  [alarmKind.closing_waiting]: ({ most_minutes }) => `Chưa đủ chữ ký sau khi tính ${numberText(most_minutes!)} phút`,
  [alarmKind.gateway_down]: ({ most_minutes }) => `Không trả lời ${numberText(most_minutes!)} phút`,
  [alarmKind.stock_short]: ({ least_stock }) => `Một kho còn dưới ${numberText(least_stock!)} vé`,
  [alarmKind.cards_short]: ({ least_stock }) => `Một mệnh giá còn dưới ${numberText(least_stock!)} thẻ`,
  [alarmKind.sales_above]: ({ most_percent, least_amount }) =>
    `Hơn thường ${numberText(most_percent!)}%, từ ${moneyText(least_amount!)}/giờ`,
}

const receiverText = ({ kind, receiver_names }: AlarmRuleRow) => {
  const nobody = kind === alarmKind.closing_waiting ? 'Ai ký được chốt ngày' : 'Ai xem được thẻ này'
  return receiver_names.length === 0 ? nobody : receiver_names.join(', ')
}

const openBadge = ({ open }: AlarmRuleRow) => (open === 0 ? '0' : <Badge tone="red">{String(open)}</Badge>)

const statusBadge = ({ status }: AlarmRuleRow) =>
  status === 1 ? <Status tone="green">Đang bật</Status> : <Status tone="neutral">Đang tắt</Status>

type Names = Record<'groups' | 'users', (ids: readonly number[]) => string>
type Receivers = Record<'groups' | 'users', readonly { id: number; name: string }[]>

function namesIn(receivers: Receivers): Names {
  const namesFrom = (all: Receivers['groups']) => (ids: readonly number[]) =>
    ids.map((id) => all.find((receiver) => receiver.id === id)?.name ?? `số ${id}`).join(', ')
  return { groups: namesFrom(receivers.groups), users: namesFrom(receivers.users) }
}

function linesOf(kind: AlarmKind, { before, after }: SettingChangeRow, names: Names) {
  const [was, is] = [before, after] as unknown as [RuleValues, RuleValues]
  const stateOf = ({ status }: RuleValues) => (status === 1 ? 'Đang bật' : 'Đang tắt')
  const limits = limit_names
    .filter((name) => name in limitsOf[kind])
    .map((name) => ({
      key: name as string,
      label: limitsOf[kind][name]!,
      before: was[name] === null ? '' : valueText(name, was[name]),
      after: is[name] === null ? '' : valueText(name, is[name]),
    }))
  return [
    { key: 'status', label: 'Trạng thái', before: stateOf(was), after: stateOf(is) },
    ...limits,
    { key: 'groups', label: 'Nhóm được báo', before: names.groups(was.groups), after: names.groups(is.groups) },
    { key: 'users', label: 'Người được báo', before: names.users(was.users), after: names.users(is.users) },
  ].filter((line) => line.before !== line.after)
}
