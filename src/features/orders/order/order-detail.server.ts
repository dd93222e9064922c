/** One order in full: what was bought, what was paid, who did what. */
import type * as z from 'zod/mini'
import { isHeadOffice } from '#contract/person.ts'
import { sql } from 'kysely'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { resultStatus } from '#features/results/result/drawn-numbers.contract.ts'
import type { OrderDetail } from './transaction.contract.ts'
import type { OrderLine, OrderStatus } from './order.contract.ts'
import { end_reason, ended_by, is_late_report, lapsed_at, shown_status } from './order-facts.server.ts'
import { orderRefs } from './order-refs.rules.ts'
import { orderQuery, selectOrder, selectOrigin } from './order.query.server.ts'

type DrawResult = z.output<typeof OrderDetail>['draw_result']

export async function findDetail(db: Db, me: Me, order_id: number) {
  const order = await factsOf(db, me, order_id)
  if (!order) return undefined
  return {
    ...order,
    purchase: await purchaseOf(db, me, order_id),
    lines: await linesOf(db, order_id),
    transfers: await transfersOf(db, me, order_id),
  }
}

function factsOf(db: Db, me: Me, order_id: number) {
  return (
    selectOrigin(selectOrder(orderQuery(db, me, {}, null)))
      .leftJoin('base_store as store', 'store.base_id', 'o.base_id') // unscoped: joined to an order within the scope
      .leftJoin('pos_device as device', 'device.device_id', 'o.device_id') // unscoped: joined to an order within the scope
      .leftJoin('wallet_account as w', (join) =>
        join.onRef('w.msisdn', '=', 'o.msisdn').on(within(me, 'wallet_account', 'w')),
      )
      .leftJoin('app_user as reporter', 'reporter.user_id', 'o.reported_by') // unscoped: only a name
      .leftJoin('app_user as rejecter', 'rejecter.user_id', 'o.rejected_by') // unscoped: only a name
      .leftJoin('app_user as editor', 'editor.user_id', 'o.updated_by') // unscoped: only a name
      .select(['o.order_day', 'w.account_id', 'store.base_name', 'device.device_name'])
      .select(['o.expires_at', 'o.taken_at', lapsed_at.as('lapsed_at'), 'o.images'])
      .select(['reporter.user_name as reported_by_name', 'o.reported_at', 'o.report_reason', 'o.report_image'])
      .select(['rejecter.user_name as rejected_by_name', 'o.rejected_at', 'o.reported_from'])
      .select([end_reason.as('end_reason'), 'o.ended_at', 'o.refunded_at', 'o.note'])
      .select(ended_by.as('ended_by_name'))
      .select([
        'editor.user_name as updated_by_name',
        'o.updated_at',
        'p.open_at',
        'p.stop_at',
        'p.print_at',
        'p.draw_at',
      ])
      .select(['p.cancelled_at as period_cancelled_at', is_late_report.as('is_late_report')])
      // A person who must still enter the result a second time must not read it here.
      .select(
        sql<DrawResult | null>`(select jsonb_build_object('status', r.status, 'version', r.version,
        'numbers', case when r.status = ${resultStatus.confirmed} then r.numbers end) from draw_result r where r.period_id = o.period_id)`.as(
          'draw_result',
        ),
      )
      .$narrowType<{
        open_at: string
        stop_at: string
        print_at: string
        draw_at: string
        reported_from: OrderStatus | null
      }>()
      .where('o.order_id', '=', order_id)
      .executeTakeFirst()
  )
}

/** The purchase's orders by the time of their draws. */
function purchaseOf(db: Db, me: Me, order_id: number) {
  return orderQuery(db, me, {}, null)
    .innerJoin('draw_period as p', 'p.period_id', 'o.period_id')
    .select(['o.order_id', 'p.period_code', 'o.total', shown_status.as('status')])
    .where(
      'o.purchase_id',
      '=',
      (eb) => eb.selectFrom('sale_order as own').select('own.purchase_id').where('own.order_id', '=', order_id), // unscoped: joined to an order within the scope
    )
    .orderBy('o.order_id')
    .$narrowType<{ total: number }>()
    .execute()
}

function linesOf(db: Db, order_id: number) {
  return db
    .selectFrom('order_line')
    .select([
      'line_no',
      'play_type',
      'numbers',
      'series',
      'ticket_id as xsdt_ticket_id',
      'quick_pick',
      'quantity',
      'amount',
      'reward',
      'tax',
      'prizes',
    ])
    .$narrowType<{ prizes: z.output<typeof OrderLine>['prizes'] }>()
    .where('order_id', '=', order_id)
    .orderBy('line_no')
    .limit(1_000)
    .execute()
}

/** Only the head office sees the ledger's entries. */
async function transfersOf(db: Db, me: Me, order_id: number) {
  if (!isHeadOffice(me)) return []
  return db
    .selectFrom('ledger_transfer as t')
    .innerJoin('ledger_account as f', 'f.account_id', 't.from_account')
    .innerJoin('ledger_account as g', 'g.account_id', 't.to_account')
    .select(['t.ref', 'f.code as from_code', 'g.code as to_code', 't.amount', 't.reason', 't.at'])
    .where('t.ref', '=', sql<string>`any (${orderRefs(order_id)}::text[])`)
    .orderBy('t.transfer_id')
    .execute()
}
