/** Cashback programmes: which run, how much of their budget is used, and their results. */
import { useState, type ReactNode } from 'react'
import { Act, useAct, type RowAct } from '#web/action/act.tsx'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { Editor } from '#web/form/editor.tsx'
import { useEditor, type EditorState } from '#web/form/use-editor.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { choicesOf } from '#web/choices/choice-source.ts'
import { useList } from '#web/list/use-list.ts'
import { RejectDialog } from '#web/action/reject-dialog.tsx'
import { rejectVerb } from '#web/action/reject-verb.ts'
import { useRights } from '#web/session/rights.ts'
import { Text } from '#web/ui/layout/text.tsx'
import { HistoryDrawer } from '#web/record/history.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { moneyText } from '#contract/text/money-text.ts'
import { percentText } from '#contract/text/percent-text.ts'
import { productName } from '#features/results/product/product-name.rules.ts'
import { paymentVendor, vendorOption } from '#features/settings/payment-vendor/payment-vendor.contract.ts'
import { cashbackPage } from '../pages.contract.ts'
import { cashback, cashbackState, type CashbackRow } from './cashback.contract.ts'
import { approvalQuestion, waitingText, whyNotDecide } from './cashback-request.rules.ts'

const CashbackReport = lazyPart(() => import('./cashback-report.screen.tsx'))

const vendors = choicesOf(paymentVendor.list, vendorOption)

export default function CashbackScreen() {
  const editor = useEditor({
    add: cashback.add,
    update: cashback.update,
    blank: { payment_vendor_ids: [], categories: [] },
  })
  const [historyOf, setHistoryOf] = useState<CashbackRow | null>(null)
  const [reportOf, setReportOf] = useState<CashbackRow | null>(null)
  const [rejected, setRejected] = useState<CashbackRow | null>(null)
  const addButton = (
    <Act call={cashback.add} variant="primary" icon="plus" onClick={() => editor.open()}>
      Thêm chương trình
    </Act>
  )
  return (
    <ListScreen page={cashbackPage} actions={addButton}>
      <Programmes
        addButton={addButton}
        onOpen={setReportOf}
        onEdit={editor.open}
        onHistory={setHistoryOf}
        onReject={setRejected}
      />
      <ProgrammeEditor editor={editor} />
      {rejected?.waiting && (
        <RejectDialog
          call={cashback.reject}
          input={{ cashback_id: rejected.cashback_id, version: rejected.version }}
          created_by={rejected.waiting.created_by}
          request_name={rejected.status === cashbackState.waiting ? 'chương trình' : 'đề nghị tăng ngân sách'}
          description={rejected.name}
          onClose={() => setRejected(null)}
        >
          <Text>
            {rejected.status === cashbackState.waiting
              ? 'Chương trình kết thúc mà không trả khoản nào.'
              : `Ngân sách vẫn là ${moneyText(rejected.budget)}.`}
          </Text>
        </RejectDialog>
      )}
      {reportOf && <CashbackReport row={reportOf} onClose={() => setReportOf(null)} />}
      {historyOf && (
        <HistoryDrawer
          table="cashback"
          id={historyOf.cashback_id}
          title={historyOf.name}
          onClose={() => setHistoryOf(null)}
        />
      )}
    </ListScreen>
  )
}

interface ProgrammesProps {
  addButton: ReactNode
  onOpen: (row: CashbackRow) => void
  onEdit: (row: CashbackRow) => void
  onHistory: (row: CashbackRow) => void
  onReject: (row: CashbackRow) => void
}

