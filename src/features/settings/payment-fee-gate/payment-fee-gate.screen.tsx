/** The tab 'Phí cổng TT': the gateway fees, today and from a day on, and their totals in the last days. */
import { moneyText } from '#contract/text/money-text.ts'
import { percentText } from '#contract/text/percent-text.ts'
import { Act, useAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { choicesOf } from '#web/choices/choice-source.ts'
import { Editor } from '#web/form/editor.tsx'
import { useEditor } from '#web/form/use-editor.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { useRights } from '#web/session/rights.ts'
import { dayText, numberText } from '#web/value/format.ts'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { addDays, today } from '#web/ui/date/date-text.ts'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { SettingHistory } from '#features/settings/setting-change/setting-history.screen.tsx'
import type { SettingChangeRow } from '#features/settings/setting-change/setting-change.contract.ts'
import { paymentVendor, vendorOption } from '#features/settings/payment-vendor/payment-vendor.contract.ts'
import { paymentFeeGate, type FeeGateCost, type FeeGateRow } from './payment-fee-gate.contract.ts'

type Fee = Pick<FeeGateRow, 'fee_rate' | 'fee_fixed' | 'fee_least' | 'fee_most'>

const vendors = choicesOf(paymentVendor.list, vendorOption)

export default function PaymentFeeGateScreen() {
  const read = useRead(paymentFeeGate.list, {})
  const { can } = useRights()
  const editor = useEditor({
    add: paymentFeeGate.add,
    update: paymentFeeGate.update,
    blank: { from_day: tomorrow(), fee_rate: 0, fee_fixed: 0, fee_least: 0 },
  })
  const revert = useRevert(read.data?.items ?? [])
  if (!read.data) return <ReadFallback read={read} lines={10} />
  const { items, costs, history } = read.data
  return (
    <Split
      side="right"
      aside={
        <SettingHistory
          changes={history}
          nameOf={({ item }) => item}
          linesOf={({ before, after }) => [
            { key: 'fee', label: 'Phí', before: before && feeText(before as never), after: feeText(after as never) },
          ]}
          onRevert={can(paymentFeeGate.add) ? (change) => void revert(change) : undefined}
        />
      }
    >
      <Stack>
        <FeesPanel fees={items} onOpen={editor.open} />
        <CostsPanel costs={costs} />
        <Editor
          editor={editor}
          noun="mức phí"
          fields={['payment_vendor_id', 'from_day', 'fee_rate', 'fee_fixed', 'fee_least', 'fee_most']}
          choices={{ payment_vendor_id: vendors }}
          hints={{
            from_day: 'Đơn thanh toán từ ngày này tính theo mức này',
            fee_most: 'Để trống: không giới hạn',
          }}
        />
      </Stack>
    </Split>
  )
}

const tomorrow = () => addDays(today(), 1)

/**
 * Restores the fee that a change replaced: from the change's day while that is in the future (the history clears it otherwise), else from tomorrow,
 * because today's fee was already charged.
 */
function useRevert(fees: readonly FeeGateRow[]) {
  const add = useAct(paymentFeeGate.add, { success: 'Đã đặt lại mức phí.' })
  const update = useAct(paymentFeeGate.update, { success: 'Đã đặt lại mức phí.' })
  return async function revert(change: SettingChangeRow) {
    const { item, before } = change
    const from_day = change.from_day ?? tomorrow()
    const fee = { ...(before as unknown as Omit<FeeGateRow, 'version'>), from_day }
    const message = `Đặt lại phí ${item} là ${feeText(fee)}, từ ${dayText(from_day)}?`
    if (!(await confirm({ message, confirmLabel: 'Đặt lại' }))) return
    const plannedFee = fees.find((row) => row.payment_vendor_id === fee.payment_vendor_id && row.from_day === from_day)
    if (!plannedFee) return add.mutate(fee)
    update.mutate({ ...fee, payment_fee_gate_id: plannedFee.payment_fee_gate_id, version: plannedFee.version })
  }
}

interface FeesPanelProps {
  fees: readonly FeeGateRow[]
  /** Opens the editor: of a fee, or of a new one. */
  onOpen: (fee?: FeeGateRow) => void
}

function FeesPanel({ fees, onOpen }: FeesPanelProps) {
  const { can } = useRights()
  return (
    <Panel
      flush
      title="Mức phí"
      actions={
        <Act call={paymentFeeGate.add} variant="primary" icon="plus" onClick={() => onOpen()}>
          Thêm mức phí
        </Act>
      }
    >
      <Table<FeeGateRow>
        label="Phí cổng thanh toán"
        rows={fees}
        rowKey={({ payment_fee_gate_id }) => payment_fee_gate_id}
        empty={<EmptyState kind="empty" title="Chưa có mức phí" message="Không nguồn nào giữ lại phí." />}
        actionsWidth={56}
        actions={(row) =>
          row.from_day > today() &&
          can(paymentFeeGate.update) && (
            <IconButton icon="pencil" label={`Sửa mức phí ${row.vendor_name}`} onClick={() => onOpen(row)} />
          )
        }
        columns={[
          { key: 'vendor_name', head: 'Nguồn TT', width: 150, cell: (row) => row.vendor_name },
          { key: 'fee', head: 'Phí', width: 200, grow: true, cell: feeText },
          { key: 'from_day', head: 'Áp dụng từ', width: 112, cell: (row) => dayText(row.from_day) },
          { key: 'state', head: 'Hiệu lực', width: 126, cell: stateOf },
          { key: 'created_by', head: 'Người đặt', width: 110, cell: (row) => row.created_by_name ?? '' },
        ]}
      />
    </Panel>
  )
}

function CostsPanel({ costs }: { costs: readonly FeeGateCost[] }) {
  return (
    <Panel flush title="7 ngày qua">
      <Table<FeeGateCost>
        label="Phí cổng 7 ngày qua"
        rows={costs}
        rowKey={({ payment_vendor_id }) => payment_vendor_id}
        empty={<EmptyState kind="empty" title="Chưa có đơn nào" />}
        columns={[
          { key: 'vendor_name', head: 'Nguồn TT', width: 160, grow: true, cell: (row) => row.vendor_name },
          { key: 'orders', head: 'Số đơn', width: 120, align: 'right', cell: (row) => numberText(row.orders) },
          { key: 'total', head: 'Khách trả', width: 160, align: 'right', cell: (row) => moneyText(row.total) },
          { key: 'fee', head: 'Phí cổng', width: 160, align: 'right', cell: (row) => moneyText(row.fee) },
        ]}
      />
    </Panel>
  )
}

function feeText({ fee_rate, fee_fixed, fee_least, fee_most }: Fee): string {
  const parts = [
    fee_rate > 0 && percentText(fee_rate / 10),
    fee_fixed > 0 && `${moneyText(fee_fixed)} mỗi giao dịch`,
    fee_least > 0 && `tối thiểu ${moneyText(fee_least)}`,
    fee_most != null && `tối đa ${moneyText(fee_most)}`,
  ]
  return parts.filter(Boolean).join(' · ') || 'Không phí'
}

function stateOf({ is_current, from_day }: FeeGateRow) {
  if (is_current) return <Badge tone="green">Đang dùng</Badge>
  return from_day > today() ? <Badge tone="blue">Sắp áp dụng</Badge> : 'Đã qua'
}
