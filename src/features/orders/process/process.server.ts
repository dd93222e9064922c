import type { Refusal } from '#contract/errors.ts'
import { assertSameCount, assertSameVersions, runBulk, refusal } from '#server/bulk.ts'
import { bounded, paginate, sortOf } from '#server/list.ts'
import type { Fail } from '#server/fail.ts'
import { serve, type Context } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { lockDraws } from '#features/orders/intake/periods.server.ts'
import { changeOrder } from '#features/orders/order/change-order.server.ts'
import { orderLife } from '#features/orders/order/order.contract.ts'
import type { StateError } from '#features/orders/order/order.rules.ts'
import { idsOf, searchedIn } from '#features/orders/order/order.query.server.ts'
import { shopsToChoose } from '#features/orders/order/order-shops.server.ts'
import { transactionProcess } from './process.contract.ts'
import { attachPhoto, detachPhoto, imagesWith } from './process-photo.server.ts'
import {
  daysIn,
  doneToday,
  isOpen,
  lockNext,
  lockQueued,
  queuedOrders,
  mayOn,
  openCounts,
  ordersOf,
  processOf,
  shownQueued,
  sortable,
  type QueuedOrder,
} from './process.query.server.ts'
import { isTakenBy, whyNot, type ErrorOf, type ProcessAct } from './process.rules.ts'
import { clock } from '#server/stamp.ts'
import { refuse } from '#server/fail.ts'

export default serve(transactionProcess, {
  list: async ({ db, me, input, fail }) => {
    // What waits is worked off in its order; of what is finished the newest is asked for.
    const [column, direction] = sortOf(input.sort, isOpen(input) ? 'process_id' : '-process_id')
    const days = await daysIn(db, input, fail)
    const query = shownQueued(queuedOrders(db, me, input, days))
      .orderBy(sortable[column as keyof typeof sortable], direction)
      .orderBy('o.order_id', direction)
    const page = await bounded(db, fail, () => paginate(db, query, input, ['quantity', 'amount', 'fee', 'total']))
    return { ...page, ...searchedIn(days, null) }
  },

  summary: async ({ db, me, input: { handling, open_only }, fail }) => {
    const open = await openCounts(db, me, handling)
    return { ...open, done: open_only ? null : await bounded(db, fail, () => doneToday(db, me, handling)) }
  },

  detail: async ({ db, me, input, fail }) => (await processOf(db, me, input.process_id)) ?? fail('order_not_found'),

  take: async (context) => {
    const { db, me, input } = context
    const judge = judgeOf(context, 'take')
    return runBulk(rowsOf(input.process_ids, await lockQueued(db, me, input.process_ids)), async ({ order }) => {
      const against = judge(order)
      if (against) return against
      const { process_id, is_lapsed } = order!
      // Who has it already keeps it as it is; one whose time is over has it anew.
      if (is_lapsed || !isTakenBy(order!, me.user_id)) await take(db, me, process_id)
      return null
    })
  },

  takeNext: async ({ db, me, input: { handling }, fail }) => {
    if (!mayOn(me, handling, 'work')) fail('no_right')
    await lockDraws(db)
    const next = await lockNext(db, me, handling)
    if (!next) return { process_id: null }
    await take(db, me, next.order_id)
    return { process_id: next.order_id }
  },

  updateImage: async ({ db, me, input: { process_id, image, remove }, fail }) => {
    const [order] = await lockQueued(db, me, [process_id])
    const against = reasonAgainst(me, order ?? null, 'photo')
    refuse(against, fail)
    if (remove) await detachPhoto(db, process_id, image)
    else await attachPhoto(db, me, order!, image, fail)
    await changeOrder(db, me, process_id, { images: imagesWith(image, remove === true) })
    return (await processOf(db, me, process_id))!
  },

  releasePreview: (context) => tried(context, 'release'),
  release: (context) => done(context, 'release'),
  finishPreview: (context) => tried(context, 'finish'),
  finish: (context) => done(context, 'finish'),

  pos: shopsToChoose,
})

