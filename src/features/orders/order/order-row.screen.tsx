/** An order as the screens use it. */
import type { RowOf } from '#web/list/use-list.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { ActFacts } from '#features/orders/order-act/order-act.rules.ts'
import { money_lists as money } from '#features/wallets/money-lists.rules.ts'
import type { orders, transactions } from './transaction.contract.ts'

export type TransactionRow = RowOf<typeof transactions.list>
export type OrderDetailRow = AnswerOf<typeof orders.detail>

/** Identifies the order in an act, with the version that the person saw. */
export type SeenOrder = Pick<TransactionRow, 'order_id' | 'version'>

/** The fields that decide about the acts. */
export type OrderForActs = SeenOrder &
  Pick<TransactionRow, 'handling'> &
  ActFacts<'report'> &
  ActFacts<'accept_report'> &
  ActFacts<'finish'>

/** The calls that show orders, and the money that they move. */
export const invalidated = ['cms/history', 'cms/order', 'cms/report', ...money]
