/** The text of a notification, beside its title. */
import { clockText } from '#contract/text/day-text.ts'
import type { NotificationRow } from './notification.contract.ts'

/** 'Đã từ chối: sai số tiền'; for something due, its time: 'Hết hạn lúc 16:30'. */
export function textOfNotification({
  state,
  reason,
  due_at,
}: Pick<NotificationRow, 'state' | 'reason' | 'due_at'>): string {
  if (due_at !== null) return `Hết hạn lúc ${clockText(due_at)}`
  return [state, reason].filter(Boolean).join(': ')
}
