/** The sample's partners, points of sale with devices, bank accounts and staff, and the business's bank accounts. */
import { sql, type Insertable } from 'kysely'
import { partnerAt, personName, phoneAt, posAt, userName } from './names.ts'
import { fold } from '#contract/fold.ts'
import type { DB } from '#db/types.ts'
import type { Db } from '#server/database/transaction.ts'

const partner_count = 60
const pos_count = 1_200
/** The partner of the sample account 'daily'. */
const first_name = 'Đại lý Trường Phát'

/** Groups of points of sale by province, identified by the prefixes of their codes. */
const groups: readonly (readonly [name: string, prefixes: string])[] = [
  ['TP. Hồ Chí Minh', 'HCM'],
  ['Đông Nam Bộ', 'DNI BDG VTU TNI'],
  ['Tiền Giang – Bến Tre – Long An', 'TGG BTE LAN'],
  ['Đồng Tháp – Vĩnh Long', 'DTP VLG'],
  ['An Giang – Kiên Giang', 'AGG KGG'],
  ['Cần Thơ – Sóc Trăng – Cà Mau', 'CTO STG CMU'],
  ['Miền Trung – Tây Nguyên', 'DNG HUE KHA DLK LDG BTN'],
  ['Miền Bắc', 'HNI HPG'],
]
const devices = ['Máy bán vé Sunmi P2', 'Điện thoại bán vé', 'Máy in nhiệt Xprinter'] as const
const banks = ['VCB', 'BIDV', 'ICB', 'VBA', 'TCB', 'ACB', 'MB', 'STB']

/** Adds 60 partners and returns their ids; the first one is that of the account 'daily', every nineteenth is locked. */
export async function addPartners(db: Db): Promise<number[]> {
  const rows = listOf(partner_count, (n) => ({
    ...partnerAt(n),
    ...(n === 0 && { partner_name: first_name }),
    status: n % 19 === 7 ? 0 : 1,
    pos_limit: n % 4 === 1 ? 150 : null,
    created_at: daysAgo(400 - n * 3),
  }))
  return (await db.insertInto('partner').values(rows).returning('partner_id').execute()).map((row) => row.partner_id)
}

interface Owners {
  partner_ids: readonly number[]
  /** Creator of all rows. */
  created_by: number
  /** A person whose scope is limited to some of the groups. */
  care_user_id: number
  /** Hash of an unknown password for the points of sale's staff. */
  password_hash: string
}

/** Adds points of sale in many provinces, with their groups. */
export async function addPos(db: Db, { partner_ids, created_by, care_user_id, password_hash }: Owners): Promise<void> {
  const group_ids = (
    await db
      .insertInto('pos_group')
      .values(groups.map(([pos_group_name]) => ({ pos_group_name, created_by })))
      .returning('pos_group_id')
      .execute()
  ).map((row) => row.pos_group_id)
  const groupOf = (code: string) => group_ids[groups.findIndex(([, prefixes]) => prefixes.includes(code.slice(0, 3)))]
  const shops = listOf(pos_count, (n) => {
    const shop = posAt(n)
    return {
      ...shop,
      // A few partners have many points of sale; every eleventh point of sale has no partner.
      partner_id: n % 11 === 7 ? null : partner_ids[n % 5 === 0 ? (n / 5) % 7 : (n * 7) % partner_ids.length]!,
      pos_group_id: n % 14 === 9 ? null : groupOf(shop.pos_code),
      day_sale_limit: n % 3 === 0 ? 20_000_000 + (n % 9) * 5_000_000 : null,
      status: n % 37 === 5 ? 2 : n % 61 === 8 ? 0 : 1,
      note: n % 29 === 3 ? 'Chỉ nhận vé trước 15 giờ.' : null,
      created_by,
      created_at: daysAgo(360 - n * 0.3),
    }
  })
  const pos_ids = (await db.insertInto('pos').values(shops).returning('pos_id').execute()).map((row) => row.pos_id)
  await db.insertInto('pos_device').values(pos_ids.flatMap(devicesOf)).execute()
  await db
    .insertInto('pos_bank')
    .values(await banksOf(db, pos_ids))
    .execute()
  const people = listOf(pos_count / 5, (n) => sellerAt(n, pos_ids[n * 5]!))
  await db
    .insertInto('user_pos')
    .values(people.map((person) => ({ ...person, password_hash, created_by })))
    .execute()
  await limitTo(db, care_user_id, group_ids.slice(2, 6))
}

