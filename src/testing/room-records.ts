/** The records of all rooms in which people add, change and delete rows, and the rows that they need. */
import { groupType, groupVip } from '#features/customers/group-vip/group-vip.contract.ts'
import { partner } from '#features/partners/partner/partner.contract.ts'
import { pos } from '#features/partners/pos/pos.contract.ts'
import { baseStoreChange } from '#features/tickets/base-store/base-store-change.contract.ts'
import type { Office, Person } from './office.ts'
import { dayFromNow } from './tickets.ts'
import { content_records, customer_records } from './content-records.ts'
import { access_records, partner_records, ticket_records } from './partner-records.ts'
import type { RecordOwners, RoomRecord } from './room-record.ts'

export const room_records: Record<string, RoomRecord> = {
  ...customer_records,
  ...content_records,
  ...access_records,
  ...partner_records,
  ...ticket_records,
}

/** The rows that records of these rooms need. */
export async function openOwners(office: Office, admin: Person): Promise<RecordOwners> {
  const numbers = [0, 1, 2, 3, 4, 5, 6]
  const place = { address: '1 Lê Lợi', province_id: 79, district_id: 760 }
  const partners = await Promise.all(
    numbers.map((n) => admin.call(partner.add, { partner_code: `CHU${n}`, partner_name: `Đại lý chủ ${n}` })),
  )
  const points = await Promise.all(
    numbers.map((n) => admin.call(pos.add, { pos_code: `CHU${n}`, pos_name: `Quầy chủ ${n}`, ...place })),
  )
  const { base_id } = await admin.call(baseStoreChange.add, { base_code: 'CHU', base_name: 'Kho chủ' })
  const { group_vip_id } = await admin.call(groupVip.add, { name: 'Nhóm chủ', type: groupType.vip })
  return {
    partner_ids: partners.map(({ partner_id }) => partner_id),
    pos_ids: points.map(({ pos_id }) => pos_id),
    base_id,
    group_vip_id,
    day: await dayFromNow(office.db, 10),
  }
}
