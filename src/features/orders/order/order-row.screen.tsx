/** An order as the screens know it. */
import type { RowOf } from '#web/list/use-list.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { ActFacts } from '#features/orders/order-act/order-act.rules.ts'
import { moneyLists as money } from '#features/wallets/money-lists.rules.ts'
import type { orders, transactions } from './transaction.contract.ts'

export type TransactionRow = RowOf<typeof transactions.list>
export type OrderDetailRow = AnswerOf<typeof orders.detail>

/** By which an act names the order, as it was seen. */
export type SeenOrder = Pick<TransactionRow, 'order_id' | 'version'>

/** What the acts look at. */
export type OrderForActs = SeenOrder &
  Pick<TransactionRow, 'handling'> &
  ActFacts<'report'> &
  ActFacts<'accept_report'> &
  ActFacts<'finish'>

/** What shows orders, and the money that they move. */
export const invalidated = ['cms/history', 'cms/order', 'cms/report', ...money]
