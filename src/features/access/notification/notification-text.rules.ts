/** The text of a notification, beside its title. */
import type { NotificationRow } from './notification.contract.ts'

const hour = new Intl.DateTimeFormat('vi-VN', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Ho_Chi_Minh' })

/** 'Đã từ chối: sai số tiền'; for something due, its time: 'Hết hạn lúc 16:30'. */
export function textOfNotification({
  state,
  reason,
  due_at,
}: Pick<NotificationRow, 'state' | 'reason' | 'due_at'>): string {
  if (due_at !== null) return `Hết hạn lúc ${hour.format(Date.parse(due_at))}`
  return [state, reason].filter(Boolean).join(': ')
}
