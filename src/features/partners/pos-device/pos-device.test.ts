/** A device whose requests are kept is locked instead of deleted: added anew, it would repeat what it had done. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerChannel } from '#features/orders/customer-channel/customer-channel.contract.ts'
import { deleteOldRequests } from '#features/orders/intake/intake.jobs.ts'
import { posPage } from '#features/partners/pages.contract.ts'
import { pos } from '#features/partners/pos/pos.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { addDevice, openPos, order } from '../../../testing/orders.ts'
import { openTill } from '../../../testing/till.ts'

let office: Office
let an: Person
beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...posPage.rights])
})
afterAll(() => office.close())

const remove = (device_id: number) => an.call(pos.deleteDevice, { device_id })

/** Lets the device's requests be of so many minutes ago. */
const age = (device_id: number, minutes: number) =>
  office.write((db) =>
    sql`update channel_request set at = now() - make_interval(mins => ${minutes}::integer) where device_id = ${device_id}`.execute(
      db,
    ),
  )
const has_requests = { code: 9016, message: 'Thiết bị đã gửi yêu cầu nên không thể xóa. Hãy khóa lại thay vì xóa.' }

test('a device that has acted for a customer is not deleted, also after the customer was erased, and one that never did is', async () => {
  const seller = await openPos(office)
  await openTill(office, seller).call(customerChannel.openWallet, { msisdn: '0933200001', full_name: 'Lê Bình' })
  await age(seller.device_id, 61)
  await expect(remove(seller.device_id)).rejects.toMatchObject(has_requests)
  await office.write((db) =>
    sql`update channel_request set answer = '{"code": 115}' where device_id = ${seller.device_id}`.execute(db),
  )
  await expect(remove(seller.device_id)).rejects.toMatchObject(has_requests)
  await expect(an.call(pos.delete, { pos_id: seller.pos_id })).rejects.toMatchObject(has_requests)
  await remove(await addDevice(office, seller))
})

test('a device whose only requests were refused is deleted once their signature has expired', async () => {
  const seller = await openPos(office)
  await expect(
    openTill(office, seller).call(customerChannel.changePhone, { msisdn: '0933200002', new_msisdn: '0933200003' }),
  ).rejects.toMatchObject({ code: 9005 })
  await expect(remove(seller.device_id)).rejects.toMatchObject(has_requests)
  await age(seller.device_id, 20)
  await remove(seller.device_id)
})

test('a device that has ordered is deleted once its transids are no longer kept, without reading orders', async () => {
  const seller = await openPos(office)
  await order(office, seller)
  await age(seller.device_id, 39 * 24 * 60)
  await expect(remove(seller.device_id)).rejects.toMatchObject(has_requests)
  await age(seller.device_id, 41 * 24 * 60)
  await deleteOldRequests(office.db)
  await remove(seller.device_id)
})