function devicesOf(pos_id: number, n: number): Insertable<DB['pos_device']>[] {
  return listOf(n % 10 === 0 ? 3 : n % 4 === 3 ? 0 : 1, (type) => ({
    pos_id,
    device_type: type + 1,
    device_name: devices[type]!,
    device_code: `${['P2', '35', 'XP'][type]}${String(4_821_001 + n * 3 + type).padStart(10, '0')}`,
    status: n % 45 === 0 && type === 2 ? 0 : 1,
  }))
}

async function banksOf(db: Db, pos_ids: readonly number[]): Promise<Insertable<DB['pos_bank']>[]> {
  const ids = await bankIds(db)
  return pos_ids.flatMap((pos_id, n) =>
    listOf(n % 20 === 0 ? 2 : n % 4 === 0 ? 1 : 0, (place) => ({
      pos_id,
      account_type: place + 1,
      bank_id: ids.get(banks[(n / 4 + place) % banks.length]!)!,
      account_number: accountNumberAt(n * 2 + place),
      account_name: fold(posAt(n).contact_name).toUpperCase(),
      status: 1,
    })),
  )
}

function sellerAt(n: number, pos_id: number) {
  const full_name = personName(n * 3 + 1)
  return {
    pos_id,
    user_name: userName(full_name, n),
    full_name,
    phone_number: phoneAt(700_000 + n),
    role: n % 4 === 3 ? 2 : 1,
    status: n % 23 === 6 ? 0 : 1,
  }
}

const owner = 'CONG TY VE SO BACK OFFICE'

/** Adds the business's bank accounts, with the last balance that MB Bank reported for its own. */
export async function addBankAccounts(db: Db, created_by: number): Promise<void> {
  const ids = await bankIds(db)
  const account = (type: 1 | 2, position: number, bank: string, number: number, content: string | null = null) => ({
    type,
    position,
    bank_id: ids.get(bank)!,
    account_number: accountNumberAt(number),
    account_name: owner,
    content,
    created_by,
  })
  const accounts = [
    account(1, 1, 'MB', 900_001, 'NAPTIEN'),
    account(1, 2, 'VCB', 900_002, 'NAPTIEN'),
    account(1, 3, 'ICB', 900_003, 'NAPTIEN'),
    account(2, 1, 'MB', 900_004),
    account(2, 2, 'BIDV', 900_005),
  ]
  await db.insertInto('bank_config').values(accounts).execute()
  const balances = accounts
    .filter(({ bank_id }) => bank_id === ids.get('MB'))
    .map(({ bank_id, account_number }, n) => ({
      bank_id,
      account_number,
      balance: 12_846_250_000 + n * 3_519_400_000,
      synced_at: sql<string>`now() - interval '7 minutes'`,
    }))
  await db.insertInto('bank_balance').values(balances).execute()
}

/** Limits a person's scope to the points of sale of these groups. */
async function limitTo(db: Db, user_id: number, group_ids: readonly number[]): Promise<void> {
  await db.insertInto('data_scope').values({ user_id, is_limited: true }).execute()
  await db
    .insertInto('data_scope_group')
    .values(group_ids.map((pos_group_id) => ({ user_id, pos_group_id })))
    .execute()
}

async function bankIds(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('bank').select(['bank_id', 'bank_code']).execute()
  return new Map(rows.map(({ bank_id, bank_code }) => [bank_code, bank_id]))
}

function accountNumberAt(n: number): string {
  return String(10_000_000_000 + ((n * 7_919_881) % 9_000_000_000)).slice(1)
}

function daysAgo(days: number) {
  return sql<string>`now() - make_interval(hours => ${Math.round(days * 24)})`
}

function listOf<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n))
}
