import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos } from '../../../testing/orders.ts'
import { openStore } from '../../../testing/tickets.ts'
import { customerGroupPage } from '../pages.contract.ts'
import { groupType, groupVip } from './group-vip.contract.ts'

let office: Office
let an: Person
beforeAll(async () => {
  office = await openOffice()
  an = await office.hire(customerGroupPage.rights)
})
afterAll(() => office.close())

test('a group is added and changed by version, and its name is unique', async () => {
  const gold = await an.call(groupVip.add, { name: 'VIP Vàng', type: groupType.vip, description: 'Giảm nửa phí' })
  expect(gold).toMatchObject({ status: 1, member_count: 0, fee_count: 0, created_by_name: an.user_name })
  await expect(an.call(groupVip.add, { name: 'VIP Vàng', type: groupType.vip })).rejects.toMatchObject({
    code: 127,
    data: { fields: { name: 'Đã có nhóm khách hàng tên này.' } },
  })
  const { group_vip_id } = gold
  expect(await an.call(groupVip.update, { group_vip_id, version: 1, status: 0 })).toMatchObject({ status: 0 })
  await expect(an.call(groupVip.update, { group_vip_id, version: 1, name: 'Khác' })).rejects.toMatchObject({
    data: { current: { version: 2, name: 'VIP Vàng' } },
  })
  expect((await an.call(groupVip.list, { type: groupType.vip, keyword: 'giam nua' })).items).toHaveLength(1)
})

test('there is one default group, which can be neither deactivated nor deleted nor made a VIP group', async () => {
  const [rest] = (await an.call(groupVip.list, { type: groupType.rest })).items
  const { group_vip_id, version } = rest!
  await expect(an.call(groupVip.add, { name: 'Thứ hai', type: groupType.rest })).rejects.toMatchObject({ code: 9070 })
  await expect(an.call(groupVip.update, { group_vip_id, version, status: 0 })).rejects.toMatchObject({ code: 122 })
  await expect(an.call(groupVip.update, { group_vip_id, version, type: groupType.vip })).rejects.toMatchObject({
    code: 122,
  })
  await expect(an.call(groupVip.delete, { group_vip_id })).rejects.toMatchObject({ code: 122 })
})

test('a group with members can neither be deleted nor become the default group', async () => {
  const { group_vip_id } = await an.call(groupVip.add, { name: 'Có khách', type: groupType.vip })
  await office.write((db) =>
    sql`insert into group_vip_account (group_vip_id, msisdn) values (${group_vip_id}, '84912555001')`.execute(db),
  )
  await expect(an.call(groupVip.delete, { group_vip_id })).rejects.toMatchObject({
    code: 129,
    message: expect.stringContaining('1 khách'),
  })
  await expect(an.call(groupVip.update, { group_vip_id, type: groupType.rest })).rejects.toMatchObject({ code: 129 })
  await office.write((db) => sql`delete from group_vip_account where group_vip_id = ${group_vip_id}`.execute(db))
  await an.call(groupVip.delete, { group_vip_id })
  await expect(an.call(groupVip.detail, { group_vip_id })).rejects.toMatchObject({ code: 9005 })
})

test('people of a partner or a base store change no group, whatever their rights', async () => {
  const { group_vip_id, version } = await an.call(groupVip.add, { name: 'VIP Bạc', type: groupType.vip })
  const { partner_id } = await openPos(office)
  for (const place of [{ partner_id }, { base_id: await openStore(office, []) }]) {
    const person = await office.hire(customerGroupPage.rights, place)
    const refused = [
      person.call(groupVip.add, { name: 'VIP Đồng', type: groupType.vip }),
      person.call(groupVip.update, { group_vip_id, version, status: 0 }),
      person.call(groupVip.delete, { group_vip_id }),
    ]
    await Promise.all(refused.map((attempt) => expect(attempt).rejects.toMatchObject({ code: 169 })))
    expect(await person.call(groupVip.detail, { group_vip_id })).toMatchObject({ status: 1, version })
  }
})
