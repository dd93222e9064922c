/** An order as the screens know it. */
import type { RowOf } from '#web/use-list.ts'
import type { AnswerOf } from '#contract/call.ts'
import { touched as money } from '#features/wallets/touched.rules.ts'
import type { AskedFor } from './order.rules.ts'
import type { orders, transactions } from './transaction.contract.ts'

export type TransactionRow = RowOf<typeof transactions.list>
export type OrderDetailRow = AnswerOf<typeof orders.detail>

/** By which an act names the order, as it was seen. */
export type SeenOrder = Pick<TransactionRow, 'order_id' | 'version'>

/** What the acts look at. */
export type ActedRow = SeenOrder &
  Pick<TransactionRow, 'handling'> &
  AskedFor<'report'> &
  AskedFor<'accept_report'> &
  AskedFor<'finish'>

/** What shows orders, and the money that they move. */
export const touched = ['cms/history', 'cms/order', 'cms/report', ...money]
