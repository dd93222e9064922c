/** The tab 'Thời hạn đơn hàng': one form with explanations, and the history of its changes. */
import { SettingsPanel, useSettingsForm } from '#web/form/settings-form.tsx'
import { useRead } from '#web/call/api.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { useRights } from '#web/session/rights.ts'
import { Split } from '#web/ui/layout/split.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import type { AnswerOf } from '#contract/call.ts'
import { infoOf } from '#contract/schema.ts'
import { numberText } from '#web/value/format.ts'
import { SettingHistory } from '#features/settings/setting-change/setting-history.screen.tsx'
import type { SettingChangeRow } from '#features/settings/setting-change/setting-change.contract.ts'
import { orderLimit, OrderLimits } from './order-limit.contract.ts'

const sections = [
  { title: 'Đơn chờ', fields: ['unpaid_minutes', 'hold_minutes'] },
  { title: 'Báo lỗi và tìm kiếm', fields: ['report_hours', 'search_days'] },
]
const names = sections.flatMap((section) => section.fields) as Name[]
const hints = {
  unpaid_minutes: 'Quá số phút này, đơn chưa thanh toán bị hủy và vé được bán tiếp. Áp dụng cho đơn đặt từ lúc lưu',
  hold_minutes: 'Người nhận đơn không làm gì trong số phút này thì người khác nhận được',
  report_hours: 'Trò chơi và vé chỉ báo lỗi trước giờ quay; sau đó trụ sở chính mở bằng hai người',
  search_days: 'Mỗi lần tìm đơn hàng và hoàn hủy không quá số ngày này',
}

type Limits = AnswerOf<typeof orderLimit.get>
type Name = keyof typeof hints

export default function OrderLimitScreen() {
  const limits = useRead(orderLimit.get, {})
  if (!limits.data) return <ReadFallback read={limits} lines={8} />
  return <LimitForm limits={limits.data} />
}

const textOf = (value: unknown) => (typeof value === 'number' ? numberText(value) : '–')

const linesOf = ({ before, after }: SettingChangeRow) =>
  names
    .filter((name) => before?.[name] !== after?.[name])
    .map((name) => ({
      key: name,
      label: infoOf(OrderLimits.shape[name])!.label,
      before: textOf(before?.[name]),
      after: textOf(after?.[name]),
    }))

function LimitForm({ limits }: { limits: Limits }) {
  const { can } = useRights()
  const record = useSettingsForm({
    call: orderLimit.update,
    row: limits,
    fields: sections,
    invalidates: ['cms/history', 'cms/order'],
    onSaved: () => void toast.success('Đã lưu thời hạn đơn hàng.'),
  })
  const fillWith = ({ before }: SettingChangeRow) => {
    for (const name of names) record.form.setFieldValue(name, before![name] as never)
  }
  const history = (
    <SettingHistory
      changes={limits.history}
      linesOf={linesOf}
      fills
      onRevert={can(orderLimit.update) ? fillWith : undefined}
    />
  )
  return (
    <Split side="right" aside={history}>
      <SettingsPanel record={record} fields={sections} hints={hints} />
    </Split>
  )
}
