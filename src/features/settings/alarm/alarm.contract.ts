/** Alarms: the rules by kind with limits and receivers, and the open alarms. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { activation, choice, count, flag, id, list, moment, note, optional, payable, text } from '#contract/fields.ts'
import { alarmTab } from '#features/settings/pages.contract.ts'
import { history } from '#features/settings/setting-change/setting-change.contract.ts'
import { alarmKind } from './alarm.rules.ts'

const kind = () =>
  choice('Loại cảnh báo', [
    [alarmKind.fund_low, 'Quỹ sắp hết'],
    [alarmKind.orders_waiting, 'Đơn chờ quá lâu'],
    [alarmKind.withdrawals_waiting, 'Rút tiền chờ quá lâu'],
    [alarmKind.deposits_waiting, 'Tiền vào chờ quá lâu'],
    [alarmKind.result_late, 'Kết quả trễ'],
    [alarmKind.gateway_down, 'Cổng không trả lời'],
    [alarmKind.stock_short, 'Kho sắp hết vé'],
    [alarmKind.sales_above, 'Doanh số bất thường'],
    [alarmKind.cards_short, 'Kho thẻ sắp hết'],
    [alarmKind.closing_waiting, 'Ngày chờ ký chốt'],
  ])

const positiveCount = (label: string, max: number) => optional(count(label, max).check(z.minimum(1, 'Phải từ 1')))

const limits = {
  most_waiting: positiveCount('Số đang chờ', 1_000_000),
  most_minutes: positiveCount('Số phút', 10_080),
  least_stock: positiveCount('Số vé', 10_000_000),
  most_percent: positiveCount('Phần trăm', 100_000),
  least_amount: optional(payable('Số tiền')),
}

const receivers = {
  /** When both lists are empty, people who may see the settings of alarms receive them. */
  groups: list('Nhóm được báo', id('Nhóm'), 100),
  users: list('Người được báo', id('Người dùng'), 500),
}

export const AlarmRule = z.object({
  kind: kind(),
  status: activation(),
  ...limits,
  ...receivers,
  receiver_names: list('Báo cho', text('Tên', 100)),
  /** The number of open alarms of this kind. */
  open: count('Đang báo'),
  version: id('Phiên bản'),
})
export type AlarmRuleRow = z.output<typeof AlarmRule>

const Receiver = z.object({ id: id(), name: text('Tên', 200) })

const AlarmConfig = z.object({
  items: list('Cảnh báo', AlarmRule, 20),
  history: history(),
  /** The sender address of alarm mails; null where mail is not configured. */
  mail_from: z.nullable(text('Thư gửi từ', 254)),
})

export const Alarm = z.object({
  alarm_id: id('STT'),
  kind: kind(),
  title: text('Cảnh báo', 200),
  detail: text('Chi tiết', 500),
  /** The page on which the cause can be settled. */
  url: text('Trang', 300),
  is_trial: flag('Thử'),
  raised_at: moment('Báo lúc'),
  acknowledged_by_name: z.nullable(text('Người đã biết', 100)),
  acknowledged_at: z.nullable(moment('Đã biết lúc')),
  /** When its cause ended. */
  closed_at: z.nullable(moment('Hết lúc')),
})
export type AlarmRow = z.output<typeof Alarm>

export const alarmConfig = calls('cms/config/alarm', {
  get: read('GET get', { title: 'Cấu hình cảnh báo', may: alarmTab.view, output: AlarmConfig }),
  /** The groups and people of the head office, who can be receivers. */
  receivers: read('GET receivers', {
    title: 'Người có thể nhận cảnh báo',
    may: alarmTab.view,
    output: z.object({ groups: list('Nhóm', Receiver, 1_000), users: list('Người dùng', Receiver, 5_000) }),
  }),
  update: write('POST update', {
    title: 'Sửa cấu hình cảnh báo',
    may: alarmTab.update,
    input: z.object({
      kind: kind(),
      status: activation(),
      ...limits,
      ...receivers,
      reason: optional(note('Lý do', 200)),
      version: id('Phiên bản'),
    }),
    output: AlarmConfig,
    errors: ['no_right', 'changed_by_other', 'groups_not_found', 'user_not_found'],
  }),
  /** Raises a test alarm of this kind that only the caller receives, also by mail. */
  try: write('POST try', {
    title: 'Thử cảnh báo',
    may: alarmTab.update,
    input: z.object({ kind: kind() }),
    output: Alarm,
    errors: ['no_right'],
  }),
})

export const alarms = calls('cms/alarm', {
  /** The alarms that the caller receives, newest first. */
  list: read('GET list', {
    title: 'Cảnh báo của tôi',
    may: 'user',
    input: search({ is_open: optional(flag('Đang báo')) }),
    output: pageOf(Alarm),
  }),
  /** Marks that the caller looks after the alarm; it stays until its cause ends. */
  acknowledge: write('POST acknowledge', {
    title: 'Đã biết cảnh báo',
    may: 'user',
    input: z.object({ alarm_id: id('Cảnh báo') }),
    output: Alarm,
    errors: ['not_found', 'action_invalid'],
  }),
})
