/** What the approvals of slips and of whole sets have in common: when a draw takes tickets, and what a batch says of a slip. */
import type { Refusal } from '#contract/errors.ts'
import { refusal } from '#server/bulk.ts'
import type { Db } from '#server/database/transaction.ts'
import { periodOf } from './draw-area/period.server.ts'
import type { StockOf } from './stock/move-stock.server.ts'

/** Why tickets cannot come into stock for this draw now; null when they can. */
export async function periodAgainst(db: Db, slip: StockOf, how: 'held' | 'seen'): Promise<Refusal | null> {
  const period = await periodOf(db, slip, how)
  if (!period) return refusal('period_closed')
  if (period.is_closed) return refusal('period_closed', 'Đài nghỉ quay ngày này.')
  if (period.is_cancelled) return refusal('period_closed', 'Kỳ quay này đã hủy, không nhập vé được nữa.')
  if (!period.is_in_charge) return refusal('action_invalid', 'Kho đã ngừng hoạt động hoặc không còn phụ trách đài này.')
  if (period.is_stopped) return refusal('period_closed', 'Kỳ đã ngừng bán, không nhập thêm vé được.')
  if (!period.is_open) return refusal('period_without_result', 'Kỳ chưa mở bán, hãy duyệt sau giờ mở bán.')
  return null
}

/** How a batch names a slip. */
export function labelOf({ import_code, quantity }: { import_code: string; quantity: number }): string {
  return `${import_code} · ${quantity.toLocaleString('vi-VN')} vé`
}
