/** Types of batches and their lines, and common parts of their screens. */
import type { RowOf } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { show } from '#web/value/kinds.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { money_lists } from '#features/wallets/money-lists.rules.ts'
import { batchStatus, RewardBatch, type rewardBatch } from './batch.contract.ts'

export type Batch = RowOf<typeof rewardBatch.list>
export type BatchLine = RowOf<typeof rewardBatch.detail>

/** The calls whose answers change when a batch moves money. */
export const batch_invalidates = ['cms/telecom', 'cms/reward', 'cms/order', 'cms/history', ...money_lists]

/** The status of a batch, with what it waits for. */
export function BatchState({ batch }: { batch: Pick<Batch, 'status' | 'first_by_name' | 'missing'> }) {
  const { status, first_by_name, missing } = batch
  if (status === batchStatus.waiting && first_by_name !== null) return <Badge tone="amber">Chờ người thứ hai</Badge>
  if (status === batchStatus.stopped && missing !== null) return <Badge tone="red">Đã dừng · thiếu quỹ</Badge>
  return show(infoOf(RewardBatch.shape.status), status)
}
