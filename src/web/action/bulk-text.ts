/** Sentences about the result of a bulk action: 'Đã khóa 47 tài khoản; 3 bị bỏ qua: 2 đã khóa từ trước, 1 đang chờ duyệt.' */
import type { z } from 'zod/mini'
import type { BulkReport } from '#contract/bulk.ts'
import { moneyText } from '#contract/text/money-text.ts'
import type { BulkAction } from './bulk.ts'
import { numberText } from '#web/value/format.ts'

export type Report = z.output<typeof BulkReport>

/** The whole report in one sentence. */
export function reportText(action: BulkAction, noun: string, report: Report): string {
  const { waiting, skipped } = report
  const parts = [
    doneText('Đã', action, noun, report),
    ...(waiting ? [waitingText(report)] : []),
    ...(skipped > 0 ? [skippedText(report)] : []),
  ]
  return `${parts.join('; ')}.`
}

/** 'Sẽ duyệt 47 phiếu nhập, tổng 128.500.000 đ' */
export function doneText(tense: 'Sẽ' | 'Đã', { label, verb }: BulkAction, noun: string, report: Report): string {
  const { done, waiting, amount } = report
  if (done > 0) return `${tense} ${verb ?? lowerFirst(label)} ${numberText(done)} ${noun}${sumText(amount)}`
  return waiting ? `Chưa ${verb ?? lowerFirst(label)} ${noun} nào` : `Không thực hiện được với ${noun} nào`
}

/** '2 chờ người thứ hai, tổng 90.000.000 đ' */
export function waitingText({ waiting, waiting_amount }: Report): string {
  return `${numberText(waiting ?? 0)} chờ người thứ hai${sumText(waiting_amount)}`
}

/** '3 bị bỏ qua: 2 đã khóa từ trước, 1 đang chờ duyệt' */
export function skippedText(report: Report): string {
  return `${numberText(report.skipped)} bị bỏ qua: ${reasonsOf(report)}`
}

/** The button's label: 'Chi 10 yêu cầu rút tiền · 5.640.000 đ; 1 chờ người thứ hai'. `noun` starts with a space, or is empty. */
export function buttonText({ label, verb = label }: BulkAction, noun: string, report: Report | undefined): string {
  if (!report || (report.done === 0 && !report.waiting)) return label
  const { done, waiting, amount, waiting_amount } = report
  if (done === 0) return `Duyệt lần một ${numberText(waiting!)}${noun}${dotSumText(waiting_amount)}`
  const done_text = `${upperFirst(verb)} ${numberText(done)}${noun}${dotSumText(amount)}`
  return waiting ? `${done_text}; ${numberText(waiting)} chờ người thứ hai` : done_text
}

const sumText = (amount: number | null | undefined) => (amount ? `, tổng ${moneyText(amount)}` : '')
const dotSumText = (amount: number | null | undefined) => (amount ? ` · ${moneyText(amount)}` : '')

/** Each reason with its count, the most frequent first. */
function reasonsOf({ rows }: Report): string {
  const counts = new Map<string, number>()
  for (const { reason } of rows) if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([reason, count]) => `${numberText(count)} ${lowerFirst(reason.replace(/\.$/, ''))}`)
    .join(', ')
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLocaleLowerCase('vi') + text.slice(1)
}

function upperFirst(text: string): string {
  return text.charAt(0).toLocaleUpperCase('vi') + text.slice(1)
}
