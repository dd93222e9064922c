/** A bulk action's outcome in a sentence: 'Sẽ khóa 47 tài khoản; 3 bị bỏ qua: 2 đã khóa từ trước, 1 đang chờ duyệt.' */
import type { z } from 'zod/mini'
import type { BulkReport } from '#contract/bulk.ts'
import { moneyText } from '#contract/money-text.ts'
import type { BulkAction } from './bulk.ts'
import { numberText } from '#web/value/format.ts'

export type Report = z.output<typeof BulkReport>

export function reportText(when: 'Sẽ' | 'Đã', { label, verb }: BulkAction, noun: string, report: Report): string {
  const { done, skipped, amount } = report
  const doing = verb ?? lowered(label)
  const money = amount ? `, tổng ${moneyText(amount)}` : ''
  const first =
    done > 0 ? `${when} ${doing} ${numberText(done)} ${noun}${money}` : `Không thực hiện được với ${noun} nào`
  return skipped > 0 ? `${first}; ${numberText(skipped)} bị bỏ qua: ${reasonsOf(report)}.` : `${first}.`
}

/** Each reason with its number, the most frequent first. */
function reasonsOf({ rows }: Report): string {
  const counts = new Map<string, number>()
  for (const { reason } of rows) if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([reason, count]) => `${numberText(count)} ${lowered(reason.replace(/\.$/, ''))}`)
    .join(', ')
}

function lowered(text: string): string {
  return text.charAt(0).toLocaleLowerCase('vi') + text.slice(1)
}
