/** Deadlines of prizes: recording reminders of winners, and reopening expired prizes. */
import * as z from 'zod/mini'
import { BulkReport, selection } from '#contract/bulk.ts'
import { calls, max_bulk_rows, read, write } from '#contract/call.ts'
import { choice, count, day, id, list, note, optional, seenVersion, text } from '#contract/fields.ts'
import { rewardPage } from '#features/rewards/pages.contract.ts'
import { Reward, rewardFilters } from '#features/rewards/reward/reward.contract.ts'

/** The maximum number of days for which an expired prize is reopened. */
export const max_reopened_days = 60

const reminder = {
  may: rewardPage.update,
  input: z.object({
    ...selection(rewardFilters),
    expected: optional(count('Số dòng đã chọn', max_bulk_rows)),
    reward_ids: optional(list('Giải thưởng', id(), max_bulk_rows)),
    action: optional(choice('Thao tác', [['remind', 'Đã báo khách']])),
    note: note('Đã báo thế nào', 500),
    seen: optional(text('Dấu của các dòng đã xem', 64)),
  }),
  output: BulkReport,
  errors: [
    'request_not_found',
    'request_pending',
    'no_right',
    'request_finished',
    'ticket_paying_reward',
    'result_not_found',
    'action_invalid',
    'changed_by_other',
  ],
} as const

export const deadline = calls('cms/reward', {
  /** Records with each prize that the winner was reminded, and how. */
  remind: write('POST remind', { title: 'Đã báo khách hạn lĩnh thưởng', ...reminder }),
  remindPreview: read('POST remind/preview', { title: 'Thử ghi đã báo khách', ...reminder }),
  /** One person proposes a new last day with a reason; when another one confirms the same day, the prize can be paid again. */
  reopen: write('POST reopen', {
    title: 'Mở lại giải quá hạn lĩnh',
    may: rewardPage.approve,
    input: z.object({
      reward_id: id('Giải thưởng'),
      claim_until: day('Hạn lĩnh mới'),
      note: note('Lý do', 500),
      version: seenVersion(),
    }),
    output: Reward,
    errors: [
      'request_not_found',
      'request_pending',
      'request_finished',
      'ticket_paying_reward',
      'result_not_found',
      'order_calculated',
      'action_invalid',
      'no_right',
      'changed_by_other',
    ],
  }),
})
