/** The sample's tills and the customers' app with their keys, and the fees of the customer groups. */
import { sql } from 'kysely'
import fees_of_groups from '#features/customers/fee/fee-calls.server.ts'
import { groupVipFee } from '#features/customers/fee/fee.contract.ts'
import { actAs, type SamplePerson } from './act.ts'
import { personName, phoneAt } from './names.ts'
import type { SampleWallet } from './wallets.ts'
import { newKey, type SampleDevices, type PosWithKey } from '../simulate/devices.ts'
import type { Db } from '#server/database/transaction.ts'

/** One in this many points of sale sells in the sample, so that every partner and group has some. */
const pos_per_selling_pos = 4
const app_share = 0.3
const vip_count = 9

interface Till {
  device_id: number
  device_code: string
  user_pos_id: number
}

/** Registers keys for the tills of some points of sale and for the app; returns the devices and customers for the simulation. */
export async function addTills(
  db: Db,
  { wallets, created_by, care_user_id }: { wallets: readonly SampleWallet[]; created_by: number; care_user_id: number },
): Promise<SampleDevices> {
  const { rows: tills } = await sql<Till>`
    select d.device_id, d.device_code, min(u.user_pos_id) as user_pos_id
    from (select *, row_number() over (order by pos_id) as place from pos where exists (select from user_pos u where u.pos_id = pos.pos_id and u.status = 1)) p
    join pos_device d on d.pos_id = p.pos_id and d.device_type = 1 and d.status = 1
    join user_pos u on u.pos_id = p.pos_id and u.status = 1
    left join partner on partner.partner_id = p.partner_id
    where p.status = 1 and coalesce(partner.status, 1) = 1 and (p.place % ${pos_per_selling_pos} = 1 or p.partner_id = (select min(partner_id) from partner))
    group by p.pos_id, d.device_id order by p.pos_id`.execute(db)
  const selling = tills.map(({ device_code, user_pos_id }, n) => ({
    device_code,
    user_pos_id,
    is_app: false,
    // A few tills sell most of the orders.
    weight: 1 / (((n * 17) % tills.length) + 4),
  }))
  const weight_of_tills = selling.reduce((sum, { weight }) => sum + weight, 0)
  const app = await addApp(db, { created_by, care_user_id })
  const weight = (weight_of_tills * app_share) / (1 - app_share)
  const all = [...selling, { device_code: app, user_pos_id: null, is_app: true, weight }]
  const vips = new Set((await richestCustomers(db, vip_count)).map(({ msisdn }) => msisdn))
  return {
    all_pos: await registerKeys(db, all),
    customers: wallets.map(({ msisdn, full_name }, n) => ({
      msisdn,
      full_name,
      is_vip: vips.has(msisdn),
      weight: vips.has(msisdn) ? 0.25 : 1 / (((n * 31) % wallets.length) + 6),
    })),
  }
}

/** The customers' app is a device of a point of sale of the business itself, within the scope of customer care. */
async function addApp(
  db: Db,
  { created_by, care_user_id }: { created_by: number; care_user_id: number },
): Promise<string> {
  const device_code = 'APP-VESO-01'
  const { rows } = await sql<{ pos_group_id: number }>`
    with made as (
      insert into pos_group (pos_group_name, created_by) values ('Kênh trực tuyến', ${created_by}) returning pos_group_id),
    new_pos as (
      insert into pos (pos_code, pos_name, pos_group_id, address, province_id, district_id, contact_name, phone_number, open_time, close_time, created_by, created_at)
      select 'APP000001', 'Ứng dụng Vé Số – bán trực tuyến', made.pos_group_id, '125 Lê Lợi', p.province_id, p.district_id,
        ${personName(4_210)}, ${phoneAt(650_000)}, '05:30', '22:00', ${created_by}, now() - interval '200 days'
      from made, (select province_id, district_id from pos order by pos_id limit 1) p returning pos_id),
    device as (
      insert into pos_device (pos_id, device_type, device_name, device_code, status, may_charge_wallets)
      select pos_id, 2, 'Máy chủ ứng dụng', ${device_code}, 1, true from new_pos),
    seen as (
      insert into data_scope_group (user_id, pos_group_id) select ${care_user_id}::integer, pos_group_id from made)
    select pos_group_id from made`.execute(db)
  if (rows.length === 0) throw new Error('The app was not made')
  return device_code
}

async function registerKeys(db: Db, selling: readonly Omit<PosWithKey, 'private_key'>[]): Promise<PosWithKey[]> {
  const withNewKeys = selling.map((seller) => ({ pos: seller, ...newKey() }))
  await sql`
    update pos_device d set public_key = k.public_key
    from unnest(${withNewKeys.map(({ pos }) => pos.device_code)}::text[], ${withNewKeys.map((key) => key.public_key)}::text[]) k (device_code, public_key)
    where d.device_code = k.device_code`.execute(db)
  return withNewKeys.map(({ pos, private_key }) => ({ ...pos, private_key }))
}

