/** Settings of prize payments: whether the program pays by itself, when a batch stops, and when a deadline is near. */
import * as z from 'zod/mini'
import { calls, read, write } from '#contract/call.ts'
import { count, flag, id, moment, text } from '#contract/fields.ts'
import { rewardPushTab } from '#features/settings/pages.contract.ts'

const settings = {
  push_auto: flag('Tự động trả vào ví theo quy tắc'),
  stop_after: count('Lô dừng sau số giao dịch lỗi liên tiếp', 1_000).check(z.positive('Phải từ 1 giao dịch')),
  expire_warn_days: count('Báo sắp hết hạn lĩnh trước (ngày)', 60).check(z.positive('Phải từ 1 ngày')),
}

export const PushConfig = z.object({
  ...settings,
  updated_by_name: z.nullable(text('Người cập nhật', 100)),
  updated_at: z.nullable(moment('Ngày cập nhật')),
  version: id('Phiên bản'),
})

export const pushConfig = calls('cms/config/push_reward', {
  list: read('GET list', { title: 'Cấu hình đẩy thưởng', may: rewardPushTab.view, output: PushConfig }),
  update: write('POST update', {
    stepUp: true,
    title: 'Lưu cấu hình đẩy thưởng',
    may: rewardPushTab.update,
    input: z.object({ ...settings, version: id('Phiên bản') }),
    output: PushConfig,
    errors: ['changed_by_other', 'no_right'],
  }),
})
