/** A device that has sent requests is locked instead of deleted: added anew, it would repeat what it had done. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerChannel } from '#features/orders/customer-channel/customer-channel.contract.ts'
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

test('a device that has acted for a customer or ordered is not deleted, and one that never did is', async () => {
  const seller = await openPos(office)
  await openTill(office, seller).call(customerChannel.openWallet, { msisdn: '0933200001', full_name: 'Lê Bình' })
  await expect(remove(seller.device_id)).rejects.toMatchObject({ code: 9013 })
  const order_id = await order(office, seller)
  await office.write((db) => sql`delete from channel_request where device_id = ${seller.device_id}`.execute(db))
  await expect(remove(seller.device_id)).rejects.toMatchObject({ code: 9013 })
  const paying = await addDevice(office, seller)
  await office.write((db) =>
    sql`update sale_order set paid_device_id = ${paying} where order_id = ${order_id}`.execute(db),
  )
  await expect(remove(paying)).rejects.toMatchObject({ code: 9013 })
  await remove(await addDevice(office, seller))
})
