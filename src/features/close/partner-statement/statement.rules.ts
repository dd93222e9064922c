/** The keys and names of a statement's lines, and why an action on it is not possible. */
import type { Refusal } from '#contract/errors.ts'
import { whyNot } from '#contract/lifecycle.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { isHeadOffice, type Decider } from '#contract/person.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { productName } from '#features/results/product/product-name.rules.ts'
import { paymentKinds } from '../partner-payment/partner-payment.contract.ts'
import {
  noteAction,
  statementLife,
  type StatementDetailRow,
  type StatementFigures,
  type StatementNoteRow,
  type StatementStatus,
} from './partner-statement.contract.ts'

/** The fields of a person that decide for which side they act: a partner's operator or the head office. */
interface StatementPerson extends Decider {
  partner_id: number | null
  base_id: number | null
}

/** The two parties of a statement: the partner whose sales it lists, and the head office. */
export type StatementSide = 'partner' | 'office'

/** The side for which this person confirms; null for people of neither side. */
export function sideOf(me: Pick<StatementPerson, 'partner_id' | 'base_id'>): StatementSide | null {
  if (me.partner_id !== null) return 'partner'
  return isHeadOffice(me) ? 'office' : null
}

interface Row {
  status: StatementStatus
  created_by: number | null
  agent_by: number | null
  office_by: number | null
}

const { moves, status: states } = statementLife

/** Why this person cannot confirm the statement; null when they can. */
export function whyNotConfirm(
  row: Row,
  me: StatementPerson,
): Refusal<'action_invalid' | 'no_right' | 'request_finished'> | null {
  const side = sideOf(me)
  if (side === null) return { error: 'no_right', message: 'Chỉ đại lý và trụ sở chính xác nhận được.' }
  return whyNot(side === 'partner' ? moves.confirmAsPartner : moves.confirmAsOffice, row, me)
}

/** The state of the statement after this side has confirmed. */
export function afterConfirming(side: StatementSide, status: StatementStatus): StatementStatus {
  if (side === 'partner') return status === states.office_confirmed ? states.confirmed : states.partner_confirmed
  return status === states.partner_confirmed ? states.confirmed : states.office_confirmed
}

export function whyNotDispute(row: { status: StatementStatus }): string | null {
  return whyNot(moves.dispute, row, null)?.message ?? null
}

export function whyNotCancel(
  row: { status: StatementStatus },
  me: Pick<StatementPerson, 'partner_id' | 'base_id'>,
): string | null {
  if (!isHeadOffice(me)) return 'Chỉ trụ sở chính hủy được bảng đối soát.'
  return whyNot(moves.cancel, row, null)?.message ?? null
}

/** The debt as text; a negative debt is owed by the business to the partner. */
export const debtText = (debt: number) =>
  debt < 0 ? `Trụ sở còn phải trả đại lý ${moneyText(-debt)}` : `Đại lý còn nợ ${moneyText(debt)}`

/** Without a limit, tills of the partner go on taking cash. */
export const debtLimitText = (debt_limit: number | null) =>
  debt_limit === null ? 'Chưa đặt (máy thu tiền mặt không bị chặn)' : moneyText(debt_limit)

/** Deposit, debt and limit, with what is left of it; without a limit only what is paid out to the partner is limited. */
export function limitItems({ figures, debt_now, deposit_now, debt_limit }: StatementDetailRow) {
  return [
    { label: 'Ký quỹ đầu kỳ', value: moneyText(figures.opening_deposit) },
    { label: 'Ký quỹ cuối kỳ', value: moneyText(figures.closing_deposit) },
    { label: 'Nợ hiện tại', value: moneyText(debt_now) },
    { label: 'Ký quỹ hiện tại', value: moneyText(deposit_now) },
    { label: 'Hạn mức nợ', value: debtLimitText(debt_limit) },
    {
      label: debt_limit === null ? 'Còn chi được' : 'Còn được nợ',
      value: moneyText(Math.max(0, (debt_limit ?? 0) + deposit_now - debt_now)),
    },
  ]
}

export interface Dispute {
  line: string
  /** Whether the partner began it; otherwise the head office. */
  by_agent: boolean
  is_open: boolean
  notes: StatementNoteRow[]
}

/** The notes grouped by line, in the order of their first notes. */
export function disputesOf(notes: readonly StatementNoteRow[]): Dispute[] {
  const by_line = new Map<string, Dispute>()
  for (const note of notes) {
    const { line, by_agent, action } = note
    const dispute = by_line.get(line) ?? { line, by_agent, is_open: false, notes: [] }
    by_line.set(line, dispute)
    dispute.notes.push(note)
    if (action === noteAction.settle) dispute.is_open = false
    else if (action === noteAction.dispute && !dispute.is_open) Object.assign(dispute, { by_agent, is_open: true })
  }
  return [...by_line.values()]
}

export const saleLine = (category: number, payment_vendor_id: number | null) =>
  `sale:${category}:${payment_vendor_id ?? 0}`
export const correction_line = 'correction'
export const correctedLine = (order_id: number) => `correction:${order_id}`
export const backLine = (status: number) => `back:${status}`
export const paymentLine = (kind: number) => `payment:${kind}`
export const opening_line = 'opening'

const payment_labels: Record<number, string> = {
  [paymentKinds.paid]: 'Đại lý thanh toán',
  [paymentKinds.deposited]: 'Nộp ký quỹ',
  [paymentKinds.deposit_returned]: 'Trả lại ký quỹ',
  [paymentKinds.paid_out]: 'Chi cho đại lý',
}

/** Product and payment source as text. */
export const saleText = ({ category, vendor_name, is_cash }: StatementFigures['sales'][number]) =>
  `${productName(category)} · ${is_cash ? 'Tiền mặt' : (vendor_name ?? 'Không rõ nguồn')}`

/** The labels of the lines that can be disputed, by key. All kinds of payment are included, because a missing payment can be disputed too. */
export function linesOf(figures: StatementFigures): Map<string, string> {
  return new Map([
    [opening_line, 'Nợ đầu kỳ'],
    ...figures.sales.map((sale) => [sale.line, saleText(sale)] as const),
    ...figures.given_back.map(
      ({ line, status }) => [line, status === orderStatus.refunded ? 'Đơn đã hoàn tiền' : 'Đơn chờ hoàn tiền'] as const,
    ),
    [correction_line, 'Điều chỉnh kỳ trước'],
    ...figures.corrections.rows.map(({ line, order_id }) => [line, `Đơn điều chỉnh ${order_id}`] as const),
    ...Object.entries(payment_labels).map(([kind, label]) => [paymentLine(Number(kind)), label] as const),
  ])
}