function take(db: Db, me: Me, process_id: number) {
  return changeOrder(db, me, process_id, { status: orderLife.take.to, taken_by: me.user_id, taken_at: clock() })
}

const rightOf = { take: 'work', photo: 'work', release: 'finish', finish: 'finish' } as const

type Against<A extends ProcessAct> = ErrorOf[A] | StateError | 'order_not_found' | 'no_right'

function reasonAgainst<A extends ProcessAct>(me: Me, order: QueuedOrder | null, act: A): Refusal<Against<A>> | null {
  if (!order) return refusal('order_not_found')
  if (!mayOn(me, order.handling, rightOf[act])) return refusal('no_right')
  return whyNot(act, order, me.user_id)
}

interface Judging<A extends ProcessAct> {
  me: Me
  input: { process_ids?: readonly number[] | null | undefined }
  fail: Fail<Against<A>>
}

/** Whoever names a single order is told by the call itself why not; of several each has its own line. */
function judgeOf<A extends ProcessAct>({ me, input, fail }: Judging<A>, act: A) {
  const single = input.process_ids?.length === 1
  return (order: QueuedOrder | null): Refusal | null => {
    const against = reasonAgainst(me, order, act)
    if (single) refuse(against, fail)
    return against
  }
}

type Bulk =
  | Context<typeof transactionProcess.finish>
  | Context<typeof transactionProcess.release>
  | Context<typeof transactionProcess.finishPreview>
  | Context<typeof transactionProcess.releasePreview>

async function tried<A extends 'release' | 'finish'>(context: Bulk & Judging<A>, act: A) {
  const judge = judgeOf(context, act)
  return runBulk(await chosen(context, ordersOf), async ({ order }) => judge(order))
}

const changes = {
  finish: { status: orderLife.finish.to, finished_at: clock() },
  release: { status: orderLife.release.to, taken_by: null, taken_at: null },
} as const

async function done<A extends 'release' | 'finish'>(context: Bulk & Judging<A>, act: A) {
  const { db, me } = context
  const judge = judgeOf(context, act)
  return runBulk(await chosen(context, lockQueued), async ({ order }) => {
    const against = judge(order)
    if (!against) await changeOrder(db, me, order!.process_id, changes[act])
    return against
  })
}

interface Row {
  id: number
  label: string
  amount?: number
  version?: number
  order: QueuedOrder | null
}

/** A row for each number, in their order. A number that is no order's has one too, so that it is refused like any other. */
function rowsOf(ids: readonly number[], orders: readonly QueuedOrder[]): Row[] {
  const known = new Map(orders.map((order) => [order.process_id, order]))
  return [...new Set(ids)]
    .toSorted((a, b) => a - b)
    .map((id) => {
      const order = known.get(id)
      if (!order) return { id, label: String(id), order: null }
      return { id, label: `${id} · ${order.pos_code}`, amount: order.total, version: order.version, order }
    })
}

/** The orders of a batch, read or locked. Refused when they are not as many, or not as, the person saw them. */
async function chosen(context: Bulk, orders: typeof ordersOf): Promise<Row[]> {
  const { db, me, input, fail } = context
  const { ids, process_ids, filter, expected, seen } = input
  if (!filter && !ids) return rowsOf(process_ids ?? [], await orders(db, me, process_ids ?? []))
  const keys = filter
    ? await idsOf(db, queuedOrders(db, me, filter, await daysIn(db, filter, fail)), fail)
    : (await ordersOf(db, me, ids!)).map(({ process_id }) => process_id)
  assertSameCount(keys.length, filter ? (expected ?? -1) : new Set(ids).size, fail)
  const rows = rowsOf(keys, await orders(db, me, keys))
  assertSameVersions(rows, seen, fail)
  return rows
}
