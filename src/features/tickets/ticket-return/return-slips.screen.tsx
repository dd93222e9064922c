import { useState, type ReactNode } from 'react'
import { moneyText } from '#contract/text/money-text.ts'
import { whyNot } from '#contract/lifecycle.ts'
import { useAct, type RowAct } from '#web/action/act.tsx'
import { ReasonDialog } from '#web/action/reason-dialog.tsx'
import { useWrite } from '#web/call/api.ts'
import { serverNow } from '#web/call/clock.ts'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { useList } from '#web/list/use-list.ts'
import { Signals } from '#web/record/signals.tsx'
import { useOpenRecord } from '#web/record/open-record.ts'
import { useRights } from '#web/session/rights.ts'
import { dayText, numberText } from '#web/value/format.ts'
import { lazyPart, loadPatiently } from '#web/ui/base/lazy-part.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { errors } from '#contract/errors.ts'
import { invalidated } from '#features/tickets/invalidated.rules.ts'
import { stockFilters } from '#features/tickets/stock/stock-choices.screen.tsx'
import type { ReturnDetailProps } from './return-detail.screen.tsx'
import type { ReturnPaperProps } from './return-paper.screen.tsx'
import { riskSignalsOf, whyNotConfirm } from './return.rules.ts'
import { ticketReturn, type ReturnRow } from './ticket-return.contract.ts'
import { returnLife } from './return-life.contract.ts'

const ReturnPaper = lazyPart(() => import('./return-paper.screen.tsx'), {
  mountWhen: ({ slip }: ReturnPaperProps) => slip !== null,
})
const ReturnDetail = lazyPart(() => import('./return-detail.screen.tsx'), {
  mountWhen: ({ record }: ReturnDetailProps) => record.id !== null,
})

export default function ReturnSlips({ tabs }: { tabs: ReactNode }) {
  const { me } = useRights()
  const list = useList(ticketReturn.list)
  const record = useOpenRecord(list, 'slip', (row) => row.ticket_return_id)
  const { actsOf, dialogs } = useReturnActs()
  return (
    <>
      <DataTable
        list={list}
        noun="phiếu hoàn"
        queues={tabs}
        columns={[
          { key: 'return_code', width: 96 },
          ...(me.base_id === null ? [{ key: 'base_name' as const, width: 124 }] : []),
          { key: 'area_name', width: 122 },
          { key: 'open_date', head: 'Ngày quay', width: 100 },
          { key: 'status', width: 130 },
          {
            key: 'return_until',
            head: 'Dấu hiệu',
            width: 168,
            excel: ['return_until'],
            cell: (row) => <Signals signals={riskSignalsOf(row, serverNow())} wrap={false} />,
          },
          { key: 'quantity', width: 82 },
          { key: 'amount', width: 116 },
          { key: 'created_by_name', width: 100 },
          'created_at',
          { key: 'decided_by_name', width: 110 },
          { key: 'reason', hidden: true },
          { key: 'decided_at', hidden: true },
          { key: 'face_amount', hidden: true },
        ]}
        acts={actsOf}
        onOpen={record.open}
        isOpen={record.isOpen}
        search={
          <SearchBar
            list={list}
            keyword="Mã phiếu, lý do, đài, kho"
            filters={[
              'status',
              rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày mở thưởng' }),
              ...stockFilters(me.base_id),
            ]}
          />
        }
      />
      <ReturnDetail record={record} actsOf={actsOf} />
      {dialogs}
    </>
  )
}

function useReturnActs() {
  const { me } = useRights()
  const [rejecting, setRejecting] = useState<ReturnRow | null>(null)
  const [printing, setPrinting] = useState<ReturnRow | null>(null)
  const confirm = useAct(ticketReturn.confirm, { success: errors.return_successful[1], invalidates: invalidated })
  const withdraw = useAct(ticketReturn.withdraw, {
    success: 'Đã rút lại phiếu, vé bán tiếp được.',
    invalidates: invalidated,
  })
  const { waiting } = returnLife.status
  const actsOf = (slip: ReturnRow): RowAct[] => {
    const { ticket_return_id, version } = slip
    const documentActs: RowAct[] = [
      { call: ticketReturn.detail, label: 'Bản in A4', icon: 'document', run: () => setPrinting(slip) },
      { call: ticketReturn.file, label: 'Tệp cho đài', icon: 'download', run: () => void saveSlip(slip) },
    ]
    if (slip.status !== waiting) return documentActs
    return [
      {
        call: ticketReturn.confirm,
        label: 'Xác nhận',
        icon: 'check',
        whyNot: whyNotConfirm(slip, me, serverNow()),
        confirm: {
          title: `Xác nhận phiếu ${slip.return_code}`,
          message: (
            <Stack gap={2}>
              <Signals signals={riskSignalsOf(slip, serverNow())} />
              <Text>{`${numberText(slip.quantity)} vé ${slip.area_name} mở thưởng ${dayText(slip.open_date)} của ${slip.base_name} được trả về đài, đài ghi có ${moneyText(slip.amount)}.`}</Text>
            </Stack>
          ),
        },
        run: () => confirm.mutate({ ticket_return_id, version }),
      },
      {
        call: ticketReturn.withdraw,
        label: 'Rút lại',
        icon: 'undo',
        whyNot: slip.created_by !== me.user_id && 'Chỉ người lập phiếu rút lại được phiếu.',
        run: () => withdraw.mutate({ ticket_return_id, version }),
      },
      {
        call: ticketReturn.reject,
        label: 'Từ chối',
        icon: 'close',
        danger: true,
        whyNot: whyNot(returnLife.moves.reject, slip, me)?.message ?? null,
        run: () => setRejecting(slip),
      },
      ...documentActs,
    ]
  }
  const dialogs = (
    <>
      {rejecting && <RejectDialog slip={rejecting} onClose={() => setRejecting(null)} />}
      <ReturnPaper slip={printing} onClose={() => setPrinting(null)} />
    </>
  )
  return { actsOf, dialogs }
}

/** The code that writes files is loaded only when a file is requested. */
async function saveSlip({ ticket_return_id, return_code }: ReturnRow) {
  const { startServerExport } = await loadPatiently(() => import('#web/excel/export/server-export.ts'))
  const title = `Phiếu hoàn ${return_code}`
  const url = `phieu-hoan-${return_code}`
  startServerExport({ list: ticketReturn.file, call: ticketReturn.file, input: { ticket_return_id }, title, url })
}

function RejectDialog({ slip, onClose }: { slip: ReturnRow; onClose: () => void }) {
  const { ticket_return_id, version, return_code, quantity } = slip
  const submit = useWrite(ticketReturn.reject, {
    invalidates: invalidated,
    onSuccess: () => {
      toast.success(`Đã từ chối phiếu ${return_code}, vé bán tiếp được.`)
      onClose()
    },
  })
  return (
    <ReasonDialog
      title={`Từ chối phiếu ${return_code}`}
      description={`${slip.area_name} · ${slip.base_name}`}
      field={ticketReturn.reject.input.shape.reason}
      emptyText="Hãy ghi lý do."
      hint="Vì sao không nhận phiếu này"
      saveLabel="Từ chối phiếu"
      saving={submit.pending}
      onSubmit={(reason) => submit.mutate({ ticket_return_id, version, reason })}
      onClose={onClose}
    >
      <Text>{`${numberText(quantity)} vé lại bán được trong kho cho đến giờ ngừng bán.`}</Text>
    </ReasonDialog>
  )
}
