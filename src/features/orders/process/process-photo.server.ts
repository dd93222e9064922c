/** Photos that prove the tickets of an order: taken by the person who works on it, and none of them proves two orders. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import type { Me } from '#server/session/session.ts'
import { max_photos } from './process.contract.ts'
import type { QueuedOrder } from './process.query.server.ts'

/** Attaches the photo to this locked order. Another person's photo proves nothing and is refused. */
export async function attachPhoto(
  db: Db,
  me: Me,
  { process_id, image_count }: QueuedOrder,
  image: string,
  fail: Fail<'request_invalid'>,
): Promise<void> {
  const refuse = (message: string) => fail('request_invalid', { fields: { image: message } })
  const path = pathOf(image)
  const file = db.selectFrom('stored_file').select('path').where('path', '=', path).where('created_by', '=', me.user_id)
  if (!(await file.executeTakeFirst())) refuse('Vui lòng tải ảnh lên')
  const owner = await orderOfPhoto(db, path)
  if (owner === process_id) return
  if (image_count >= max_photos) refuse(`Mỗi đơn có nhiều nhất ${max_photos} ảnh`)
  await db
    .insertInto('order_photo')
    .values({ image: path, order_id: process_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Checked after the insert, which waits for anybody who is attaching the same photo elsewhere.
  if ((await orderOfPhoto(db, path)) !== process_id)
    refuse('Ảnh này đã dùng cho một đơn khác. Hãy chụp và tải lên ảnh vé của chính đơn này.')
}

/** Detaches the photo, which may then be attached again, also to the same order. */
export async function detachPhoto(db: Db, process_id: number, image: string): Promise<void> {
  await db.deleteFrom('order_photo').where('image', '=', pathOf(image)).where('order_id', '=', process_id).execute()
}

/** The order's photos with this one added or removed. */
export function imagesWith(image: string, remove: boolean) {
  const other_images = sql<string[]>`array_remove(images, ${image})`
  return remove ? other_images : sql<string[]>`${other_images} || ${image}::text`
}

async function orderOfPhoto(db: Db, path: string): Promise<number | null> {
  const owner = await db.selectFrom('order_photo').select('order_id').where('image', '=', path).executeTakeFirst()
  return owner?.order_id ?? null
}

function pathOf(image: string): string {
  return image.replace('/files/', '')
}
