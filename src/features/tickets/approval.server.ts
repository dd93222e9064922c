/** What the approvals of slips and of ticket groups' slips share: when a period takes tickets, and labels. */
import type { Refusal } from '#contract/errors.ts'
import { refusal } from '#server/record/bulk.ts'
import type { Period } from './draw-area/period.server.ts'

/** Why tickets cannot come into stock for this period now; null when they can. */
export function periodRefusal(
  period: Period | undefined,
): Refusal<'period_closed' | 'period_without_result' | 'action_invalid'> | null {
  if (!period) return refusal('period_closed')
  if (period.is_closed) return refusal('period_closed', 'Đài nghỉ quay ngày này.')
  if (period.is_cancelled) return refusal('period_closed', 'Kỳ quay này đã hủy, không nhập vé được nữa.')
  if (!period.is_in_charge) return refusal('action_invalid', 'Kho đã ngừng hoạt động hoặc không còn phụ trách đài này.')
  if (period.is_stopped) return refusal('period_closed', 'Kỳ đã ngừng bán, không nhập thêm vé được.')
  if (!period.is_open) return refusal('period_without_result', 'Kỳ chưa mở bán, hãy duyệt sau giờ mở bán.')
  return null
}

/** How a batch names a slip. */
export function slipLabel({ import_code, quantity }: { import_code: string; quantity: number }): string {
  return `${import_code} · ${quantity.toLocaleString('vi-VN')} vé`
}
