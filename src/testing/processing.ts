/** Test helpers for the processing of online orders: take, attach a photo, finish, release. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Failure, type ErrorName } from '#contract/errors.ts'
import type { InputOf } from '#contract/call.ts'
import type { Right } from '#contract/page.ts'
import { rasterizeSvg } from '#server/files/picture.ts'
import { file } from '#features/content/file/file.contract.ts'
import { handling } from '#features/orders/order/order.contract.ts'
import { onlinePage } from '#features/orders/pages.contract.ts'
import { transactionProcess as process } from '#features/orders/process/process.contract.ts'
import type { Office, Person } from './office.ts'
import { sell, type SellingPos, type TestOrder } from './orders.ts'

/** Rights of a person who processes online orders. */
export const online_rights: readonly Right[] = [onlinePage.view, onlinePage.work, onlinePage.finish]

export function runAsProgram(office: Office, statement: ReturnType<typeof sql>) {
  return office.write((db) => statement.execute(db))
}

/** Removes all orders from the queues and from the people who took them. */
export const emptyQueues = (office: Office) =>
  runAsProgram(
    office,
    sql`update sale_order set status = 10, version = version + 1 where status in (2, 3) and handling > 0`,
  )

/** Creates an online order that waits for processing. */
export const waiting = (office: Office, pos: SellingPos, fields: TestOrder = {}) =>
  sell(office, pos, { handling: handling.online, msisdn: '84901234567', ...fields })

/** Backdates the order so that the reservation of the person who took it has expired. */
export const leave = (office: Office, process_id: number) =>
  runAsProgram(
    office,
    sql`update sale_order set taken_at = now() - interval '16 minutes', updated_at = now() - interval '16 minutes' where order_id = ${process_id}`,
  )

/** The person takes these orders to process. */
export const take = (person: Person, ...process_ids: number[]) => person.call(process.take, { process_ids })
/** The person takes the next online order that waits. */
export const takeNext = (person: Person) => person.call(process.takeNext, { handling: handling.online })
/** The person gives these orders back to the queue. */
export const release = (person: Person, ...process_ids: number[]) => person.call(process.release, { process_ids })
/** The person finishes these orders. */
export const finish = (person: Person, ...process_ids: number[]) => person.call(process.finish, { process_ids })
/** The order as the screen of processing shows it. */
export const detailOf = (person: Person, process_id: number) => person.call(process.detail, { process_id })
/** The queue of online orders, or another one. */
export const listOf = (person: Person, input: InputOf<typeof process.list> = {}) =>
  person.call(process.list, { handling: handling.online, ...input })
/** The numbers of a page's orders. */
export const idsOf = ({ items }: { items: { process_id: number }[] }) => items.map(({ process_id }) => process_id)

/** Uploads a unique photo; returns its URL. */
export async function photo(person: Person, folder_dir: 'order' | 'claim' = 'order'): Promise<string> {
  const colour = `#${randomUUID().slice(0, 6)}`
  const { bytes } = await rasterizeSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="${colour}"/></svg>`,
  )
  const { body } = await person.raw(
    file.upload,
    { folder_dir, file_name: `${randomUUID()}.webp` },
    { file: { name: 'vé.webp', bytes: new Uint8Array(bytes) } },
  )
  return (body.data as { url: string }).url
}

/** The person adds a photo of the ticket to the order: the given one, or a new one. */
export const show = async (person: Person, process_id: number, image?: string) =>
  person.call(process.updateImage, { process_id, image: image ?? (await photo(person)) })

/** Name of the error with which the call was refused; throws when it was not. */
export async function refusal(call: Promise<unknown>): Promise<ErrorName> {
  const failure = await call.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(failure instanceof Failure)) throw failure ?? new Error('It was not refused')
  return failure.error!
}
