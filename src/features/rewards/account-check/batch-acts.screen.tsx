import { useAct, type RowAct } from '#web/action/act.tsx'
import { numberText } from '#web/value/format.ts'
import { accountCheck, checkStatus } from './account-check.contract.ts'
import type { Batch } from './account-row.screen.tsx'

/** The actions on a batch. */
export function useBatchActs(): (batch: Batch) => RowAct[] {
  const retry = useAct(accountCheck.retry, {
    success: (_, { waiting_count }) => `Đang kiểm tra lại ${numberText(waiting_count)} tài khoản.`,
  })
  const pause = useAct(accountCheck.pause, {
    success: ({ is_paused }) => (is_paused ? 'Đã tạm dừng lô.' : 'Lô chạy tiếp.'),
  })
  return ({ batch_id, status, error_count }) => [
    {
      call: accountCheck.retry,
      label: error_count > 0 ? `Kiểm tra lại ${numberText(error_count)} lỗi` : 'Kiểm tra lại lỗi',
      icon: 'refresh',
      whyNot: error_count === 0 && 'Lô này không có tài khoản lỗi.',
      run: () => retry.mutate({ batch_id }),
    },
    status === checkStatus.paused
      ? {
          call: accountCheck.pause,
          label: 'Chạy tiếp',
          icon: 'arrow-right',
          run: () => pause.mutate({ batch_id, is_paused: false }),
        }
      : {
          call: accountCheck.pause,
          label: 'Tạm dừng',
          icon: 'minus',
          whyNot: status === checkStatus.done && 'Lô này đã xong.',
          run: () => pause.mutate({ batch_id, is_paused: true }),
        },
  ]
}
