/** Settings for all rewards: the amounts from which on two persons approve, and what the program may pay by itself. */
import * as z from 'zod/mini'
import { calls, read, write } from '#contract/call.ts'
import { count, flag, id, moment, payable, text } from '#contract/fields.ts'
import { systemConfigPage } from '#features/settings/pages.contract.ts'
import { rewardPage } from '#features/rewards/pages.contract.ts'
import { moneyConfigPage } from '#features/wallets/pages.contract.ts'

const amounts = {
  second_from: payable('Trả thưởng cần người duyệt thứ hai từ'),
  change_second_from: payable('Người đổi người nhận không được duyệt từ'),
  auto_most: payable('Tự động trả vào ví đến'),
  papers_from: payable('Tại quầy cần giấy tờ tùy thân từ'),
}
const pushing = {
  push_auto: flag('Tự động trả vào ví theo quy tắc'),
  stop_after: count('Lô dừng sau số giao dịch lỗi liên tiếp', 1_000).check(z.positive('Phải từ 1 giao dịch')),
  expire_warn_days: count('Báo sắp hết hạn lĩnh trước (ngày)', 60).check(z.positive('Phải từ 1 ngày')),
}

/** The settings that two persons change. */
export const reward_limits = ['second_from', 'change_second_from', 'auto_most', 'papers_from'] as const

const stamps = {
  updated_by_name: z.nullable(text('Người cập nhật', 100)),
  updated_at: z.nullable(moment('Ngày cập nhật')),
  version: id('Phiên bản'),
}

export const RewardConfig = z.object({ ...amounts, ...stamps })
export const PushConfig = z.object({ ...pushing, ...stamps })

export const rewardConfig = calls('cms/reward_config', {
  get: read('GET getReward', {
    title: 'Cấu hình trả thưởng',
    may: [moneyConfigPage.view, rewardPage.view],
    output: RewardConfig,
  }),
  /** Each limit that differs becomes a request that a second person confirms. */
  save: write('POST saveReward', {
    stepUp: true,
    title: 'Lưu cấu hình trả thưởng',
    may: moneyConfigPage.update,
    input: z.object({ ...amounts, version: id('Phiên bản') }),
    output: RewardConfig,
    errors: ['changed_by_other', 'no_right', 'request_pending'],
  }),
})

export const pushConfig = calls('cms/config/push_reward', {
  list: read('GET list', { title: 'Cấu hình đẩy thưởng', may: systemConfigPage.view, output: PushConfig }),
  update: write('POST update', {
    stepUp: true,
    title: 'Lưu cấu hình đẩy thưởng',
    may: systemConfigPage.update,
    input: z.object({ ...pushing, version: id('Phiên bản') }),
    output: PushConfig,
    errors: ['changed_by_other', 'no_right'],
  }),
})
