/** The picture of a reported fault, uploaded before or after the report. */
import type { Refusal } from '#contract/errors.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { max_file_bytes } from '#contract/wire.ts'
import { keepPicture } from '#server/files/files.ts'
import { reencodePicture } from '#server/files/picture.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { refuse } from '#server/fail.ts'
import { changeAndFind, lockOrder, type ActContext } from './act-on-order.server.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { findOrder } from '#features/orders/order/order.query.server.ts'
import { whyNot, type ActFacts, type ErrorOf, type StateError } from './order-act.rules.ts'
import { reportPicture } from '#features/orders/order/transaction.contract.ts'

export default serve(reportPicture, {
  upload: async ({ db, me, request, files, input: { order_id }, fail }) => {
    // Checked before the order is locked, because re-encoding and storing the picture takes a while.
    const unlocked_order = await findOrder(db, me, order_id)
    if (!unlocked_order) return fail('order_not_found')
    refuse(whyNotShow(unlocked_order, me), fail)
    const bytes = await request.spooled!.read(max_file_bytes)
    const picture = bytes && (await reencodePicture(bytes))
    if (!picture)
      return fail('request_invalid', { fields: { file: 'Tệp không phải là ảnh đọc được, hoặc lớn hơn 8 MB' } })
    // Each upload has a file name of its own: two people may upload the same picture.
    const digest = createHash('sha256').update(`${me.user_id} ${request.transid} `).update(picture.bytes).digest('hex')
    const path = `${pictureOf(order_id)}${digest.slice(0, 16)}.webp`
    const url = await keepPicture(db, files, { path, picture, created_by: me.user_id })
    const acting: ActContext<ErrorOf['report'] | StateError | 'no_right'> = { db, me, input: { order_id }, fail }
    const order = await lockOrder(acting)
    refuse(whyNotShow(order, me), fail)
    // Before the fault is reported the picture waits for the report, and the order is not changed.
    if (order.status === orderStatus.reported) await changeAndFind(acting, { report_image: url })
    return { url }
  },
})

/** The person who decides on a report must see the picture that its reporter attached. */
function whyNotShow(
  order: ActFacts<'report'> & { reported_by: number | null },
  me: Me,
): Refusal<ErrorOf['report'] | StateError | 'no_right'> | null {
  if (order.status !== orderStatus.reported) return whyNot('report', order, me)
  if (order.reported_by === me.user_id) return null
  return { error: 'no_right', message: 'Chỉ người báo lỗi được đổi ảnh báo lỗi.' }
}

const pictureOf = (order_id: number) => `report/bao-loi-${order_id}-`

/** This person's newest upload for this order after `after`: earlier ones belong to an earlier report. */
export async function waitingPicture(db: Db, me: Me, order_id: number, after: string): Promise<string | null> {
  const file = await db
    .selectFrom('stored_file')
    .select('path')
    .where('created_by', '=', me.user_id)
    .where('created_at', '>', after)
    .where(sql<boolean>`starts_with(path, ${pictureOf(order_id)})`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return file ? `/files/${file.path}` : null
}
