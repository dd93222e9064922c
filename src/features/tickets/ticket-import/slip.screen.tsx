/** Parts that the screens of slips share. */
import { numberText } from '#web/value/format.ts'
import type { RowOf } from '#web/list/use-list.ts'
import { moneyText } from '#contract/text/money-text.ts'
import type { ticketImport } from './ticket-import.contract.ts'

export type Slip = RowOf<typeof ticketImport.list>

/** Who approved it, or that the store approves automatically. */
export function approverOf({ approved_at, approved_by_name }: Slip): string | null {
  return approved_at === null ? null : (approved_by_name ?? 'Tự động')
}

/** How much is on a slip: '120 dòng, 600 vé, 6.000.000 đ'. */
export const sumsText = ({ line_count, quantity, amount }: Pick<Slip, 'line_count' | 'quantity' | 'amount'>) =>
  `${numberText(line_count)} dòng, ${numberText(quantity)} vé, ${moneyText(amount)}`
