/** The tab 'Thời hạn đơn hàng': one form, with what each number means and who changed it. */
import { useEffect, useState } from 'react'
import { Act } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { Fields } from '#web/form/editor-dialog.tsx'
import { beginSession } from '#web/form/editor-session.ts'
import { restoredText, useRecordForm } from '#web/form/use-record-form.tsx'
import { saveKey } from '#web/palette/keys.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { useRights } from '#web/session/rights.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Row, Spacer, Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import type { AnswerOf } from '#contract/call.ts'
import { infoOf } from '#contract/schema.ts'
import { numberText } from '#web/value/format.ts'
import { SettingHistory } from '#features/settings/setting-change/setting-history.screen.tsx'
import type { SettingChangeRow } from '#features/settings/setting-change/setting-change.contract.ts'
import { orderLimit, OrderLimits } from './order-limit.contract.ts'

const setup = { update: orderLimit.update }
const sections = [
  { title: 'Đơn chờ', fields: ['unpaid_minutes', 'hold_minutes'] },
  { title: 'Báo lỗi và tìm kiếm', fields: ['report_hours', 'search_days'] },
]
const fields = sections.flatMap((section) => section.fields)
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

const names = fields as Name[]
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
  const [session] = useState(() => beginSession(setup, limits))
  const record = useRecordForm({
    session,
    fields,
    invalidates: ['cms/audit', 'cms/history', 'cms/order'],
    onSaved: () => void toast.success('Đã lưu thời hạn đơn hàng.'),
  })
  const { changed, pending, reopen } = record
  const fillWith = ({ before }: SettingChangeRow) => {
    for (const name of names) record.form.setFieldValue(name, before![name] as never)
  }
  // Someone else's change shows by itself while nothing was typed here; otherwise saving reports the conflict.
  const newer = !changed && limits.version > Number(record.session.base.version)
  useEffect(() => {
    if (newer) reopen(beginSession(setup, limits))
  })
  const history = (
    <SettingHistory
      title="Lịch sử"
      changes={limits.history}
      linesOf={linesOf}
      onRevert={can(orderLimit.update) ? fillWith : undefined}
    />
  )
  return (
    <Split side="right" aside={history}>
      <Panel
        footer={
          <Row>
            <Spacer />
            {changed && <Button onClick={record.revert}>Bỏ thay đổi</Button>}
            <Act
              call={orderLimit.update}
              variant="primary"
              busy={pending}
              whyNot={!changed && 'Chưa có thay đổi nào.'}
              aria-keyshortcuts={saveKey}
              onClick={record.save}
            >
              Lưu
            </Act>
          </Row>
        }
      >
        <Stack>
          {record.session.restored && <Banner kind="info">{restoredText}</Banner>}
          <Fields record={record} fields={sections} readOnly={!can(orderLimit.update)} hints={hints} />
        </Stack>
        {record.conflict}
      </Panel>
    </Split>
  )
}
