/** The form of a fee rule, beside the resulting line and what last week's orders would have paid. */
import { useDeferredValue, useState } from 'react'
import { useWhyNotHeadOffice } from '#web/session/head-office.ts'
import { useRights } from '#web/session/rights.ts'
import { restored_text } from '#web/form/restored-text.ts'
import { useRecordForm, type RecordForm } from '#web/form/use-record-form.tsx'
import { beginSession } from '#web/form/editor-session.ts'
import { Fields } from '#web/form/editor-dialog.tsx'
import { dayText, numberText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import type { Product } from '#features/results/product/product.contract.ts'
import { feeTime, groupVipFee, type FeeRow } from './fee.contract.ts'
import { Estimate } from './fee-estimate.screen.tsx'
import { FeeLanes, linesOf, rulesOn, type ShownRule, type Vendor } from './fee-lanes.screen.tsx'
import { overlapOf } from './fee-line.rules.ts'
import { rangeText } from './fee-text.rules.ts'
import { ruleName } from './fee-try.screen.tsx'

interface FeeEditorProps {
  group_vip_id: number
  /** null: a new rule. */
  fee: FeeRow | null
  /** Rules in force and rules to come. */
  rows: readonly FeeRow[]
  vendors: readonly Vendor[]
  /** The day to come that the page shows: a new rule begins then. */
  day: string | null
  onClose: () => void
}

const fields = [
  'payment_vendor_id',
  'category',
  'from_value',
  'to_value',
  'fee_rate',
  'fee_fixed',
  'fee_least',
  'fee_most',
  'effective_from',
]
const setup = { add: groupVipFee.add, update: groupVipFee.update }

export default function FeeEditor({ group_vip_id, fee, rows, vendors, day, onClose }: FeeEditorProps) {
  const [session] = useState(() =>
    beginSession({ ...setup, blank: { group_vip_id, effective_from: day } } as never, fee),
  )
  const record = useRecordForm({
    session,
    fields,
    invalidates: ['cms/group_vip'],
    onSaved: () => {
      toast.success(
        values.effective_from
          ? `Đã đặt phí từ ${dayText(String(values.effective_from))}.`
          : 'Đã lưu. Phí có hiệu lực từ đơn kế tiếp.',
      )
      onClose()
    },
  })
  const may = useRights().can(record.session.call)
  const whyNotChange = useWhyNotHeadOffice()
  const readOnly = !may || whyNotChange !== null
  const values = record.form.values as Partial<FeeRow> & { effective_from?: string | null }
  const draft = useDeferredValue(draftOf(values))
  const shown_day = values.effective_from ?? (fee?.time === feeTime.coming ? fee.holds_from.slice(0, 10) : null)
  // A planned rule that is moved also ends the one that it follows on its new day.
  const excluded_ids = [fee?.fee_id, fee?.time === feeTime.coming ? fee.follows : null]
  const otherRules: ShownRule[] = rulesOn(rows, shown_day).filter(({ fee_id }) => !excluded_ids.includes(fee_id))
  return (
    <Dialog
      open
      onClose={onClose}
      title={fee ? 'Sửa quy tắc phí' : 'Thêm quy tắc phí'}
      description={fee ? ruleName(fee) : 'Đơn đã lập giữ phí cũ.'}
      size="xl"
      dirty={record.changed}
      saving={record.pending}
      saveWhyNot={whyNotChange ?? (fee !== null && !record.changed && 'Chưa có thay đổi nào.')}
      {...(may && { onSubmit: record.save })}
    >
      <Split
        side="right"
        gap={5}
        aside={
          <Stack gap={3}>
            <Heading level={3}>Đơn tuần trước nếu đổi</Heading>
            <Estimate
              by="quy tắc đang nhập"
              input={{ group_vip_id, ...terms(draft), without: fee?.fee_id ?? null, is_changed: true, on: shown_day }}
            />
          </Stack>
        }
      >
        <Stack>
          {record.session.restored && <Banner kind="info">{restored_text}</Banner>}
          <RuleFields record={record} vendors={vendors} readOnly={readOnly} />
          <FeeLanes lines={lanesOf(draft, otherRules, vendors)} />
          {!readOnly && <OverlapWarning record={record} overlap={overlapOf(otherRules, draft)} />}
        </Stack>
      </Split>
      {record.conflict}
    </Dialog>
  )
}

interface RuleFieldsProps {
  record: RecordForm
  vendors: readonly Vendor[]
  readOnly: boolean
}

function RuleFields({ record, vendors, readOnly }: RuleFieldsProps) {
  return (
    <Fields
      record={record}
      readOnly={readOnly}
      fields={fields}
      choices={{
        payment_vendor_id: {
          options: vendors.map(({ payment_vendor_id, vendor_name }) => ({
            value: payment_vendor_id,
            label: vendor_name,
          })),
        },
      }}
      hints={{
        payment_vendor_id: 'Để trống: mọi nguồn chưa có quy tắc riêng',
        category: 'Không chọn: mọi sản phẩm',
        to_value: 'Để trống: không giới hạn',
        fee_rate: 'Của giá trị đơn',
        fee_most: 'Để trống: không giới hạn',
        effective_from: 'Để trống: áp dụng ngay, từ đơn kế tiếp',
      }}
    />
  )
}

/** The lines of the sources and products that the draft decides. */
function lanesOf(draft: ShownRule, otherRules: readonly ShownRule[], vendors: readonly Vendor[]) {
  return linesOf([...otherRules, draft], vendors, null).filter(
    ({ vendor, category }) =>
      (draft.payment_vendor_id === null || vendor.payment_vendor_id === draft.payment_vendor_id) &&
      (draft.category === null || category === draft.category || category === null),
  )
}

interface OverlapWarningProps {
  record: RecordForm
  overlap: ReturnType<typeof overlapOf>
}

function OverlapWarning({ record, overlap }: OverlapWarningProps) {
  if (!overlap) return null
  const { fix, other: overlapped } = overlap
  const applyFix = () => {
    for (const [name, value] of Object.entries(fix ?? {})) record.form.setFieldValue(name, value as never)
  }
  return (
    <Banner
      kind="error"
      title="Chồng lấn quy tắc khác (mã 2003)"
      action={
        fix && (
          <Button size="sm" onClick={applyFix}>
            Sửa giúp tôi
          </Button>
        )
      }
    >
      {`Trùng với quy tắc ${rangeText(overlapped)}. ${fixText(fix)}`}
    </Banner>
  )
}

function draftOf(values: Partial<FeeRow>): ShownRule {
  return {
    fee_id: null,
    payment_vendor_id: values.payment_vendor_id ?? null,
    category: values.category ?? null,
    from_value: values.from_value ?? 0,
    to_value: values.to_value ?? null,
    fee_rate: values.fee_rate || 0,
    fee_fixed: values.fee_fixed ?? 0,
    fee_least: values.fee_least ?? 0,
    fee_most: values.fee_most ?? null,
  }
}

/** The values for the estimate, whatever is typed so far. */
function terms({ category, fee_rate, ...rule }: ShownRule) {
  const { payment_vendor_id, from_value, to_value, fee_fixed, fee_least, fee_most } = rule
  return {
    payment_vendor_id,
    category: category as Product | null,
    from_value,
    to_value,
    fee_rate: Math.min(fee_rate, 10_000),
    fee_fixed,
    fee_least,
    fee_most,
  }
}

function fixText(fix: NonNullable<ReturnType<typeof overlapOf>>['fix']): string {
  if (fix === null) return 'Hãy sửa hoặc bỏ quy tắc kia trước.'
  return 'from_value' in fix
    ? `Đổi quy tắc này thành từ ${numberText(fix.from_value)} đ.`
    : `Đổi quy tắc này thành đến ${numberText(fix.to_value)} đ.`
}
