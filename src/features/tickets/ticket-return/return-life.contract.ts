/** The states of a return slip. */
import { lifecycle, type StatusOf } from '#contract/lifecycle.ts'

export const returnLife = lifecycle({
  states: {
    waiting: [1, 'Chờ xác nhận', 'amber'],
    confirmed: [2, 'Đã hoàn', 'green', 'Phiếu đã được xác nhận.'],
    rejected: [3, 'Đã từ chối', 'red', 'Phiếu đã bị từ chối.'],
    withdrawn: [4, 'Đã rút lại', 'neutral', 'Phiếu đã được người lập rút lại.'],
    expired: [5, 'Quá hạn', 'neutral', 'Phiếu đã quá giờ hoàn vé của đài.'],
  },
  moves: {
    confirm: {
      from: ['waiting'],
      to: 'confirmed',
      notBy: { created_by: 'Người lập phiếu không được tự xác nhận phiếu của mình.' },
    },
    reject: {
      from: ['waiting'],
      to: 'rejected',
      notBy: { created_by: 'Phiếu do chính bạn lập: hãy rút lại thay vì từ chối.' },
    },
    withdraw: { from: ['waiting'], to: 'withdrawn' },
    /** By the program, at the station's hour. */
    expire: { from: ['waiting'], to: 'expired' },
  },
})
export type ReturnStatus = StatusOf<typeof returnLife>
