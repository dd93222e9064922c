/** The tab 'Nguồn TT': the order of the payment sources, and which of them are open. */
import { useState } from 'react'
import { moneyText } from '#contract/text/money-text.ts'
import { Act } from '#web/action/act.tsx'
import { useRead, useWrite } from '#web/call/api.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { useRights } from '#web/session/rights.ts'
import { numberText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { SortableList } from '#web/ui/choice/sortable-list.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Switch } from '#web/ui/field/switch.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { Row, Spacer, Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { SettingHistory } from '#features/settings/setting-change/setting-history.screen.tsx'
import type { SettingChangeRow } from '#features/settings/setting-change/setting-change.contract.ts'
import { paymentSource, type PaymentSourceRow } from './payment-source.contract.ts'

type Source = Pick<PaymentSourceRow, 'payment_vendor_id' | 'vendor_name' | 'status'>

const sourcesIn = (value: SettingChangeRow['before']) => (value?.vendors ?? []) as Source[]

export default function PaymentSourceScreen() {
  const read = useRead(paymentSource.list, {})
  const { can } = useRights()
  const mayChange = can(paymentSource.update)
  const [draft, setDraft] = useState<Source[] | null>(null)
  const [reason, setReason] = useState('')
  const save = useWrite(paymentSource.update, {
    invalidates: ['cms/utility', 'cms/audit'],
    onSuccess: () => {
      setDraft(null)
      setReason('')
      toast.success('Đã lưu nguồn thanh toán. Cửa bán theo từ đơn tiếp theo.')
    },
  })
  if (!read.data) return <ReadFallback read={read} lines={10} />
  const { items, history, version } = read.data
  const sources = draft ?? items
  const closedSources = items.filter(
    (one) =>
      one.status === 1 && sources.some((changedSource) => isOf(changedSource, one) && changedSource.status === 0),
  )
  const change = (payment_vendor_id: number, changes: Partial<Source>) =>
    setDraft(sources.map((one) => (one.payment_vendor_id === payment_vendor_id ? { ...one, ...changes } : one)))
  const plain = sources.map(({ payment_vendor_id, vendor_name, status }) => ({
    payment_vendor_id,
    vendor_name,
    status,
  }))
  const hasEmptyName = plain.some(({ vendor_name }) => vendor_name.trim() === '')
  return (
    <Split
      side="right"
      aside={
        <SettingHistory
          title="Lịch sử"
          changes={history}
          linesOf={linesOf}
          fills
          onRevert={mayChange ? ({ before }) => setDraft(sourcesIn(before)) : undefined}
        />
      }
    >
      <Panel
        title="Nguồn thanh toán"
        footer={
          mayChange && (
            <Row>
              <Field label="Lý do" labelHidden width="xl">
                <TextInput value={reason} onChange={setReason} maxLength={200} placeholder="Lý do" />
              </Field>
              <Spacer />
              {draft && <Button onClick={() => setDraft(null)}>Bỏ thay đổi</Button>}
              <Act
                call={paymentSource.update}
                variant="primary"
                busy={save.pending}
                whyNot={(!draft && 'Chưa có thay đổi nào.') || (hasEmptyName && 'Mỗi nguồn cần một tên.')}
                onClick={() => save.mutate({ vendors: plain, reason: reason.trim() === '' ? null : reason, version })}
              >
                Lưu
              </Act>
            </Row>
          )
        }
      >
        <Stack gap={3}>
          {closedSources.length > 0 && (
            <Banner kind="warning" title={`Sẽ đóng: ${closedSources.map(({ vendor_name }) => vendor_name).join(', ')}`}>
              {`7 ngày qua có ${numberText(sum(closedSources, ({ orders }) => orders))} đơn · ${moneyText(sum(closedSources, ({ total }) => total))} qua nguồn này. Cửa bán từ chối (mã 149) ngay khi lưu.`}
            </Banner>
          )}
          <SortableList
            label="Thứ tự nguồn thanh toán"
            readOnly={!mayChange}
            onChange={(keys: number[]) =>
              setDraft(keys.map((key) => sources.find((one) => one.payment_vendor_id === key)!))
            }
            items={sources.map((one) => {
              const { vendor_code, orders, total } = items.find((row) => isOf(row, one))!
              return {
                key: one.payment_vendor_id,
                name: one.vendor_name,
                lines: [`${vendor_code} · 7 ngày: ${numberText(orders)} đơn, ${moneyText(total)}`],
                controls: (
                  <Row>
                    <Field label={`Tên của ${vendor_code}`} labelHidden width="md">
                      <TextInput
                        value={one.vendor_name}
                        maxLength={50}
                        readOnly={!mayChange}
                        onChange={(vendor_name) => change(one.payment_vendor_id, { vendor_name })}
                      />
                    </Field>
                    <Switch
                      checked={one.status === 1}
                      label={one.status === 1 ? 'Đang mở' : 'Đã đóng'}
                      whyNot={!mayChange && 'Bạn không có quyền sửa.'}
                      onChange={(is_open) => change(one.payment_vendor_id, { status: is_open ? 1 : 0 })}
                    />
                  </Row>
                ),
              }
            })}
          />
        </Stack>
      </Panel>
    </Split>
  )
}

const isOf = (a: Pick<Source, 'payment_vendor_id'>, b: Pick<Source, 'payment_vendor_id'>) =>
  a.payment_vendor_id === b.payment_vendor_id
const sum = <T,>(rows: readonly T[], valueOf: (row: T) => number) =>
  rows.reduce((total, row) => total + valueOf(row), 0)

function linesOf({ before, after }: SettingChangeRow) {
  const [was, is] = [sourcesIn(before), sourcesIn(after)]
  const namesOf = (rows: Source[]) => rows.map(({ vendor_name }) => vendor_name).join(', ')
  const stateOf = ({ status }: Source) => (status === 1 ? 'Đang mở' : 'Đã đóng')
  const states = is.flatMap((one) => {
    const previousRow = was.find((row) => isOf(row, one))
    if (!previousRow || previousRow.status === one.status) return []
    return [
      { key: `s${one.payment_vendor_id}`, label: one.vendor_name, before: stateOf(previousRow), after: stateOf(one) },
    ]
  })
  const same_order = was.every((row, n) => isOf(row, is[n] ?? row) && row.vendor_name === is[n]?.vendor_name)
  return same_order ? states : [...states, { key: 'order', label: 'Thứ tự', before: namesOf(was), after: namesOf(is) }]
}
