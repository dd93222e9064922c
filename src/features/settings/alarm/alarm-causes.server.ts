/** By kind of alarm: which area finds its causes. */
import type { Db } from '#server/database/transaction.ts'
import { waitingClosings } from '#features/close/alarm-causes.server.ts'
import { waitingOrders } from '#features/orders/alarm-causes.server.ts'
import { unusualSales } from '#features/reports/alarm-causes.server.ts'
import { lateResults, silentSources } from '#features/results/alarm-causes.server.ts'
import { shortCards } from '#features/rewards/alarm-causes.server.ts'
import { shortStocks } from '#features/tickets/alarm-causes.server.ts'
import { lowFunds, silentGateways, waitingDeposits, waitingWithdrawals } from '#features/wallets/alarm-causes.server.ts'
import type { AlarmCause } from './alarm-cause.rules.ts'
import { alarmKind, type AlarmKind, type Limits } from './alarm.rules.ts'

/** Finds the current causes with the same queries as the lists and queues, given the limits of the kind's rule. */
type CauseFinder = (db: Db, limits: Limits) => Promise<AlarmCause[]>

export const findCauses: Readonly<Record<AlarmKind, CauseFinder>> = {
  [alarmKind.fund_low]: lowFunds,
  [alarmKind.orders_waiting]: waitingOrders,
  [alarmKind.withdrawals_waiting]: waitingWithdrawals,
  [alarmKind.deposits_waiting]: waitingDeposits,
  [alarmKind.result_late]: lateResults,
  [alarmKind.gateway_down]: async (db, limits) => [
    ...(await silentGateways(db, limits)),
    ...(await silentSources(db, limits)),
  ],
  [alarmKind.stock_short]: shortStocks,
  [alarmKind.sales_above]: unusualSales,
  [alarmKind.cards_short]: shortCards,
  [alarmKind.closing_waiting]: waitingClosings,
}
