/** Risk signals that an approver should see: list, drawer, confirmation and dry run use the same texts. */
import { fold } from './fold.ts'

export interface RiskSignal {
  text: string
  /** red: it cannot be approved in this state. */
  tone: 'red' | 'amber'
}

/** Signals that several areas use. */
export const riskSignals = {
  locked_wallet: { text: 'Ví đang khóa', tone: 'red' },
  other_name: { text: 'Khác tên', tone: 'amber' },
  first_to: { text: 'Lần đầu về tài khoản này', tone: 'amber' },
  new_phone: { text: 'Mới đổi SĐT', tone: 'amber' },
  needs_two: { text: 'Cần 2 người duyệt', tone: 'amber' },
  second_awaited: { text: 'Chờ người thứ hai', tone: 'amber' },
} as const satisfies Record<string, RiskSignal>

/** The signals that apply, in their order: `activeSignals([is_locked && riskSignals.locked_wallet, …])`. */
export function activeSignals(signals: readonly (RiskSignal | false | null)[]): RiskSignal[] {
  return signals.filter((signal) => signal !== false && signal !== null)
}

/** Whether two names differ, ignoring case, accents and spaces, which banks write differently. */
export function isOtherName(name: string, other: string): boolean {
  return comparableName(name) !== comparableName(other)
}

const comparableName = (name: string) => fold(name).replaceAll(' ', '')
