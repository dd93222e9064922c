/** The amounts from which on two persons approve a reward, and up to which the program may pay it by itself. */
import * as z from 'zod/mini'
import { calls, read, write } from '#contract/call.ts'
import { id, moment, payable, text } from '#contract/fields.ts'
import { rewardPage } from '#features/rewards/pages.contract.ts'
import { moneyConfigPage } from '#features/wallets/pages.contract.ts'

const amounts = {
  second_from: payable('Trả thưởng cần người duyệt thứ hai từ'),
  change_second_from: payable('Người đổi người nhận không được duyệt từ'),
  auto_most: payable('Tự động trả vào ví đến'),
  papers_from: payable('Tại quầy cần giấy tờ tùy thân từ'),
}

/** The settings that two persons change. */
export const reward_limits = ['second_from', 'change_second_from', 'auto_most', 'papers_from'] as const

export const RewardConfig = z.object({
  ...amounts,
  updated_by_name: z.nullable(text('Người cập nhật', 100)),
  updated_at: z.nullable(moment('Ngày cập nhật')),
  version: id('Phiên bản'),
})

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
