/** The sample's stores, partners, groups with their rights, and staff, on which everything else depends. */
import { sql } from 'kysely'
import type { SamplePerson } from './act.ts'
import { addGroups } from './groups.ts'
import { personName, phoneAt, userName } from './names.ts'
import { addPartners } from './partners.ts'
import { addStores } from './stores.ts'
import type { Db } from '#server/database/transaction.ts'

/** One account per typical role; all have the sample password. */
export const sample_accounts = [
  { user_name: 'quantri', full_name: 'Nguyễn Thị Hằng', group: 'Quản trị', unit: 'Phòng Hành chính' },
  { user_name: 'kho', full_name: 'Trần Quốc Bảo', group: 'Kho vé', unit: 'Kho Bến Thành', store: 'K01' },
  { user_name: 'duyetve', full_name: 'Võ Minh Khoa', group: 'Duyệt vé', unit: 'Phòng Vé truyền thống' },
  { user_name: 'ketoan', full_name: 'Lê Thị Mỹ Duyên', group: 'Kế toán', unit: 'Phòng Kế toán' },
  { user_name: 'duyetchi', full_name: 'Phạm Ngọc Ánh', group: 'Duyệt chi', unit: 'Phòng Kế toán' },
  { user_name: 'xulydon', full_name: 'Bùi Thanh Nhung', group: 'Xử lý đơn', unit: 'Trung tâm CSKH' },
  { user_name: 'cskh', full_name: 'Hoàng Bích Thủy', group: 'Chăm sóc khách hàng', unit: 'Trung tâm CSKH' },
  {
    user_name: 'daily',
    full_name: 'Đặng Hữu Phước',
    group: 'Vận hành đại lý',
    unit: 'Đại lý Trường Phát',
    partner: 'DL001',
  },
] as const

const schedules = [
  ['Hành chính', 8, 17],
  ['Ca sáng', 6, 14],
  ['Ca chiều', 14, 22],
] as const
const other_staff = 54

/** The staff by user name, and their stores and partners. */
export interface Business {
  person: (user_name: (typeof sample_accounts)[number]['user_name'], base_id?: number) => SamplePerson
  base_ids: number[]
  partner_ids: number[]
}

/** Password hashes. */
export interface Hashes {
  /** Hash of the sample accounts' password. */
  sample: string
  /** Hash of an unknown password, for people who only appear in lists and never sign in. */
  unknown: string
}

/**
 * Writes the stores, partners, schedules, groups, the eight accounts that can sign in and the other staff; a first
 * step, into tables that are empty.
 */
export async function addBusiness(db: Db, hashes: Hashes): Promise<Business> {
  const base_ids = await addStores(db)
  const partner_ids = await addPartners(db)
  const schedule_ids = await addSchedules(db)
  const group_ids = await addGroups(db)
  const people = new Map<string, number>()
  for (const { user_name, full_name, unit, group, ...place } of sample_accounts) {
    const { user_id } = await db
      .insertInto('app_user')
      .values({
        user_name,
        full_name,
        unit,
        password_hash: hashes.sample,
        status: 1,
        email: `${user_name}@veso.example`,
        partner_id: 'partner' in place ? partner_ids[0]! : null,
        base_id: 'store' in place ? base_ids[0]! : null,
        schedule_id: schedule_ids[0]!,
      })
      .returning('user_id')
      .executeTakeFirstOrThrow()
    people.set(user_name, user_id)
    await db
      .insertInto('group_member')
      .values({ user_id, group_id: group_ids.get(group)! })
      .execute()
  }
  await addStaff(db, hashes.unknown, { base_ids, partner_ids, schedule_ids, group_ids: [...group_ids.values()] })
  return {
    person: (user_name, base_id) => ({ user_id: people.get(user_name)!, base_id: base_id ?? null }),
    base_ids,
    partner_ids,
  }
}

async function addSchedules(db: Db): Promise<number[]> {
  const rows = schedules.map(([schedule_name, from_hour, to_hour]) => ({ schedule_name, from_hour, to_hour }))
  return (await db.insertInto('schedule').values(rows).returning('schedule_id').execute()).map((row) => row.schedule_id)
}

interface Places {
  base_ids: number[]
  partner_ids: number[]
  schedule_ids: number[]
  group_ids: number[]
}

/** Adds staff with deterministic names, including a few account requests and a few forgotten passwords. */
async function addStaff(
  db: Db,
  password_hash: string,
  { base_ids, partner_ids, schedule_ids, group_ids }: Places,
): Promise<void> {
  const pick = <T>(items: readonly T[], n: number): T => items[n % items.length]!
  for (let n = 0; n < other_staff; n++) {
    const full_name = personName(n)
    const user_name = userName(full_name, n)
    const waiting = n % 13 === 5
    const { user_id } = await db
      .insertInto('app_user')
      .values({
        user_name,
        full_name,
        password_hash,
        status: waiting ? 2 : n % 9 === 4 ? 0 : 1,
        email: n % 4 === 3 ? null : `${user_name}@veso.example`,
        phone_number: phoneAt(n),
        sex: n % 2 === 0 ? 1 : 2,
        birthday: `${1975 + (n % 28)}-${String((n % 12) + 1).padStart(2, '0')}-${String((n % 27) + 1).padStart(2, '0')}`,
        unit: pick(
          ['Phòng Kế toán', 'Trung tâm CSKH', 'Kho Bến Thành', 'Phòng Kinh doanh', 'Chi nhánh Đồng bằng sông Cửu Long'],
          n,
        ),
        schedule_id: pick(schedule_ids, n),
        partner_id: n % 5 === 2 ? pick(partner_ids, n) : null,
        base_id: n % 5 === 1 ? pick(base_ids, n) : null,
        forgot_at: n % 17 === 6 && !waiting ? sql`now() - make_interval(hours => ${n})` : null,
        created_at: sql`now() - make_interval(days => ${other_staff - n}, hours => ${n % 9})`,
      })
      .returning('user_id')
      .executeTakeFirstOrThrow()
    if (!waiting)
      await db
        .insertInto('group_member')
        .values({ user_id, group_id: pick(group_ids, n + 1) })
        .execute()
  }
}
