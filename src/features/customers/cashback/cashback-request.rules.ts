/** What the screen says of a programme that waits for a second person. */
import { whyNot } from '#contract/lifecycle.ts'
import type { Decider } from '#contract/person.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { rateText } from '#contract/text/percent-text.ts'
import { cashbackState, type CashbackRow } from './cashback.contract.ts'
import { cashbackRequestLife } from './cashback-request.contract.ts'

const isNew = ({ status }: CashbackRow) => status === cashbackState.waiting

/** What waits, and who has asked for it; empty where nothing does. */
export function waitingText(row: CashbackRow): string {
  const { waiting } = row
  if (!waiting) return ''
  const by = waiting.created_by_name ?? ''
  return isNew(row) ? `${by} lập, chờ người khác` : `${by} xin ${moneyText(waiting.new_budget)}`
}

export function whyNotDecide(decision: 'approve' | 'reject', { waiting }: CashbackRow, me: Decider): string | null {
  if (!waiting) return 'Không có gì chờ duyệt.'
  return whyNot(cashbackRequestLife.moves[decision], waiting, decision === 'approve' ? me : null)?.message ?? null
}

/** What the approval does. */
export function approvalQuestion(row: CashbackRow): string {
  const { name, rate, most_per_order, most_per_customer, budget, waiting } = row
  if (!isNew(row))
    return `Tăng ngân sách “${name}” từ ${moneyText(budget)} lên ${moneyText(waiting?.new_budget ?? budget)}? Có hiệu lực ngay.`
  const customer = most_per_customer === null ? '' : `, mỗi khách ${moneyText(most_per_customer ?? 0)}`
  return `Duyệt “${name}”: hoàn ${rateText(rate)} tiền vé, tối đa mỗi đơn ${moneyText(most_per_order)}${customer}, ngân sách ${moneyText(budget)}? Đã qua giờ bắt đầu thì chạy từ lúc duyệt.`
}
