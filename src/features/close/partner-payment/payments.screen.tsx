import { useState, type ReactNode } from 'react'
import { Act, useAct, type RowAct } from '#web/action/act.tsx'
import { RejectDialog } from '#web/action/reject-dialog.tsx'
import { rejectVerb } from '#web/action/reject-verb.ts'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { Editor } from '#web/form/editor.tsx'
import { useEditor } from '#web/form/use-editor.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import type { ChoiceSource } from '#web/choices/choice-source.ts'
import { useList } from '#web/list/use-list.ts'
import { HistoryDrawer } from '#web/record/history.tsx'
import { useRights } from '#web/session/rights.ts'
import type { Question } from '#web/ui/dialog/confirm-dialog.tsx'
import { moneyWords } from '#contract/text/money-words.ts'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { show } from '#web/value/kinds.tsx'
import { whyNot } from '#contract/lifecycle.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { isHeadOffice } from '#contract/person.ts'
import { infoOf } from '#contract/schema.ts'
import { partnerStatementPage } from '../pages.contract.ts'
import { partnerPayment, Payment, paymentLife, type PaymentRow } from './partner-payment.contract.ts'

const { moves } = paymentLife
/** A payment changes the partner's statement. */
const invalidates = ['cms/partner_statement']

interface PaymentsProps {
  tabs: ReactNode
  partners: ChoiceSource
}

/**
 * The page's tab of payments and deposits of partners, with its actions; those that wait for a second person are decided
 * from their rows. Only the head office records and decides.
 */
export function Payments({ tabs, partners }: PaymentsProps) {
  const { me } = useRights()
  const [rejected, setRejected] = useState<PaymentRow | null>(null)
  const [historyRow, setHistoryRow] = useState<PaymentRow | null>(null)
  const editor = useEditor({ add: partnerPayment.add, invalidates })
  const addButton = isHeadOffice(me) && (
    <Act call={partnerPayment.add} variant="primary" icon="plus" onClick={() => editor.open()}>
      Ghi nhận thanh toán
    </Act>
  )
  return (
    <ListScreen
      page={partnerStatementPage}
      subtitle="Mỗi khoản đi qua sổ cái; từ hạn mức của trụ sở trở lên cần người thứ hai duyệt."
      actions={addButton}
    >
      <PaymentTable
        tabs={tabs}
        partners={partners}
        addButton={addButton}
        onReject={setRejected}
        onHistory={setHistoryRow}
      />
      <Editor
        editor={editor}
        noun="thanh toán của đại lý"
        fields={['partner_id', 'kind', 'amount', 'reference', 'reason']}
        choices={{ partner_id: partners }}
        hints={{
          kind: 'Chi cho đại lý và trả ký quỹ không được làm nợ vượt hạn mức',
          reference: 'Số phiếu thu, chi hoặc mã giao dịch ngân hàng',
        }}
      />
      {rejected && (
        <RejectDialog
          call={partnerPayment.reject}
          input={{ payment_id: rejected.payment_id }}
          created_by={rejected.created_by}
          request_name={rejected.payment_code}
          description={rejected.partner_name}
          invalidates={invalidates}
          onClose={() => setRejected(null)}
        >
          <Text>{`${moneyText(rejected.amount)} không được ghi sổ.`}</Text>
        </RejectDialog>
      )}
      {historyRow && (
        <HistoryDrawer
          table="partner_payment"
          id={historyRow.payment_id}
          title={historyRow.payment_code}
          onClose={() => setHistoryRow(null)}
        />
      )}
    </ListScreen>
  )
}

interface PaymentTableProps extends PaymentsProps {
  addButton: ReactNode
  onReject: (row: PaymentRow) => void
  onHistory: (row: PaymentRow) => void
}

function PaymentTable({ tabs, partners, addButton, onReject, onHistory }: PaymentTableProps) {
  const list = useList(partnerPayment.list)
  const { me } = useRights()
  const approval = useAct(partnerPayment.approve, { success: 'Đã duyệt và ghi sổ.', invalidates })
  const only_office = !isHeadOffice(me) && 'Chỉ trụ sở chính quyết định.'
  const actsOf = (row: PaymentRow): RowAct[] => [
    {
      call: partnerPayment.approve,
      label: 'Duyệt',
      icon: 'check',
      whyNot: only_office || (whyNot(moves.approve, row, me)?.message ?? null),
      confirm: questionOf(row),
      run: () => approval.mutate({ payment_id: row.payment_id }),
    },
    {
      call: partnerPayment.reject,
      label: rejectVerb(row, me),
      icon: 'close',
      danger: true,
      whyNot: only_office || (whyNot(moves.reject, row, null)?.message ?? null),
      run: () => onReject(row),
    },
    { call: partnerPayment.list, label: 'Lịch sử', icon: 'history', run: () => onHistory(row) },
  ]
  return (
    <DataTable
      list={list}
      noun="khoản thanh toán"
      columns={[
        { key: 'payment_code', width: 96 },
        { key: 'partner_name', width: 220, excel: ['partner_code', 'partner_name'] },
        { key: 'kind', width: 150 },
        { key: 'amount', width: 130 },
        { key: 'status', width: 116 },
        { key: 'reference', width: 130 },
        { key: 'reason', width: 220 },
        { key: 'posted_at', width: 140 },
        { key: 'created_by_name', width: 120 },
        { key: 'decided_by_name', width: 120 },
        { key: 'created_at', hidden: true },
        { key: 'decided_at', hidden: true },
        { key: 'decision_reason', width: 180, hidden: true },
      ]}
      acts={actsOf}
      start={addButton}
      queues={tabs}
      search={
        <SearchBar
          list={list}
          keyword="Mã, số chứng từ, nội dung, đại lý"
          filters={[
            'status',
            'kind',
            ...(me.partner_id === null ? [{ name: 'partner_id', choices: partners }] : []),
            rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày' }),
          ]}
        />
      }
    />
  )
}

function questionOf(row: PaymentRow): Question {
  return {
    title: `Duyệt ${row.payment_code}`,
    message: (
      <Stack gap={2}>
        <Text>
          {show(infoOf(Payment.shape.kind), row.kind)} · {row.partner_name}
        </Text>
        <Text strong>{moneyText(row.amount)}</Text>
        <Text tone="muted">{moneyWords(row.amount)}</Text>
        <Text tone="muted">{`${row.created_by_name} ghi nhận: ${row.reason}`}</Text>
      </Stack>
    ),
  }
}
