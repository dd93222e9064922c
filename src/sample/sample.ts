/**
 * A sample business for a first look: stores, partners, groups with their rights, and staff. It is loaded into an empty database only,
 * and its accounts are the reason why the program then listens on this machine alone.
 */
import { sql } from 'kysely'
import { addBanners } from './banners.ts'
import { addDeposits } from './deposits.ts'
import { addFunds } from './funds.ts'
import { addGroups } from './groups.ts'
import { personName, phoneAt, userName } from './names.ts'
import { addBankAccounts, addPartners, addPos, limitTo } from './partners.ts'
import { addPastDraws, addPastTickets } from './past-draws.ts'
import { addCustomerGroups, addShops } from './shops.ts'
import { addStores } from './stores.ts'
import { addTickets } from './tickets.ts'
import { addWallets } from './wallets.ts'
import { addWithdrawals } from './withdrawals.ts'
import type { SampleDevices } from '../simulate/devices.ts'
import type { Db } from '#server/database/transaction.ts'
import type { FileStore } from '#server/files.ts'
import { asProgram } from '#server/serve.ts'
import { hashPassword, oneTimePassword } from '#server/session/password.ts'

/** One account per typical role; all have the sample password. */
export const sampleAccounts = [
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

const setting = 'sample'

/** Whether nobody has decided yet if this database gets the sample; a first start that was cut short is asked again. */
export async function isUndecided(db: Db): Promise<boolean> {
  return (await db.selectFrom('setting').select('name').where('name', '=', setting).executeTakeFirst()) === undefined
}

/** This database is a business of its own: it never gets the sample. */
export async function declineSample(db: Db): Promise<void> {
  await asProgram(db, 'Không nạp dữ liệu mẫu', (trx) => decide(trx, false))
}

async function decide(db: Db, loaded: boolean): Promise<void> {
  const value = JSON.stringify(loaded)
  await db.insertInto('setting').values({ name: setting, value }).execute()
}

interface Keeping {
  files: FileStore
  /** Keeps the keys of the tills that sell, for who plays them. */
  keep: (kept: SampleDevices) => void
}

/** Loads the sample, whole or not at all. */
export async function loadSample(db: Db, { files, keep }: Keeping, password: string): Promise<void> {
  const password_hash = await hashPassword(password)
  // Nobody knows this one: the other staff are there to be seen, not to sign in.
  const locked_hash = await hashPassword(oneTimePassword())
  await asProgram(db, 'Nạp dữ liệu mẫu', async (trx) => {
    const base_ids = await addStores(trx)
    const partner_ids = await addPartners(trx)
    const schedule_ids = await addSchedules(trx)
    const group_ids = await addGroups(trx)
    let pos_group_ids: number[] = []
    const people = new Map<string, number>()
    for (const { user_name, full_name, unit, group, ...place } of sampleAccounts) {
      const { user_id } = await trx
        .insertInto('app_user')
        .values({
          user_name,
          full_name,
          unit,
          password_hash,
          status: 1,
          email: `${user_name}@veso.example`,
          partner_id: 'partner' in place ? partner_ids[0]! : null,
          base_id: 'store' in place ? base_ids[0]! : null,
          schedule_id: schedule_ids[0]!,
        })
        .returning('user_id')
        .executeTakeFirstOrThrow()
      people.set(user_name, user_id)
      await trx
        .insertInto('group_member')
        .values({ user_id, group_id: group_ids.get(group)! })
        .execute()
      if (user_name === 'quantri') {
        await addBanners(trx, files, user_id)
        await addBankAccounts(trx, user_id)
        pos_group_ids = await addPos(trx, { partner_ids, created_by: user_id, password_hash: locked_hash })
      }
      if (user_name === 'cskh') await limitTo(trx, user_id, pos_group_ids.slice(2, 6))
    }
    await addStaff(trx, locked_hash, { base_ids, partner_ids, schedule_ids, group_ids: [...group_ids.values()] })
    const person = (name: string, base_id: number | null = null) => ({ user_id: people.get(name)!, base_id })
    await addPastDraws(trx)
    await addPastTickets(trx, { maker: people.get('quantri')!, approver: people.get('duyetve')! })
    await addTickets(trx, {
      maker: person('quantri'),
      keeper: person('kho', base_ids[0]!),
      approver: person('duyetve'),
    })
    const cashiers = { maker: person('ketoan'), approver: person('duyetchi') }
    const wallets = await addWallets(trx, cashiers)
    await addDeposits(trx, wallets, cashiers)
    await addFunds(trx, cashiers)
    await addWithdrawals(trx, wallets, cashiers)
    const created_by = people.get('quantri')!
    await addCustomerGroups(trx, created_by)
    keep(await addShops(trx, { wallets, created_by, carer: people.get('cskh')! }))
    await decide(trx, true)
  })
}

/** Whether any of the sample accounts, whose password many may know, is still in this database. */
export async function hasSample(db: Db): Promise<boolean> {
  const loaded = await db.selectFrom('setting').select('value').where('name', '=', setting).executeTakeFirst()
  if (loaded?.value !== true) return false
  const names = sampleAccounts.map(({ user_name }) => user_name)
  const left = await db
    .selectFrom('app_user') // unscoped: at the start
    .select('user_id')
    .where('user_name', 'in', names)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return left !== undefined
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

/** Staff made of name parts, the same at every load, with a few requests to open an account and a few forgotten passwords. */
async function addStaff(
  db: Db,
  password_hash: string,
  { base_ids, partner_ids, schedule_ids, group_ids }: Places,
): Promise<void> {
  const pick = <T>(of: readonly T[], n: number): T => of[n % of.length]!
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
