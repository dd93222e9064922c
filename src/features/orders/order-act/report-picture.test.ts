/** The picture of a reported fault: who may add it, and to which report it belongs. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rasterizeSvg } from '#server/files/picture.ts'
import { errorCode } from '../../../testing/error-code.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openOrderDesk, order, sell, type SellingPos } from '../../../testing/orders.ts'
import { orderStatus as status } from '#features/orders/order/order.contract.ts'
import { orders, reportPicture } from '#features/orders/order/transaction.contract.ts'

let office: Office
let an: Person
let binh: Person
let pos: SellingPos

beforeAll(async () => {
  office = await openOffice()
  ;({ an, binh, pos } = await openOrderDesk(office))
})
afterAll(() => office.close())

const reason = { reason: 'Vé in mờ, không đọc được số' }

const detail = (order_id: number) => an.call(orders.detail, { order_id })

test('a picture belongs to the report for which it was uploaded', async () => {
  const { bytes } = await rasterizeSvg(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>',
  )
  const file = { name: 'anh.webp', bytes: new Uint8Array(bytes) }
  const order_id = await sell(office, pos)
  const upload = (person: Person, picture = file) => person.raw(reportPicture.upload, { order_id }, { file: picture })
  const { body } = await upload(an)
  const { url } = body.data as { url: string }
  expect((await fetch(office.url + url)).status).toBe(200)
  expect(await detail(order_id)).toMatchObject({ report_image: null, reported_by: null, status: status.done })
  await an.call(orders.report, { order_id, ...reason })
  expect(await detail(order_id)).toMatchObject({ report_image: url, report_reason: reason.reason })
  await binh.call(orders.rejectReport, { order_id, ...reason })
  await an.call(orders.report, { order_id, ...reason })
  expect((await detail(order_id)).report_image).toBeNull()
  const later = (await upload(an)).body.data as { url: string }
  expect((await detail(order_id)).report_image).toBe(later.url)
  await binh.call(orders.rejectReport, { order_id, ...reason })
  await an.call(orders.report, { order_id, ...reason })
  // It was uploaded during the previous report, so it belongs to that one.
  expect((await detail(order_id)).report_image).toBeNull()
  const nonsense = await upload(an, { name: 'anh.png', bytes: new TextEncoder().encode('<svg onload=alert(1)>') })
  expect(nonsense.body.error.code).toBe(errorCode('request_invalid'))
  const unpaid = await order(office, pos)
  expect((await an.raw(reportPicture.upload, { order_id: unpaid }, { file })).body.error.code).toBe(
    errorCode('action_invalid'),
  )
})

test('only the reporter can add a picture to an open report, and an upload alone changes no order', async () => {
  const order_id = await sell(office, pos)
  const upload = async (person: Person, ink: string) => {
    const { bytes } = await rasterizeSvg(
      `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="${ink}"/></svg>`,
    )
    return person.raw(reportPicture.upload, { order_id }, { file: { name: 'a.webp', bytes: new Uint8Array(bytes) } })
  }
  const { url } = (await upload(an, 'red')).body.data as { url: string }
  await upload(binh, 'blue')
  await an.call(orders.report, { order_id, ...reason })
  expect((await upload(binh, 'green')).body.error.code).toBe(errorCode('no_right'))
  expect(await detail(order_id)).toMatchObject({ report_image: url, reported_by: an.user_id })
  await binh.call(orders.rejectReport, { order_id, ...reason })
  const shown_order = await detail(order_id)
  expect((await upload(binh, 'green')).body.error.code).toBe(0)
  expect(await detail(order_id)).toEqual(shown_order)
  expect(shown_order).toMatchObject({ reported_by: an.user_id, report_reason: reason.reason, report_image: url })
})