function Programmes({ addButton, onOpen, onEdit, onHistory, onReject }: ProgrammesProps) {
  const list = useList(cashback.list)
  const { me } = useRights()
  const approval = useAct(cashback.approve, { success: 'Đã duyệt.' })
  const finish = useAct(cashback.finish, {
    success: 'Đã kết thúc chương trình. Đơn đặt từ bây giờ không được cashback.',
  })
  const acts = (row: CashbackRow): RowAct[] => {
    const whyEnded = row.status === cashbackState.ended && 'Chương trình đã kết thúc.'
    return [
      { call: cashback.detail, label: 'Kết quả', icon: 'chart', run: () => onOpen(row) },
      { call: cashback.update, label: 'Sửa', icon: 'pencil', whyNot: whyEnded, run: () => onEdit(row) },
      {
        call: cashback.approve,
        label: 'Duyệt',
        icon: 'check',
        whyNot: whyEnded || whyNotDecide('approve', row, me),
        confirm: approvalQuestion(row),
        run: () => approval.mutate({ cashback_id: row.cashback_id, version: row.version }),
      },
      {
        call: cashback.reject,
        label: row.waiting ? rejectVerb(row.waiting, me) : 'Từ chối',
        icon: 'close',
        danger: true,
        whyNot: whyEnded || whyNotDecide('reject', row, me),
        run: () => onReject(row),
      },
      { call: cashback.list, label: 'Lịch sử', icon: 'history', run: () => onHistory(row) },
      {
        call: cashback.finish,
        label: 'Kết thúc ngay',
        icon: 'lock',
        danger: true,
        whyNot: whyEnded,
        confirm: `Kết thúc “${row.name}” ngay bây giờ? Đơn đặt trước lúc này vẫn được trả; còn ${moneyText(row.budget - row.used)} ngân sách không dùng nữa.`,
        run: () => finish.mutate({ cashback_id: row.cashback_id }),
      },
    ]
  }
  return (
    <DataTable
      list={list}
      noun="chương trình"
      start={addButton}
      onOpen={onOpen}
      columns={[
        { key: 'name', width: 210 },
        'status',
        { key: 'waiting', head: 'Chờ duyệt', width: 190, cell: waitingText },
        { key: 'start_at', width: 130 },
        { key: 'end_at', width: 130 },
        { key: 'rate', width: 72 },
        { key: 'budget', width: 130 },
        {
          key: 'used',
          width: 170,
          cell: (row) => `${moneyText(row.used)} (${percentText(Math.floor((row.used * 1_000) / row.budget))})`,
        },
        { key: 'most_per_order', width: 140 },
        { key: 'most_per_customer', width: 150 },
        {
          key: 'vendors',
          width: 150,
          cell: (row) => row.vendors.map(({ vendor_name }) => vendor_name).join(', '),
          empty: 'Mọi nguồn',
        },
        {
          key: 'categories',
          width: 180,
          cell: (row) => row.categories.map(productName).join(', '),
          empty: 'Mọi sản phẩm',
        },
        { key: 'created_by_name', width: 130, hidden: true },
        { key: 'created_at', hidden: true },
      ]}
      acts={acts}
      search={
        <SearchBar
          list={list}
          keyword="Tên chương trình"
          filters={['status', 'waits', rangeFilter({ from: 'from_date', to: 'to_date', label: 'Thời gian' })]}
        />
      }
    />
  )
}

function ProgrammeEditor({ editor }: { editor: EditorState }) {
  return (
    <Editor
      editor={editor}
      noun="chương trình cashback"
      subject={(row: CashbackRow) => row.name}
      fields={[
        'name',
        'start_at',
        'end_at',
        'payment_vendor_ids',
        'categories',
        'rate',
        'most_per_order',
        'most_per_customer',
        'budget',
      ]}
      choices={{ payment_vendor_ids: vendors }}
      hints={{
        payment_vendor_ids: 'Để trống: mọi nguồn',
        categories: 'Để trống: mọi sản phẩm',
        rate: 'Của tiền vé',
        most_per_customer: 'Trong cả chương trình; để trống: không giới hạn',
        budget: 'Hết ngân sách thì ngừng trả. Từ mức cộng tiền cần người thứ hai, người khác duyệt thì mới chạy',
      }}
    />
  )
}
