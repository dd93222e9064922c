/** The limits of the money and reward settings are changed by two persons: one requests the change, another confirms it. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { choice, id, moment, money, note, optional, text } from '#contract/fields.ts'
import { lifecycle, type StatusOf } from '#contract/lifecycle.ts'
import { infoOf } from '#contract/schema.ts'
import { MoneyConfig, money_limits } from '#features/wallets/money-config/money-config.contract.ts'
import { RewardConfig, reward_limits } from '#features/wallets/reward-config/reward-config.contract.ts'
import { moneyConfigPage } from '#features/wallets/pages.contract.ts'

/** The single-row tables that hold limits: which of their columns are limits, and the page whose people change them. */
export const limitTables = {
  money_config: { limits: money_limits, fields: MoneyConfig.shape, page: moneyConfigPage },
  reward_config: { limits: reward_limits, fields: RewardConfig.shape, page: moneyConfigPage },
} as const
export type LimitTable = keyof typeof limitTables
export type LimitName = (typeof limitTables)[LimitTable]['limits'][number]
/** The limits of one table. */
export type LimitsOf<T extends LimitTable> = (typeof limitTables)[T]['limits'][number]

const tables = Object.values(limitTables)
const labels = tables.flatMap(({ limits, fields }) =>
  limits.map(
    (name) => [name, infoOf((fields as Readonly<Record<string, z.ZodMiniType>>)[name]!)?.label ?? name] as const,
  ),
)

export const limitLife = lifecycle({
  states: {
    waiting: [1, 'Chờ xác nhận', 'amber'],
    done: [3, 'Đã áp dụng', 'green', 'Thay đổi đã được áp dụng.', 'request_finished'],
    rejected: [7, 'Đã từ chối', 'neutral', 'Thay đổi đã bị từ chối hoặc rút lại.', 'request_finished'],
  },
  moves: {
    /** The person who requested it must not confirm it, but may withdraw it. */
    approve: {
      from: ['waiting'],
      to: 'done',
      notBy: { created_by: 'Người đề nghị không được tự xác nhận: cần người khác xác nhận.' },
    },
    reject: { from: ['waiting'], to: 'rejected' },
  },
})
export const limitStatus = limitLife.status
export type LimitStatus = StatusOf<typeof limitLife>

const limitName = () => choice<LimitName>('Giới hạn', labels)

export const LimitChange = z.object({
  limit_change_id: id('STT'),
  limit_name: limitName(),
  old_value: money('Giá trị cũ'),
  new_value: money('Giá trị mới'),
  status: limitLife.field(),
  created_by: id('Người đề nghị'),
  created_by_name: z.nullable(text('Người đề nghị', 100)),
  created_at: moment('Ngày đề nghị'),
  decided_by_name: z.nullable(text('Người quyết định', 100)),
  decided_at: z.nullable(moment('Ngày quyết định')),
  decision_reason: z.nullable(note('Lý do', 500)),
  version: id('Phiên bản'),
})

const views = tables.map(({ page }) => page.view)
const updates = tables.map(({ page }) => page.update)
const key = { limit_change_id: id('Thay đổi'), version: id('Phiên bản') }
const decision_errors = ['request_not_found', 'request_finished', 'changed_by_other', 'no_right'] as const

export const limits = calls('cms/limit', {
  list: read('GET list', {
    title: 'Thay đổi giới hạn',
    may: views,
    input: search({ limit_name: optional(limitName()), status: optional(limitLife.field()) }, ['created_at']),
    output: pageOf(LimitChange),
  }),
  approve: write('POST approve', {
    stepUp: true,
    title: 'Xác nhận thay đổi giới hạn',
    may: updates,
    input: z.object(key),
    output: LimitChange,
    errors: [...decision_errors, 'minimum_exceeds_maximum'],
  }),
  reject: write('POST reject', {
    title: 'Từ chối thay đổi giới hạn',
    may: updates,
    input: z.object({ ...key, reason: note('Lý do', 500) }),
    output: LimitChange,
    errors: decision_errors,
  }),
})
