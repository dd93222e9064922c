/** The actions on a result, with the dialogs that they open. */
import { useState } from 'react'
import { whyNot } from '#contract/lifecycle.ts'
import { isHeadOffice } from '#contract/person.ts'
import { useAct, type RowAct } from '#web/action/act.tsx'
import { ReasonDialog } from '#web/action/reason-dialog.tsx'
import { RejectDialog } from '#web/action/reject-dialog.tsx'
import { useRights } from '#web/session/rights.ts'
import { Text } from '#web/ui/layout/text.tsx'
import { dayText } from '#web/value/format.ts'
import { result, type ResultRow } from './draw-result.contract.ts'
import { resultLife, resultStatus } from './drawn-numbers.contract.ts'

interface Openers {
  onChange: (row: ResultRow) => void
  onConfirm: (row: ResultRow) => void
}

const invalidates = ['cms/period', 'cms/history'] as const

export function useResultActs({ onChange, onConfirm }: Openers) {
  const { me } = useRights()
  const [asking, setAsking] = useState<ResultRow | null>(null)
  const [rejected, setRejected] = useState<ResultRow | null>(null)
  const confirmReopen = useAct(result.confirmReopen, { success: 'Đã mở lại, hãy nhập số đúng.', invalidates })

  const actsOf = (row: ResultRow): RowAct[] => {
    if (!isHeadOffice(me)) return []
    if (row.reopen_requested_at !== null) return requestActs(row, row.reopen_requested_at)
    if (row.status === resultStatus.confirmed)
      return [{ call: result.reopen, label: 'Mở lại', icon: 'undo', danger: true, run: () => setAsking(row) }]
    const confirm: RowAct = {
      call: result.confirm,
      label: 'Xác nhận',
      icon: 'check',
      whyNot: whyNot(resultLife.moves.confirm, row, me)?.message,
      run: () => onConfirm(row),
    }
    const change: RowAct = {
      call: result.update,
      label: row.status === resultStatus.reopened ? 'Nhập lại' : 'Sửa',
      icon: 'pencil',
      run: () => onChange(row),
    }
    return confirm.whyNot ? [change, confirm] : [confirm, change]
  }

  function requestActs(row: ResultRow, reopen_requested_at: string): RowAct[] {
    const { result_id } = row
    const isOwn = row.reopen_requested_by === me.user_id
    return [
      {
        call: result.confirmReopen,
        label: 'Đồng ý mở lại',
        icon: 'check',
        danger: true,
        whyNot: whyNot(resultLife.moves.reopen, row, me)?.message,
        confirm: `Mở lại kết quả ${row.name} kỳ ${row.period_code}? Mọi giải đã tính được thu hồi; giải đã trả hoặc đang trả giữ nguyên để người xem lại.`,
        run: () => confirmReopen.mutate({ result_id, reopen_requested_at }),
      },
      {
        call: result.rejectReopen,
        label: isOwn ? 'Rút yêu cầu mở lại' : 'Từ chối mở lại',
        icon: 'undo',
        run: () => setRejected(row),
      },
    ]
  }

  const dialog = (
    <>
      {asking && <ReopenDialog row={asking} onClose={() => setAsking(null)} />}
      {rejected && <RejectReopen row={rejected} onClose={() => setRejected(null)} />}
    </>
  )
  return { actsOf, dialog }
}

function RejectReopen({ row, onClose }: { row: ResultRow; onClose: () => void }) {
  const { result_id, name, period_code, reopen_requested_at, reopen_requested_by } = row
  return (
    <RejectDialog
      call={result.rejectReopen}
      input={{ result_id, reopen_requested_at: reopen_requested_at! }}
      created_by={reopen_requested_by}
      request_name="yêu cầu mở lại kết quả"
      description={`${name} · kỳ ${period_code}`}
      invalidates={invalidates}
      onClose={onClose}
    >
      <Text>Kết quả giữ nguyên.</Text>
    </RejectDialog>
  )
}

function ReopenDialog({ row, onClose }: { row: ResultRow; onClose: () => void }) {
  const reopen = useAct(result.reopen, { success: 'Đã yêu cầu, chờ người thứ hai đồng ý.', onDone: onClose })
  return (
    <ReasonDialog
      title="Yêu cầu mở lại kết quả"
      description={`${row.name} · kỳ ${row.period_code} · ${dayText(row.open_date)}`}
      field={result.reopen.input.shape.reason}
      emptyText="Ghi rõ số nào sai và căn cứ."
      saveLabel="Gửi yêu cầu"
      saving={reopen.pending}
      onSubmit={(reason) => reopen.mutate({ result_id: row.result_id, reason })}
      onClose={onClose}
    >
      <Text>
        Kết quả vẫn có hiệu lực cho tới khi người thứ hai đồng ý. Khi đó mọi giải của kỳ được thu hồi và tính lại sau
        khi kết quả đúng được nhập và xác nhận. Giải đã trả hoặc đang trả không bị đổi: chúng được liệt kê để xử lý.
      </Text>
    </ReasonDialog>
  )
}
