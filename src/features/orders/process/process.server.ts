import type { Refusal } from '#contract/errors.ts'
import { assertSameCount, assertSameVersions, runBulk, refusal } from '#server/record/bulk.ts'
import { withTimeLimit, paginate, sortOf } from '#server/record/list.ts'
import type { Fail } from '#server/fail.ts'
import { serve, type Context } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { lockPeriodsShared } from '#features/results/period/period.query.server.ts'
import { changeOrder } from '#features/orders/order-act/change-order.server.ts'
import { orderLife } from '#features/orders/order/order.contract.ts'
import type { StateError } from '#features/orders/order-act/order-act.rules.ts'
import { idsOf, searchedIn } from '#features/orders/order/order.query.server.ts'
import { posToChoose } from '#features/orders/order/order-pos.server.ts'
import { processStatus, transactionProcess } from './process.contract.ts'
import { attachPhoto, detachPhoto, imagesWith } from './process-photo.server.ts'
import {
  queueDays,
  doneCount,
  isOpen,
  lockNext,
  lockQueued,
  queueQuery,
  mayHandle,
  openCounts,
  findQueued,
  findProcess,
  selectQueued,
  sortable,
  type QueuedOrder,
} from './process.query.server.ts'
import { isTakenBy, whyNot, type ErrorOf, type ProcessAct } from './process.rules.ts'
import { clock_now } from '#server/record/change-columns.ts'
import { refuse } from '#server/fail.ts'

export default serve(transactionProcess, {
  list: async ({ db, me, input, fail }) => {
    // Waiting orders are listed oldest first, because they are worked off in that order; finished ones newest first.
    const [column, direction] = sortOf(input.sort, isOpen(input) ? 'process_id' : '-process_id')
    const days = await queueDays(db, input, fail)
    const query = selectQueued(queueQuery(db, me, input, days))
      .orderBy(sortable[column as keyof typeof sortable], direction)
      .orderBy('o.order_id', direction)
    const page = await withTimeLimit(db, fail, () => paginate(db, query, input, ['quantity', 'amount', 'fee', 'total']))
    return { ...page, ...searchedIn(days, null) }
  },

  summary: async ({ db, me, input: { handling, open_only, ...range }, fail }) => {
    const days = await queueDays(db, { status: processStatus.waiting, ...range }, fail)
    const open = await openCounts(db, me, handling, days)
    return { ...open, done: open_only ? null : await withTimeLimit(db, fail, () => doneCount(db, me, handling, days)) }
  },

  detail: async ({ db, me, input, fail }) => (await findProcess(db, me, input.process_id)) ?? fail('order_not_found'),

  take: async (context) => {
    const { db, me, input } = context
    const whyNotAct = whyNotOf(context, 'take')
    return runBulk(bulkRows(input.process_ids, await lockQueued(db, me, input.process_ids)), async ({ order }) => {
      const actRefusal = whyNotAct(order)
      if (actRefusal) return actRefusal
      const { process_id, is_lapsed } = order!
      // A person who has it already keeps it; one whose time is over takes it anew.
      if (is_lapsed || !isTakenBy(order!, me.user_id)) await take(db, me, process_id)
      return null
    })
  },

  takeNext: async ({ db, me, input: { handling }, fail }) => {
    if (!mayHandle(me, handling, 'work')) fail('no_right')
    await lockPeriodsShared(db)
    const nextOrder = await lockNext(db, me, handling)
    if (!nextOrder) return { process_id: null }
    await take(db, me, nextOrder.order_id)
    return { process_id: nextOrder.order_id }
  },

  updateImage: async ({ db, me, input: { process_id, image, remove }, fail }) => {
    const [order] = await lockQueued(db, me, [process_id])
    const actRefusal = refusalFor(me, order ?? null, 'photo')
    refuse(actRefusal, fail)
    if (remove) await detachPhoto(db, process_id, image)
    else await attachPhoto(db, me, order!, image, fail)
    await changeOrder(db, me, process_id, { images: imagesWith(image, remove === true) })
    return (await findProcess(db, me, process_id))!
  },

  releasePreview: (context) => preview(context, 'release'),
  release: (context) => run(context, 'release'),
  finishPreview: (context) => preview(context, 'finish'),
  finish: (context) => run(context, 'finish'),

  pos: posToChoose,
})

