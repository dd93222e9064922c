/** Apps show products in the saved order, with the saved names and pictures, without hidden or unsold ones. */
import sharp from 'sharp'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnswerOf } from '#contract/call.ts'
import { contentChannel } from '#features/content/content-channel/content-channel.contract.ts'
import { file } from '#features/content/file/file.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import { productDisplayTab } from '#features/settings/pages.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos } from '../../../testing/orders.ts'
import { errorCodeOf } from '../../../testing/error-code.ts'
import { inParallel, onceOf } from '../../../testing/parallel.ts'
import { productDisplay } from './product-display.contract.ts'

let office: Office
let an: Person
let binh: Person

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...productDisplayTab.rights])
  binh = await office.hire([...productDisplayTab.rights])
})
afterAll(() => office.close())

const list = () => an.call(productDisplay.list, { page_size: 100 })
const rows = async () => (await list()).items
const rowOf = async (product_id: number) => an.call(productDisplay.detail, { product_id })
const history = async () => (await an.call(productDisplay.history, {})).items
const fetchProducts = (headers: Record<string, string> = {}) =>
  fetch(office.url + contentChannel.products.path, { headers })
async function displayed() {
  const { data } = (await (await fetchProducts()).json()) as { data: AnswerOf<typeof contentChannel.products> }
  return data.items
}
/** The channel caches its answer for a second. */
const soon = { timeout: 10_000, interval: 200 }
const codesShown = async () => (await displayed()).map(({ category }) => category)

test('at first all sold products are shown, and the others are unassigned', async () => {
  expect(await codesShown()).toEqual((await rows()).map(({ product_id }) => product_id))
  const { items } = await an.call(productDisplay.listNotAssign, {})
  expect(items.map(({ category }) => category)).toEqual([product.max4d])
})

test('the channel answers the new order with a new ETag', async () => {
  const first = await fetchProducts()
  const etag = first.headers.get('etag')!
  const before = await codesShown()
  expect((await fetchProducts({ 'if-none-match': etag })).status).toBe(304)
  const product_ids = before.toReversed()
  const { version } = await list()
  await an.call(productDisplay.setup, { product_ids, reason: 'Điện toán lên trước', version })
  await expect.poll(codesShown, soon).toEqual(product_ids)
  const after = await fetchProducts({ 'if-none-match': etag })
  expect([after.status, after.headers.get('etag') === etag]).toEqual([200, false])
  const [change] = await history()
  expect(change).toMatchObject({ item: 'order', created_by_name: an.user_name, reason: 'Điện toán lên trước' })
  await binh.call(productDisplay.setup, { ...(change!.before as { product_ids: number[] }), version: version + 1 })
  await expect.poll(codesShown, soon).toEqual(before)
})

test('a product disappears when it is hidden, removed or not sold, and returns with its name and picture', async () => {
  const product_id = product.keno
  const name = 'keno.webp'
  const drawn = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } })
    .webp()
    .toBuffer()
  const { body } = await an.raw(
    file.upload,
    { folder_dir: 'product', file_name: name },
    { file: { name, bytes: new Uint8Array(drawn) } },
  )
  const { url: image_url } = body.data as AnswerOf<typeof file.upload>
  const keno = async () => (await displayed()).find(({ category }) => category === product_id)
  const display = { label: 'Keno 8 phút', image_url, image_alt: 'Quả bóng số xanh' }
  await an.call(productDisplay.update, { product_id, version: (await rowOf(product_id)).version, ...display })
  await expect.poll(keno, soon).toMatchObject(display)

  await an.call(productDisplay.update, { product_id, status: 0 })
  await expect.poll(keno, soon).toBeUndefined()
  await an.call(productDisplay.update, { product_id, status: 1 })
  await expect.poll(keno, soon).toMatchObject(display)

  const sell = (status: 0 | 1) =>
    office.write((db) => sql`update category set status = ${status} where category = ${product_id}`.execute(db))
  await sell(0)
  await expect.poll(keno, soon).toBeUndefined()
  expect(await rowOf(product_id)).toMatchObject({ status: 1, is_sold: false })
  await sell(1)
  await expect.poll(keno, soon).toMatchObject(display)

  await an.call(productDisplay.delete, { product_id })
  await expect.poll(keno, soon).toBeUndefined()
  expect((await an.call(productDisplay.listNotAssign, {})).items).toContainEqual(
    expect.objectContaining({ product_id }),
  )
  const [change] = await history()
  expect(change).toMatchObject({ item: String(product_id), before: { ...display, status: 1 }, after: null })
  await binh.call(productDisplay.add, { product_id, ...(change!.before as typeof display) })
  await expect.poll(keno, soon).toMatchObject(display)
  expect((await displayed()).at(-1)).toMatchObject({ category: product_id })
})

