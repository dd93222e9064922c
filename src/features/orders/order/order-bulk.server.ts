/** An act on many orders: tried without locks, done with all of them locked at once; each is judged by itself. */
import { sql } from 'kysely'
import { moneyText } from '#contract/money-text.ts'
import { assertSameCount, assertSameVersions, runBulk } from '#server/bulk.ts'
import type { Fail } from '#server/fail.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { lockAllForRefund, type LockedForRefund } from '#features/orders/intake/refund.server.ts'
import { judged } from './act-on-order.server.ts'
import { changeOrder } from './change-order.server.ts'
import { givenBack, moveBack, reported } from './order-moves.server.ts'
import { whyNot } from './order.rules.ts'

export type BulkAct = 'report' | 'accept_report' | 'refund'

interface Asked {
  db: Db
  me: Me
  input: {
    ids?: readonly number[] | null | undefined
    expected: number
    note?: string | null | undefined
    seen?: string | null | undefined
  }
  fail: Fail<'changed_by_other' | 'request_invalid'>
}

/** What would become of each. `filtered` are the numbers that the person's filter finds; null where the orders were named one by one. */
export async function tryOnMany(asked: Asked, act: BulkAct, filtered: readonly number[] | null) {
  const { me } = asked
  return runBulk(await chosen(asked, filtered), async ({ order }) => whyNot(act, order, me))
}

export async function doToMany(asked: Asked, act: BulkAct, filtered: readonly number[] | null) {
  const { db, me, input, fail } = asked
  if (!input.note) return fail('request_invalid', { fields: { note: 'Hãy ghi lý do.' } })
  const { note } = input
  const seen = await judged(db, me)
    .where('o.order_id', '=', sql<number>`any (${filtered ?? input.ids ?? []}::bigint[])`)
    .clearSelect()
    .select('o.order_id')
    .execute()
  // All at once and in the order in which everybody takes these locks: to lock them one after the other could end in a deadlock.
  const locked = await lockAllForRefund(
    db,
    seen.map(({ order_id }) => order_id),
  )
  const given_back: LockedForRefund[] = []
  const report = await runBulk(await chosen(asked, filtered), async ({ order }) => {
    const against = whyNot(act, order, me)
    if (against !== null) return against
    if (act === 'report') await changeOrder(db, me, order.order_id, reported(order, me, note, null))
    else {
      const one = locked.get(order.order_id)!
      await changeOrder(db, me, order.order_id, givenBack(me, one, act, note))
      given_back.push(one)
    }
    return null
  })
  // Of all of them at once and last: whoever pays meanwhile waits for the accounts from here on.
  if (act !== 'report') await moveBack(db, given_back, act)
  return report
}

/** The chosen orders that the person may see, by number. Refused when they are not as many, or not as, the person saw them. */
async function chosen({ db, me, input, fail }: Asked, filtered: readonly number[] | null) {
  const ids = filtered ?? input.ids ?? []
  const orders = await judged(db, me)
    .where('o.order_id', '=', sql<number>`any (${ids}::bigint[])`)
    .orderBy('o.order_id')
    .execute()
  assertSameCount(orders.length, input.expected, fail)
  const rows = orders.map((order) => {
    const { order_id, total, version } = order
    return { id: order_id, label: `${order_id} · ${moneyText(total)}`, amount: total, version, order }
  })
  assertSameVersions(rows, input.seen, fail)
  return rows
}
