/** The kinds of alarm and their limits. */
import { messages } from '#contract/messages.ts'

export const alarmKind = {
  fund_low: 1,
  orders_waiting: 2,
  withdrawals_waiting: 3,
  deposits_waiting: 4,
  result_late: 5,
  gateway_down: 6,
  stock_short: 7,
  sales_above: 8,
  cards_short: 9,
  closing_waiting: 10,
} as const
export type AlarmKind = (typeof alarmKind)[keyof typeof alarmKind]

/** The job that looks for alarms; queued after changes that may raise or close one. */
export const alarm_job = 'alarm.look_soon'
/** The job that mails alarms. */
export const alarm_mail_job = 'alarm.mail'

export const limit_names = ['most_waiting', 'most_minutes', 'least_stock', 'most_percent', 'least_amount'] as const
export type LimitName = (typeof limit_names)[number]
export type Limits = Record<LimitName, number | null>
type SomeLimits = { [Name in LimitName]?: number | null | undefined }

/** What a person sets of a kind of alarm. */
export type RuleValues = Limits & { status: 0 | 1; groups: number[]; users: number[] }

/** The values of a stored rule; a limit that its kind does not have is null. */
export function ruleValuesOf({
  status,
  groups,
  users,
  ...limits
}: Omit<RuleValues, LimitName> & SomeLimits): RuleValues {
  return { status, ...limitsIn(limits), groups, users }
}

/** All limits; null for those that are not given. */
export function limitsIn(limits: SomeLimits): Limits {
  return Object.fromEntries(limit_names.map((name) => [name, limits[name] ?? null])) as Limits
}

/** The limits of each kind with their labels; funds have none here, because each fund has its own limit. */
export const limitsOf: Readonly<Record<AlarmKind, Partial<Record<LimitName, string>>>> = {
  [alarmKind.fund_low]: {},
  [alarmKind.orders_waiting]: { most_waiting: 'Nhiều hơn (đơn)', most_minutes: 'Đơn cũ nhất chờ quá (phút)' },
  [alarmKind.withdrawals_waiting]: {
    most_waiting: 'Nhiều hơn (yêu cầu)',
    most_minutes: 'Yêu cầu cũ nhất chờ quá (phút)',
  },
  [alarmKind.deposits_waiting]: {
    most_waiting: 'Nhiều hơn (giao dịch)',
    most_minutes: 'Giao dịch cũ nhất chờ quá (phút)',
  },
  [alarmKind.result_late]: { most_minutes: 'Sau giờ quay quá (phút)' },
  [alarmKind.gateway_down]: { most_minutes: 'Không trả lời quá (phút)' },
  [alarmKind.stock_short]: { least_stock: 'Một kho còn ít hơn (vé)' },
  [alarmKind.cards_short]: { least_stock: 'Một mệnh giá còn ít hơn (thẻ)' },
  [alarmKind.closing_waiting]: { most_minutes: 'Chưa đủ chữ ký sau khi tính quá (phút)' },
  [alarmKind.sales_above]: { most_percent: 'Vượt mức thường (%)', least_amount: 'Chỉ báo khi một giờ bán từ (đồng)' },
}

/** Errors of a kind's limits by field: each of its limits is required, and no other is allowed. */
export function limitFaults(kind: AlarmKind, limits: Partial<Limits>): Record<string, string> {
  const labels = limitsOf[kind]
  return Object.fromEntries(
    limit_names.flatMap((name) => {
      if (name in labels) return limits[name] == null ? [[name, messages.required]] : []
      return limits[name] == null ? [] : [[name, 'Loại cảnh báo này không có ngưỡng đó']]
    }),
  )
}
