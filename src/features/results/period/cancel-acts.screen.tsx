/** What can be done about cancelling a draw, with the dialogs that it takes. */
import { useState } from 'react'
import { useAct, type RowAct } from '#web/act.tsx'
import { useRights } from '#web/rights.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { isHeadOffice } from '#contract/person.ts'
import { periodCancel } from './cancel.contract.ts'
import { whyNotConfirm, whyNotReject } from './cancel.rules.ts'
import type { PeriodRow } from './period.contract.ts'

const AskDialog = lazyPart(() => import('./cancel-ask.screen.tsx'))
const ConfirmDialog = lazyPart(() => import('./cancel-confirm.screen.tsx'))

interface Asking {
  act: 'ask' | 'confirm'
  row: PeriodRow
}

export function useCancelActs() {
  const { me } = useRights()
  const [asking, setAsking] = useState<Asking | null>(null)
  const reject = useAct(periodCancel.reject, { done: 'Kỳ tiếp tục như bình thường.' })

  const actsOf = (row: PeriodRow): RowAct[] => {
    if (!isHeadOffice(me) || row.cancelled_at !== null) return []
    const { period_id, cancel_asked_at } = row
    if (cancel_asked_at === null)
      return [
        {
          call: periodCancel.ask,
          label: 'Hủy kỳ',
          icon: 'close',
          danger: true,
          run: () => setAsking({ act: 'ask', row }),
        },
      ]
    const isOwn = row.cancel_asked_by === me.user_id
    return [
      {
        call: periodCancel.confirm,
        label: 'Xác nhận hủy',
        icon: 'check',
        whyNot: whyNotConfirm(row, me)?.message,
        run: () => setAsking({ act: 'confirm', row }),
      },
      {
        call: periodCancel.reject,
        label: isOwn ? 'Rút yêu cầu hủy' : 'Từ chối hủy',
        icon: 'undo',
        whyNot: whyNotReject(row, me)?.message,
        confirm: `${isOwn ? 'Rút' : 'Từ chối'} yêu cầu hủy kỳ ${row.period_code}? Kỳ tiếp tục như bình thường.`,
        run: () => reject.mutate({ period_id, cancel_asked_at }),
      },
    ]
  }

  const close = () => setAsking(null)
  const dialog = asking && (
    <>
      {asking.act === 'ask' && <AskDialog row={asking.row} onClose={close} />}
      {asking.act === 'confirm' && <ConfirmDialog row={asking.row} onClose={close} />}
    </>
  )
  return { actsOf, dialog }
}