/** Takes an order that nobody has, or whose taker's time is over. */
function take(db: Db, me: Me, process_id: number) {
  const { take: taking, release } = orderLife.moves
  const change = { status: taking.to, taken_by: me.user_id, taken_at: clock_now }
  return changeOrder(db, me, process_id, change, [...taking.from, ...release.from])
}

const rightOf = { take: 'work', photo: 'work', release: 'finish', finish: 'finish' } as const

type ActError<A extends ProcessAct> = ErrorOf[A] | StateError | 'order_not_found' | 'no_right'

function refusalFor<A extends ProcessAct>(me: Me, order: QueuedOrder | null, act: A): Refusal<ActError<A>> | null {
  if (!order) return refusal('order_not_found')
  if (!mayHandle(me, order.handling, rightOf[act])) return refusal('no_right')
  return whyNot(act, order, me.user_id)
}

interface ActInput<A extends ProcessAct> {
  me: Me
  input: { process_ids?: readonly number[] | null | undefined }
  fail: Fail<ActError<A>>
}

/** The refusal of a single order is that of the call; in a batch each order has its own line. */
function whyNotOf<A extends ProcessAct>({ me, input, fail }: ActInput<A>, act: A) {
  const isSingle = input.process_ids?.length === 1
  return (order: QueuedOrder | null): Refusal | null => {
    const actRefusal = refusalFor(me, order, act)
    if (isSingle) refuse(actRefusal, fail)
    return actRefusal
  }
}

type Bulk =
  | Context<typeof transactionProcess.finish>
  | Context<typeof transactionProcess.release>
  | Context<typeof transactionProcess.finishPreview>
  | Context<typeof transactionProcess.releasePreview>

async function preview<A extends 'release' | 'finish'>(context: Bulk & ActInput<A>, act: A) {
  const whyNotAct = whyNotOf(context, act)
  return runBulk(await chosenRows(context, findQueued), async ({ order }) => whyNotAct(order))
}

const changes = {
  finish: { status: orderLife.moves.finish.to, finished_at: clock_now },
  release: { status: orderLife.moves.release.to, taken_by: null, taken_at: null },
} as const

async function run<A extends 'release' | 'finish'>(context: Bulk & ActInput<A>, act: A) {
  const { db, me } = context
  const whyNotAct = whyNotOf(context, act)
  return runBulk(await chosenRows(context, lockQueued), async ({ order }) => {
    const actRefusal = whyNotAct(order)
    if (!actRefusal) await changeOrder(db, me, order!.process_id, changes[act], orderLife.moves[act].from)
    return actRefusal
  })
}

interface Row {
  id: number
  label: string
  amount?: number
  version?: number
  order: QueuedOrder | null
}

/** A row for each number, in order; a number without an order is refused like any other row. */
function bulkRows(ids: readonly number[], orders: readonly QueuedOrder[]): Row[] {
  const orders_by_id = new Map(orders.map((order) => [order.process_id, order]))
  return [...new Set(ids)]
    .toSorted((a, b) => a - b)
    .map((id) => {
      const order = orders_by_id.get(id)
      if (!order) return { id, label: String(id), order: null }
      return { id, label: `${id} · ${order.pos_code}`, amount: order.total, version: order.version, order }
    })
}

/** The orders of a batch, read or locked. Refuses when their number or versions differ from what the person saw. */
async function chosenRows(context: Bulk, orders: typeof findQueued): Promise<Row[]> {
  const { db, me, input, fail } = context
  const { ids, process_ids, filter, expected, seen } = input
  if (!filter && !ids) {
    if (!process_ids?.length) return fail('request_invalid', { fields: { process_ids: 'Chưa chọn đơn nào' } })
    return bulkRows(process_ids, await orders(db, me, process_ids))
  }
  const keys = filter
    ? await idsOf(db, queueQuery(db, me, filter, await queueDays(db, filter, fail)), fail)
    : (await findQueued(db, me, ids!)).map(({ process_id }) => process_id)
  assertSameCount(keys.length, filter ? (expected ?? -1) : new Set(ids).size, fail)
  const rows = bulkRows(keys, await orders(db, me, keys))
  assertSameVersions(rows, seen, fail)
  return rows
}
