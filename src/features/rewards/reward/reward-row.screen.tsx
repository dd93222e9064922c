/** Types of rewards for the screens. */
import type { RowOf } from '#web/list/use-list.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { rewards } from './reward.contract.ts'

export type RewardRow = RowOf<typeof rewards.list>
export type RewardDetailRow = AnswerOf<typeof rewards.detail>

/** The open dialog and its reward. */
export interface OpenRewardDialog {
  act: 'msisdn' | 'receiver' | 'paid' | 'failed' | 'note' | 'remind' | 'reopen'
  row: RewardRow
}
