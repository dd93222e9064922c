import { sql } from 'kysely'
import { most_bulk_rows } from '#contract/bulk.ts'
import { assertSameCount, assertSameVersions, runBulk, refusal, type Refusal } from '#server/bulk.ts'
import { bounded, paginate, sortOf } from '#server/list.ts'
import { within } from '#server/scope.ts'
import type { Fail } from '#server/fail.ts'
import { serve, type Context } from '#server/serve.ts'
import { stamped } from '#server/stamp.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { lockDraws } from '#features/orders/intake/periods.server.ts'
import { orderLife } from '#features/orders/order/order.contract.ts'
import type { StateError } from '#features/orders/order/order.rules.ts'
import { most_photos, transactionProcess } from './process.contract.ts'
import {
  doneCount,
  lockNext,
  workedOn,
  isOpen,
  matching,
  mayOn,
  openCounts,
  processOf,
  shown,
  sortable,
  withinDays,
  type Worked,
} from './process.query.server.ts'
import { isHeldBy, whyNot, type ErrorOf, type ProcessAct } from './process.rules.ts'

export default serve(transactionProcess, {
  list: async ({ db, me, input, fail }) => {
    // What waits is worked off in its order; of what is finished the newest is asked for.
    const [column, direction] = sortOf(input.sort, isOpen(input) ? 'process_id' : '-process_id')
    const query = shown(matching(db, me, await withinDays(db, input, fail)))
      .orderBy(sortable[column as keyof typeof sortable], direction)
      .orderBy('o.order_id', direction)
    return bounded(db, fail, () => paginate(db, query, input, ['quantity', 'total']))
  },

  summary: async ({ db, me, input: { handling, from_date, to_date, open_only }, fail }) => {
    if (open_only) return { ...(await openCounts(db, me, handling)), done: null }
    const days = await withinDays(db, { from_date, to_date }, fail, 'today')
    const finished = await bounded(db, fail, () => doneCount(db, me, { ...days, handling }))
    return { ...(await openCounts(db, me, handling)), done: finished }
  },

  detail: async ({ db, me, input, fail }) => (await processOf(db, me, input.process_id)) ?? fail('order_not_found'),

  take: async (context) => {
    const { db, me, input } = context
    const judge = judgeOf(context, 'take')
    return runBulk(await named(context, input.process_ids, 'locked'), async ({ order }) => {
      const against = judge(order)
      if (against === null && !isHeldBy(order!, me.user_id)) await take(db, me, order!.process_id)
      return against
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
    await lockDraws(db)
    const [order] = await workedOn(db, me, [process_id], 'locked')
    const against = reasonAgainst(me, order ?? null, 'photo')
    if (against) fail(against.error, { message: against.message })
    if (!remove && order!.image_count >= most_photos)
      fail('request_invalid', { fields: { image: `Mỗi đơn có nhiều nhất ${most_photos} ảnh` } })
    if (!remove && !(await isUploadedBy(db, me, image)))
      fail('request_invalid', { fields: { image: 'Vui lòng tải ảnh lên' } })
    const others = sql`array_remove(images, ${image})`
    const images = remove ? sql<string[]>`${others}` : sql<string[]>`${others} || ${image}::text`
    await change(db, me, process_id, { images })
    return (await processOf(db, me, process_id))!
  },

  releasePreview: (context) => tried(context, 'release'),
  release: (context) => done(context, 'release'),
  finishPreview: (context) => tried(context, 'finish'),
  finish: (context) => done(context, 'finish'),
})

const moment = sql<string>`clock_timestamp()`

function change(db: Db, me: Me, process_id: number, values: object) {
  return db
    .updateTable('sale_order')
    .set({ ...values, ...stamped(me) })
    .where('order_id', '=', process_id)
    .where(within(me, 'sale_order'))
    .execute()
}

function take(db: Db, me: Me, process_id: number) {
  return change(db, me, process_id, { status: orderLife.take.to, taken_by: me.user_id, taken_at: moment })
}

/** A photo proves the ticket of whoever has it in hand: another's, whose address got about, proves nothing. */
async function isUploadedBy(db: Db, me: Me, image: string): Promise<boolean> {
  const path = image.replace('/files/', '')
  const own = db.selectFrom('stored_file').select('path').where('path', '=', path).where('created_by', '=', me.user_id)
  return (await own.executeTakeFirst()) !== undefined
}

const rightOf = { take: 'work', photo: 'work', release: 'finish', finish: 'finish' } as const

type Against<A extends ProcessAct> = ErrorOf[A] | StateError | 'order_not_found' | 'no_right'

function reasonAgainst<A extends ProcessAct>(me: Me, order: Worked | null, act: A): Refusal<Against<A>> | null {
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
  return (order: Worked | null): Refusal | null => {
    const against = reasonAgainst(me, order, act)
    if (against && single) fail(against.error, { message: against.message })
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
  return runBulk(await chosen(context, 'seen'), async ({ order }) => judge(order))
}

async function done<A extends 'release' | 'finish'>(context: Bulk & Judging<A>, act: A) {
  const { db, me } = context
  const judge = judgeOf(context, act)
  return runBulk(await chosen(context, 'locked'), async ({ order }) => {
    const against = judge(order)
    if (against) return against
    await change(
      db,
      me,
      order!.process_id,
      act === 'finish'
        ? { status: orderLife.finish.to, finished_at: moment }
        : { status: orderLife.release.to, taken_by: null, taken_at: null },
    )
    return null
  })
}

interface Row {
  id: number
  label: string
  version?: number
  order: Worked | null
}

/** These orders, in the order of their numbers; one that there is not stands there too, and is refused by itself. */
async function named(
  { db, me }: Pick<Bulk, 'db' | 'me'>,
  ids: readonly number[],
  how: 'locked' | 'seen',
): Promise<Row[]> {
  if (how === 'locked') await lockDraws(db)
  const orders = new Map((await workedOn(db, me, ids, how)).map((order) => [order.process_id, order]))
  return [...new Set(ids)]
    .toSorted((a, b) => a - b)
    .map((id) => {
      const order = orders.get(id)
      if (!order) return { id, label: String(id), order: null }
      return { id, label: `${id} · ${order.pos_code}`, version: order.version, order }
    })
}

/** The orders of a batch. Refused when they are not as many, or not as, the person saw them. */
async function chosen(context: Bulk, how: 'locked' | 'seen'): Promise<Row[]> {
  const { db, me, input, fail } = context
  const { ids, process_ids, filter, expected, seen } = input
  if (!filter && !ids) return named(context, process_ids ?? [], how)
  const keys = filter
    ? (await filtered(context, filter)).map(({ order_id }) => order_id)
    : (await workedOn(db, me, ids!, 'seen')).map(({ process_id }) => process_id)
  assertSameCount(keys.length, filter ? (expected ?? -1) : new Set(ids).size, fail)
  const rows = await named(context, keys, how)
  assertSameVersions(rows, seen, fail)
  return rows
}

async function filtered({ db, me, fail }: Bulk, filter: NonNullable<Bulk['input']['filter']>) {
  return matching(db, me, await withinDays(db, filter, fail))
    .select('o.order_id')
    .orderBy('o.order_id')
    .limit(most_bulk_rows + 1)
    .execute()
}
