/** What whoever approves should know before: the list, the drawer, the question and the dry run say it in the same words. */
import { fold } from './fold.ts'

export interface RiskSignal {
  text: string
  /** red: it cannot be approved like this. */
  tone: 'red' | 'amber'
}

/** Those of more than one area. */
export const riskSignals = {
  locked_wallet: { text: 'Ví đang khóa', tone: 'red' },
  other_name: { text: 'Khác tên', tone: 'amber' },
  first_to: { text: 'Lần đầu về tài khoản này', tone: 'amber' },
  new_phone: { text: 'Mới đổi SĐT', tone: 'amber' },
  needs_two: { text: 'Cần 2 người duyệt', tone: 'amber' },
  second_awaited: { text: 'Chờ người thứ hai', tone: 'amber' },
} as const satisfies Record<string, RiskSignal>

/** Those that hold, in their order. */
export function holding(signals: readonly (RiskSignal | false | null)[]): RiskSignal[] {
  return signals.filter((one) => one !== false && one !== null)
}

/** Banks write names in capitals without accents, and blanks as they like. */
export function isOtherName(name: string, other: string): boolean {
  return nameOnly(name) !== nameOnly(other)
}

const nameOnly = (name: string) => fold(name).replaceAll(' ', '')
