/** Notifications: a person's own work was decided on, failed, or is due. The database writes them with the change itself, or a scheduled job does. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { choice, count, flag, id, list, moment, optional, text } from '#contract/fields.ts'

export const notificationKind = { decided: 1, failed: 2, due: 3 } as const
export type NotificationKind = (typeof notificationKind)[keyof typeof notificationKind]

const kind = () =>
  choice('Loại thông báo', [
    [notificationKind.decided, 'Việc của tôi đã có kết quả'],
    [notificationKind.failed, 'Việc hỏng, cần xem lại'],
    [notificationKind.due, 'Sắp đến hạn'],
  ])

export const Notification = z.object({
  notification_id: id('Số'),
  kind: kind(),
  /** The kind of the record and its name: 'Phiếu nhập vé PN000012'. */
  title: text('Thông báo', 400),
  /** The label of the record's new state; null for something that is due. */
  state: z.nullable(text('Trạng thái', 100)),
  reason: z.nullable(text('Lý do', 1_000)),
  /** Null where the program did it. */
  by_name: z.nullable(text('Người thực hiện', 100)),
  /** The page that shows the record, and the parameters of its address. */
  url: text('Trang', 300),
  search: z.record(z.string(), z.string()),
  due_at: z.nullable(moment('Đến hạn')),
  created_at: moment('Lúc'),
  read_at: z.nullable(moment('Đã đọc lúc')),
})
export type NotificationRow = z.output<typeof Notification>

const Muted = z.object({ muted: list('Không báo', kind(), 3) })

export const notifications = calls('cms/notification', {
  /** The person's own notifications, newest first. */
  list: read('GET list', {
    title: 'Thông báo của tôi',
    may: 'user',
    input: search({ is_unread: optional(flag('Chưa đọc')) }),
    output: pageOf(Notification),
  }),
  /** How many are unread, and the newest of them. */
  unread: read('GET unread', {
    title: 'Thông báo chưa đọc',
    may: 'user',
    output: z.object({ unread: count('Chưa đọc'), newest: z.nullable(Notification) }),
  }),
  read: write('POST read', {
    title: 'Đã đọc thông báo',
    may: 'user',
    input: z.object({ notification_id: id('Số') }),
    errors: ['not_found'],
  }),
  /** Marks everything as read up to the newest one that the person has seen; later ones stay unread. */
  readAll: write('POST read_all', {
    title: 'Đã đọc mọi thông báo',
    may: 'user',
    input: z.object({ up_to: id('Đến số') }),
  }),
  settings: read('GET setting', { title: 'Loại thông báo không nhận', may: 'user', output: Muted }),
  change: write('POST setting/update', {
    title: 'Chọn loại thông báo',
    may: 'user',
    input: Muted,
    output: Muted,
  }),
})
