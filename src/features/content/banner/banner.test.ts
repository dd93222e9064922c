import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorCodeOf } from '../../../testing/error-code.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { inParallel, onceOf } from '../../../testing/parallel.ts'
import { recordHistory } from '#features/access/audit/record-history.contract.ts'
import { file } from '#features/content/file/file.contract.ts'
import { paymentVendor } from '#features/settings/payment-vendor/payment-vendor.contract.ts'
import { bannerPage } from '../pages.contract.ts'
import { banner } from './banner.contract.ts'

let office: Office
let an: Person

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([bannerPage.view, bannerPage.add, bannerPage.update, bannerPage.remove])
})
afterAll(() => office.close())

/** A picture of random noise, so that no two are equal. */
async function picture(width = 40, height = 20): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  const drawn = sharp({ create: { width, height, channels: 3, background: 'white', noise } })
  return new Uint8Array(
    await drawn
      .withExif({ IFD0: { Copyright: 'bí mật' } })
      .jpeg()
      .toBuffer(),
  )
}
const send = (bytes: Uint8Array<ArrayBuffer>, name = 'Tết Bính Ngọ.jpg') =>
  an.raw(file.upload, { folder_dir: 'banner', file_name: name }, { file: { name, bytes } })
async function uploaded(): Promise<string> {
  const { body } = await send(await picture())
  return (body.data as { url: string }).url
}
const draft = async () => ({
  title: 'Chúc mừng năm mới',
  image_url: await uploaded(),
  image_alt: 'Mai vàng trên nền đỏ',
  place: 'home_top' as const,
})

test('an uploaded picture is re-encoded as WebP, scaled down, named after its file and stripped of metadata', async () => {
  const { body } = await send(await picture(3000, 1000))
  expect(body).toMatchObject({
    error: { code: 0 },
    data: {
      width: 2000,
      height: 667,
      url: expect.stringMatching(/^\/files\/banner\/tet-binh-ngo-[0-9a-f]{16}\.webp$/),
    },
  })
  const served = await fetch(office.url + (body.data as { url: string }).url)
  expect([served.headers.get('content-type'), served.headers.get('x-content-type-options')]).toEqual([
    'image/webp',
    'nosniff',
  ])
  const metadata = await sharp(await served.arrayBuffer()).metadata()
  expect([metadata.format, metadata.exif]).toEqual(['webp', undefined])
})

test('a file that is not a picture is refused at its field', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  for (const content of ['GIF89a but not really', svg, '%PDF-1.7', '']) {
    const { body } = await send(new TextEncoder().encode(content), 'x.png')
    expect(body).toMatchObject({ error: { code: 3 }, data: { fields: { file: expect.any(String) } } })
  }
  const missing = await an.raw(file.upload, { folder_dir: 'banner', file_name: 'x' })
  expect(missing.body.data).toEqual({ fields: { file: 'Vui lòng chọn ảnh' } })
})

test('a picture with too many pixels is refused although its file is small', async () => {
  const flood = new Uint8Array(
    await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: 'white' } })
      .png()
      .toBuffer(),
  )
  expect(flood.length).toBeLessThan(2_000_000)
  expect((await send(flood)).body.error.code).toBe(3)
})

test('an upload above the size limit is refused with 413, and a form sent to a call without a file with 415', async () => {
  const { status, body } = await send(new Uint8Array(9 * 1024 * 1024))
  expect([status, body.error.code]).toEqual([413, 3])
  const form = await fetch(office.url + banner.add.path, {
    method: 'POST',
    body: new FormData(),
    headers: { authorization: `Bearer ${an.token}` },
  })
  expect(form.status).toBe(415)
})

test('two banners cannot share one picture', async () => {
  const tet = await draft()
  await an.call(banner.add, tet)
  await expect(an.call(banner.add, { ...tet, title: 'Bản sao' })).rejects.toMatchObject({ code: 19 })
})

test('a banner is added last on each of its payment vendors, and setup changes the order of one vendor', async () => {
  const [momo, bank] = (await an.call(paymentVendor.list, {})).items.map((item) => item.payment_vendor_id) as [
    number,
    number,
  ]
  const ids: number[] = []
  for (let n = 0; n < 3; n++)
    ids.push((await an.call(banner.add, { ...(await draft()), list_payment: [momo, bank] })).banner_id)
  const shownIds = async (payment_vendor_id: number) =>
    (await an.call(banner.listByPayment, { payment_vendor_id })).items.map((item) => item.banner_id)
  expect(await shownIds(momo)).toEqual(ids)
  const turned = ids.toReversed()
  await an.call(banner.setup, { payment_vendor_id: momo, banner_ids: turned })
  expect([await shownIds(momo), await shownIds(bank)]).toEqual([turned, ids])
  await expect(an.call(banner.setup, { payment_vendor_id: momo, banner_ids: ids.slice(1) })).rejects.toMatchObject({
    code: 9001,
  })
  await expect(an.call(banner.setup, { payment_vendor_id: 987, banner_ids: [] })).rejects.toMatchObject({ code: 149 })
  await an.call(banner.delete, { banner_id: ids[1]! })
  expect(await shownIds(momo)).toEqual([ids[2], ids[0]])
})