async function richestCustomers(db: Db, count: number): Promise<{ msisdn: string }[]> {
  const { rows } = await sql<{ msisdn: string }>`
    select w.msisdn from wallet_account w join ledger_account l on l.account_id = w.ledger_id
    where w.status = 1 order by l.balance - l.held desc, w.account_id limit ${count}`.execute(db)
  return rows
}

/** Rates are in basis points, amounts in đồng. */
type Fee = readonly [
  vendor: string,
  rate: number,
  fixed: number,
  min_fee: number,
  max_fee: number | null,
  from?: number,
  to?: number,
]

const groups: readonly (readonly [
  name: string,
  members: readonly [from: number, to: number],
  description: string,
  fees: readonly Fee[],
])[] = [
  ['VIP Kim cương', [0, 3], 'Doanh số trên 500 triệu mỗi tháng, miễn mọi loại phí', []],
  [
    'VIP Vàng',
    [3, vip_count],
    'Doanh số trên 100 triệu mỗi tháng, giảm nửa phí cổng thanh toán',
    [
      ['MOMO', 50, 0, 0, 5_000],
      ['ZALOPAY', 50, 0, 0, 5_000],
      ['VNPAY', 40, 0, 0, 5_000],
    ],
  ],
]
const usual_fees: readonly Fee[] = [
  ['MOMO', 0, 1_500, 0, null, 0, 200_000],
  ['MOMO', 80, 0, 1_600, 12_000, 200_001, 2_000_000],
  ['MOMO', 60, 0, 0, 45_000, 2_000_001],
  ['ZALOPAY', 100, 0, 500, 10_000],
  ['VNPAY', 80, 0, 500, 10_000],
  // A gap: no fee is defined between these two ranges.
  ['VIETTEL', 70, 0, 1_000, null, 0, 1_000_000],
  ['VIETTEL', 50, 0, 0, 50_000, 2_000_001],
  ['BANK', 0, 2_200, 0, null, 0, 500_000],
  ['BANK', 40, 0, 2_200, 11_000, 500_001],
]

/** Fees of each customer group; payment from the wallet or at the counter is free. */
export async function addCustomerGroups(db: Db, person: SamplePerson): Promise<void> {
  const { user_id: created_by } = person
  const members = await richestCustomers(db, vip_count)
  await addFees(db, sql`(select group_vip_id from group_vip where type = 2)`, usual_fees, created_by)
  for (const [name, [from, to], description, fees] of groups) {
    const { rows } = await sql<{ group_vip_id: number }>`
      insert into group_vip (name, type, description, created_by) values (${name}, 1, ${description}, ${created_by}) returning group_vip_id`.execute(
      db,
    )
    const { group_vip_id } = rows[0]!
    await sql`insert into group_vip_account (group_vip_id, msisdn, created_by)
      select ${group_vip_id}::integer, msisdn, ${created_by}::integer from unnest(${members.slice(from, to).map(({ msisdn }) => msisdn)}::text[]) msisdn`.execute(
      db,
    )
    await addFees(db, sql`${group_vip_id}::integer`, fees, created_by)
  }
  await planFees(db, person)
}

/** Plans a lower fee for MoMo orders between 200.000 đ and 2.000.000 đ from next month. */
async function planFees(db: Db, person: SamplePerson): Promise<void> {
  const act = actAs(db, fees_of_groups, person)
  const { rows } = await sql<{ fee_id: number; next_month: string }>`
    select fee_id, (date_trunc('month', current_date) + interval '1 month')::date as next_month from group_vip_fee f
    join payment_vendor v using (payment_vendor_id) join group_vip g using (group_vip_id)
    where v.vendor_code = 'MOMO' and g.type = 2 and f.from_value > 0 and f.to_value is not null`.execute(db)
  const { fee_id, next_month } = rows[0]!
  await act(groupVipFee.update, { fee_id, fee_rate: 70, fee_least: 1_400, effective_from: next_month })
}

async function addFees(db: Db, group: ReturnType<typeof sql>, fees: readonly Fee[], created_by: number): Promise<void> {
  for (const [vendor, rate, fixed, min_fee, max_fee, from = 0, to = null] of fees)
    await sql`insert into group_vip_fee (group_vip_id, payment_vendor_id, fee_rate, fee_fixed, fee_least, fee_most, from_value, to_value, created_by, holds_from)
      select ${group}, payment_vendor_id, ${rate}, ${fixed}, ${min_fee}, ${max_fee}, ${from}, ${to}, ${created_by}, now() - interval '200 days' from payment_vendor where vendor_code = ${vendor}`.execute(
      db,
    )
}