test('of twenty parallel orders one is saved, and of twenty parallel additions or names as well', async () => {
  const { items, version: order_version } = await list()
  const ids = items.map(({ product_id }) => product_id)
  const orders = Array.from({ length: 20 }, (_, n) => [...ids.slice(n % ids.length), ...ids.slice(0, n % ids.length)])
  const save = (product_ids: number[], version: number, person = an) =>
    person.call(productDisplay.setup, { product_ids, version })
  const codes = await inParallel((n) => errorCodeOf(save(orders[n]!, order_version, n % 2 ? an : binh)))
  expect(codes.sort((a, b) => a - b)).toEqual(onceOf('changed_by_other'))
  expect(orders).toContainEqual((await rows()).map(({ product_id }) => product_id))
  expect((await rows()).map(({ position }) => position)).toEqual(ids.map((_, n) => n + 1))

  const draft = { product_id: product.max4d, label: 'Max 4D' }
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => an.call(productDisplay.add, draft)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(an.call(productDisplay.add, draft)).rejects.toMatchObject({ error: 'product_display_exists' })
  // An order of the old list is refused, and so is one without a version, which would overwrite whatever was saved.
  const stale = { code: 9001, data: { current: { product_ids: expect.any(Array), version: order_version + 1 } } }
  await expect(save(ids, order_version + 1)).rejects.toMatchObject(stale)
  const versionless = { product_ids: (await rows()).map(({ product_id }) => product_id) }
  await expect(an.call(productDisplay.setup, versionless as never)).rejects.toMatchObject({
    error: 'request_invalid',
    data: { fields: { version: expect.any(String) } },
  })
  await save(versionless.product_ids.toReversed(), order_version + 1)
  const { version } = await rowOf(product.max4d)
  const renames = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      an.call(productDisplay.update, { product_id: product.max4d, version, label: `Max 4D ${n}` }),
    ),
  )
  expect(renames.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('invalid changes are refused at their fields, and nothing is saved', async () => {
  const before = await history()
  const { product_id, version } = await rowOf(product.mega645)
  const update = (changes: object) => an.call(productDisplay.update, { product_id, version, ...changes })
  const picture = '/files/product/khong-co-0123456789abcdef.webp'
  await expect(update({ image_url: picture })).rejects.toMatchObject({
    data: { fields: { image_alt: 'Ảnh cần chữ thay ảnh' } },
  })
  await expect(update({ image_url: picture, image_alt: 'x' })).rejects.toMatchObject({
    data: { fields: { image_url: expect.any(String) } },
  })
  await expect(update({ label: (await rowOf(product.power655)).label.toUpperCase() })).rejects.toMatchObject({
    error: 'display_label_exists',
    data: { fields: { label: expect.any(String) } },
  })
  await expect(an.call(productDisplay.add, { product_id: 99, label: 'Lạ' })).rejects.toMatchObject({
    code: 150,
    data: { fields: { product_id: expect.any(String) } },
  })
  await expect(an.call(productDisplay.delete, { product_id: 99 })).rejects.toMatchObject({ error: 'not_found' })
  const { partner_id } = await openPos(office)
  const operator = await office.hire([...productDisplayTab.rights], { partner_id })
  await expect(operator.call(productDisplay.delete, { product_id })).rejects.toMatchObject({ code: 169 })
  expect(await history()).toEqual(before)
})
