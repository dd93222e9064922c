/** A cashback programme with a large budget, and a large rise of a budget, wait for a second person. */
import * as z from 'zod/mini'
import { id, list, moment, money, text } from '#contract/fields.ts'
import { lifecycle } from '#contract/lifecycle.ts'

export const cashbackRequestLife = lifecycle({
  states: {
    waiting: [1, 'Chờ duyệt', 'amber'],
    done: [3, 'Đã duyệt', 'green', 'Không còn gì chờ duyệt.', 'request_finished'],
    rejected: [7, 'Đã từ chối', 'neutral', 'Yêu cầu đã bị từ chối hoặc rút lại.', 'request_finished'],
  },
  moves: {
    /** Nobody who made or changed it approves it, but they may withdraw it. */
    approve: {
      from: ['waiting'],
      to: 'done',
      notBy: { makers: 'Người lập hoặc sửa chương trình không được tự duyệt: cần người khác duyệt.' },
    },
    reject: { from: ['waiting'], to: 'rejected' },
  },
})
export const cashbackRequestStatus = cashbackRequestLife.status

export const CashbackRequest = z.object({
  cashback_request_id: id('STT'),
  /** What may be spent meanwhile; 0 while the programme itself waits. */
  old_budget: money('Ngân sách đang dùng'),
  new_budget: money('Ngân sách chờ duyệt'),
  status: cashbackRequestLife.field(),
  makers: list('Người lập, sửa', id('Người lập, sửa'), 100),
  created_by: id('Người đề nghị'),
  created_by_name: z.nullable(text('Người đề nghị', 100)),
  created_at: moment('Ngày đề nghị'),
})
export type CashbackRequestRow = z.output<typeof CashbackRequest>