test('of twenty persons who order the banners of one vendor as they saw them one succeeds', async () => {
  const payment_vendor_id = (await an.call(paymentVendor.list, {})).items[2]!.payment_vendor_id
  for (let n = 0; n < 3; n++) await an.call(banner.add, { ...(await draft()), list_payment: [payment_vendor_id] })
  const shownIds = async () =>
    (await an.call(banner.listByPayment, { payment_vendor_id })).items.map((item) => item.banner_id)
  const seen_ids = await shownIds()
  const [first, second, third] = seen_ids as [number, number, number]
  const orders = [
    [third, second, first],
    [second, first, third],
  ]
  const order = (banner_ids: number[], seen?: number[]) =>
    an.call(banner.setup, { payment_vendor_id, banner_ids, ...(seen && { seen_ids: seen }) })
  const codes = await inParallel((n) => errorCodeOf(order(orders[n % 2]!, seen_ids)))
  expect(codes.toSorted((a, b) => a - b)).toEqual(onceOf('changed_by_other'))
  const saved_ids = await shownIds()
  expect(orders).toContainEqual(saved_ids)
  await expect(order(seen_ids, seen_ids)).rejects.toMatchObject({ message: expect.stringContaining('Thứ tự vừa') })
  await order(seen_ids, saved_ids)
  await order(saved_ids)
  expect(await shownIds()).toEqual(saved_ids)
})

test('an update adds a payment vendor, and an update of an outdated version is refused with the current row', async () => {
  const [momo, bank] = (await an.call(paymentVendor.list, {})).items.map((item) => item.payment_vendor_id) as [
    number,
    number,
  ]
  const added = await an.call(banner.add, { ...(await draft()), list_payment: [momo] })
  const { banner_id, version, image_url, title, place } = added
  const after = await an.call(banner.update, {
    banner_id,
    version,
    image_url,
    title,
    place,
    list_payment: [momo, bank],
    link: '/ket-qua',
  })
  expect(after.vendors.map((vendor) => vendor.payment_vendor_id)).toEqual([momo, bank])
  await expect(an.call(banner.update, { banner_id, version, image_url, title: 'Khác', place })).rejects.toMatchObject({
    code: 9001,
    data: { current: { title } },
  })
})

test('a banner link that a browser could run or that is malformed is refused at its field', async () => {
  const tet = await draft()
  for (const link of ['javascript:alert(1)', 'http://x.vn', '//x y', 'https://x.vn/"onload=']) {
    const { body } = await an.raw(banner.add, { ...tet, link })
    expect(body).toMatchObject({ error: { code: 3 }, data: { fields: { link: expect.any(String) } } })
  }
})

test('an update of a banner leaves fields as they are that it does not contain', async () => {
  const [momo] = (await an.call(paymentVendor.list, {})).items.map((item) => item.payment_vendor_id) as [number]
  const added = await an.call(banner.add, { ...(await draft()), status: 0, link: '/keno', list_payment: [momo] })
  const { banner_id, version, image_url, place } = added
  const after = await an.call(banner.update, { banner_id, version, image_url, place, title: 'Tên mới' })
  expect(after).toMatchObject({ title: 'Tên mới', status: 0, link: '/keno', vendors: added.vendors })
})

test('the history of a banner includes its places on payment vendors and is open to everybody who may view banners', async () => {
  const [momo] = (await an.call(paymentVendor.list, {})).items.map((item) => item.payment_vendor_id) as [number]
  const { banner_id } = await an.call(banner.add, { ...(await draft()), list_payment: [momo] })
  const viewer = await office.hire([bannerPage.view])
  const history = await viewer.call(recordHistory.history, { table_name: 'banner', row_id: String(banner_id) })
  expect(history.items.map(({ table_name }) => table_name).toSorted()).toEqual(['banner', 'banner_vendor'])
})

test('a picture can be uploaded with only the right to change banners', async () => {
  const editor = await office.hire([bannerPage.update])
  const bytes = await picture()
  const { body } = await editor.raw(
    file.upload,
    { folder_dir: 'banner', file_name: 'a' },
    { file: { name: 'a', bytes } },
  )
  expect(body.error.code).toBe(0)
})
