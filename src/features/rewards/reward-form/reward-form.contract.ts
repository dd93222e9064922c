/** The rules that decide how a prize is paid (its form): the first rule that fits decides, for new rewards. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import {
  activation,
  choice,
  count,
  id,
  list,
  money,
  moneyChange,
  optional,
  payable,
  rate,
  text,
} from '#contract/fields.ts'
import { record } from '#contract/record.ts'
import { category } from '#features/results/product/product.contract.ts'
import { formChoice } from '#features/rewards/reward/reward.contract.ts'
import { moneyConfigPage } from '#features/wallets/pages.contract.ts'

export const RewardFormRule = record('reward_form', 'reward_form_id', {
  form_name: text('Tên quy tắc', 100),
  /** Lower numbers are tried first. */
  place: count('Thứ tự', 9_999).check(z.positive('Thứ tự từ 1')),
  category: optional(category()),
  group_vip_id: optional(id('Nhóm khách hàng')),
  handling: optional(
    choice('Vé giấy', [
      [0, 'Khách giữ vé'],
      [1, 'Bán trực tuyến'],
      [2, 'Cửa hàng giữ vé'],
    ]),
  ),
  /** The range of the prize after tax. */
  amount_from: payable('Giải từ'),
  amount_to: optional(payable('Giải đến')),
  form: formChoice(),
  auto_most: optional(payable('Tự động trả đến')),
  second_from: optional(payable('Hai người duyệt từ')),
  fee_fixed: payable('Phí cố định'),
  fee_rate: rate('Phí theo tỷ lệ'),
  status: activation(),
})

const Trial = z.object({
  /** How many rewards of the last thirty days it would have applied to. */
  tried: count('Giải đã thử'),
  changed: count('Giải đổi hình thức'),
  forms: list(
    'Theo hình thức',
    z.object({
      form: formChoice(),
      before: count('Trước'),
      after: count('Sau'),
      /** What winners would receive in this form. */
      net: money('Thực nhận'),
      net_change: moneyChange('Thay đổi thực nhận'),
      auto: count('Tự động'),
    }),
    10,
  ),
})

export const rewardForms = calls('cms/reward_form', {
  list: read('GET list', {
    title: 'Quy tắc nhận thưởng',
    may: moneyConfigPage.view,
    input: search({ form: optional(formChoice()), status: optional(activation()) }, [
      'place',
      'form_name',
      'created_at',
    ]),
    output: pageOf(RewardFormRule.Row),
  }),
  detail: read('GET detail', {
    title: 'Chi tiết quy tắc nhận thưởng',
    may: moneyConfigPage.view,
    input: RewardFormRule.Key,
    output: RewardFormRule.Row,
    errors: ['not_found'],
  }),
  add: write('POST add', {
    stepUp: true,
    title: 'Thêm quy tắc nhận thưởng',
    may: moneyConfigPage.add,
    input: RewardFormRule.Draft,
    output: RewardFormRule.Row,
    errors: ['reward_form_exists', 'from_exceeds_to', 'no_right'],
  }),
  update: write('POST update', {
    stepUp: true,
    title: 'Sửa quy tắc nhận thưởng',
    may: moneyConfigPage.update,
    input: RewardFormRule.Change,
    output: RewardFormRule.Row,
    errors: ['reward_form_exists', 'from_exceeds_to', 'no_right', ...RewardFormRule.conflicts],
  }),
  delete: write('GET delete', {
    stepUp: true,
    title: 'Xóa quy tắc nhận thưởng',
    may: moneyConfigPage.remove,
    input: RewardFormRule.Key,
    errors: ['not_found', 'no_right'],
  }),
  /** What this new or changed rule would have decided for the prizes of the last thirty days. Nothing is saved. */
  try: read('POST try', {
    title: 'Thử quy tắc nhận thưởng',
    may: moneyConfigPage.view,
    input: z.object({ ...RewardFormRule.Draft.shape, reward_form_id: optional(id('Quy tắc')) }),
    output: Trial,
    errors: ['from_exceeds_to', 'no_right'],
  }),
})
