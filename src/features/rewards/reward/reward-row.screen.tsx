/** A reward as the screens know it. */
import type { RowOf } from '#web/list/use-list.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { rewards } from './reward.contract.ts'

export type RewardRow = RowOf<typeof rewards.list>
export type RewardDetailRow = AnswerOf<typeof rewards.detail>

/** A dialog that is open, and on what. */
export interface OpenRewardDialog {
  act: 'msisdn' | 'receiver' | 'paid' | 'failed' | 'note' | 'remind' | 'reopen'
  row: RewardRow
}
