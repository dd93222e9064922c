/** The actions of cancelling a draw, with the dialogs that they open. */
import { useState } from 'react'
import type { RowAct } from '#web/action/act.tsx'
import { useRights } from '#web/session/rights.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { isHeadOffice } from '#contract/person.ts'
import { periodCancel } from './cancel.contract.ts'
import { whyNotConfirm, whyNotReject } from './cancel.rules.ts'
import type { PeriodRow } from './period.contract.ts'

const RequestDialog = lazyPart(() => import('./cancel-request.screen.tsx'))
const ConfirmDialog = lazyPart(() => import('./cancel-confirm.screen.tsx'))
const RejectDialog = lazyPart(() => import('./cancel-reject.screen.tsx'))

interface OpenDialog {
  act: 'ask' | 'confirm' | 'reject'
  row: PeriodRow
}

export function useCancelActs() {
  const { me } = useRights()
  const [opened, setOpened] = useState<OpenDialog | null>(null)

  const actsOf = (row: PeriodRow): RowAct[] => {
    if (!isHeadOffice(me) || row.cancelled_at !== null) return []
    if (row.cancel_requested_at === null)
      return [
        {
          call: periodCancel.ask,
          label: 'Hủy kỳ',
          icon: 'close',
          danger: true,
          run: () => setOpened({ act: 'ask', row }),
        },
      ]
    const isOwn = row.cancel_requested_by === me.user_id
    return [
      {
        call: periodCancel.confirm,
        label: 'Xác nhận hủy',
        icon: 'check',
        whyNot: whyNotConfirm(row, me)?.message,
        run: () => setOpened({ act: 'confirm', row }),
      },
      {
        call: periodCancel.reject,
        label: isOwn ? 'Rút yêu cầu hủy' : 'Từ chối hủy',
        icon: 'undo',
        whyNot: whyNotReject(row, me)?.message,
        run: () => setOpened({ act: 'reject', row }),
      },
    ]
  }

  const close = () => setOpened(null)
  const dialog = opened && (
    <>
      {opened.act === 'ask' && <RequestDialog row={opened.row} onClose={close} />}
      {opened.act === 'confirm' && <ConfirmDialog row={opened.row} onClose={close} />}
      {opened.act === 'reject' && <RejectDialog row={opened.row} onClose={close} />}
    </>
  )
  return { actsOf, dialog }
}
