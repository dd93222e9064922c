/**
 * A sample business for a first look: stores, partners, groups with their rights, and staff. It is loaded into an empty database only,
 * and its accounts are the reason why the program then listens on this machine alone.
 */
import { sql } from 'kysely'
import { addBanners } from './sample-banners.ts'
import { addDeposits } from './sample-deposits.ts'
import { addFunds } from './sample-funds.ts'
import { personName, phoneAt, userName } from './sample-names.ts'
import { addBankAccounts, addPartners, addPos, limitTo } from './sample-partners.ts'
import { addStores } from './sample-stores.ts'
import { addTickets } from './sample-tickets.ts'
import { addWallets } from './sample-wallets.ts'
import { addWithdrawals } from './sample-withdrawals.ts'
import type { Role } from '#contract/page.ts'
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
  { user_name: 'cskh', full_name: 'Hoàng Bích Thủy', group: 'Chăm sóc khách hàng', unit: 'Trung tâm CSKH' },
  {
    user_name: 'daily',
    full_name: 'Đặng Hữu Phước',
    group: 'Vận hành đại lý',
    unit: 'Đại lý Trường Phát',
    partner: 'DL001',
  },
] as const

/** What each group may do: page → roles; 'all' is every role of every page. */
const groups: [name: string, description: string, rights: 'all' | Record<string, Role[]>, status?: 0 | 1][] = [
  ['Quản trị', 'Toàn quyền trên hệ thống, trừ tài khoản quản trị cao nhất', 'all'],
  [
    'Kho vé',
    'Nhập vé, quản lý tồn kho và hoàn vé tại các kho',
    {
      '/tai-khoan': [1],
      '/quan-ly-ve': [1, 2, 3, 6],
      '/quan-ly-ve-co-so': [1, 2, 3, 4, 6],
      '/ve-cho-duyet': [1],
      '/quan-ly-ve-cap-nguyen': [1, 2, 3, 4, 6],
      '/ve-cap-nguyen-cho-duyet': [1],
      '/bao-cao-lich-su-kho-ve': [1, 6],
    },
  ],
  [
    'Duyệt vé',
    'Duyệt phiếu nhập vé và vé cặp nguyên của các kho',
    { '/ve-cho-duyet': [1, 5], '/ve-cap-nguyen-cho-duyet': [1, 5] },
  ],
  [
    'Kế toán',
    'Đối soát doanh số, ví và báo cáo tài chính',
    {
      '/tai-khoan': [1, 6],
      '/nhat-ky': [1, 6],
      '/quan-ly-ngan-hang-nap-tien': [1, 2, 3, 4, 6],
      '/quan-ly-ngan-hang-nhan-thuong': [1, 2, 3, 4, 6],
      '/tai-khoan-MBBank': [1, 6],
      '/danh-sach-tai-khoan-vi': [1, 5, 6],
      '/lich-su-giao-dich-vi': [1, 6],
      '/nap-tien-chuyen-khoan': [1, 2, 5, 6],
      '/yeu-cau-rut-tien-ve-tknh': [1, 5, 6],
      '/yeu-cau-rut-tien-ve-vi-momo': [1, 5, 6],
      '/tai-khoan-tra-thuong': [1, 3, 5, 6],
      '/lich-su-tai-khoan-tra-thuong': [1, 6],
      '/quan-ly-hinh-thuc-nhan-thuong': [1, 3],
    },
  ],
  [
    'Duyệt chi',
    'Duyệt trả thưởng, rút tiền và điều chỉnh số dư',
    {
      '/nhat-ky': [1],
      '/danh-sach-tai-khoan-vi': [1, 5],
      '/lich-su-giao-dich-vi': [1],
      '/nap-tien-chuyen-khoan': [1, 5],
      '/yeu-cau-rut-tien-ve-tknh': [1, 5],
      '/yeu-cau-rut-tien-ve-vi-momo': [1, 5],
      '/tai-khoan-tra-thuong': [1, 5],
      '/lich-su-tai-khoan-tra-thuong': [1],
      '/quan-ly-hinh-thuc-nhan-thuong': [1],
    },
  ],
  [
    'Chăm sóc khách hàng',
    'Tra cứu giao dịch, xử lý phản ánh của khách hàng',
    {
      '/tai-khoan': [1],
      '/cau-hinh-banner': [1],
      '/quan-ly-pos': [1],
      '/danh-sach-tai-khoan-vi': [1],
      '/lich-su-giao-dich-vi': [1],
      '/nap-tien-chuyen-khoan': [1],
      '/yeu-cau-rut-tien-ve-tknh': [1],
      '/yeu-cau-rut-tien-ve-vi-momo': [1],
      '/tai-khoan-tra-thuong': [1],
      '/lich-su-tai-khoan-tra-thuong': [1],
      '/quan-ly-hinh-thuc-nhan-thuong': [1],
    },
  ],
  [
    'Vận hành đại lý',
    'Quản lý điểm bán, tài khoản của đại lý mình',
    { '/tai-khoan': [1, 2, 3], '/quan-ly-pos': [1, 2, 3, 4, 6], '/quan-ly-dai-ly': [1, 6] },
  ],
  [
    'Kiểm soát nội bộ',
    'Xem nhật ký, tài khoản và phân quyền',
    { '/tai-khoan': [1, 6], '/nhom-nguoi-dung': [1, 6], '/nhat-ky': [1, 6] },
  ],
  ['Biên tập nội dung', 'Soạn bài viết, banner và thông báo', { '/cau-hinh-banner': [1, 2, 3, 4, 6] }, 0],
]

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

/** Loads the sample, whole or not at all. */
export async function loadSample(db: Db, files: FileStore, password: string): Promise<void> {
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

async function addGroups(db: Db): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const [group_name, description, rights, status = 1] of groups) {
    const { group_id } = await db
      .insertInto('user_group')
      .values({ group_name, description, status })
      .returning('group_id')
      .executeTakeFirstOrThrow()
    ids.set(group_name, group_id)
    const wanted =
      rights === 'all' ? null : Object.entries(rights).flatMap(([url, roles]) => roles.map((role) => `${url}#${role}`))
    await sql`insert into group_page (group_id, page_id, role_id)
      select ${group_id}::integer, page_id, role_id from page_role join page using (page_id)
      where in_use and not for_everyone and (${wanted}::text[] is null or page_url || '#' || role_id = any (${wanted}::text[]))`.execute(
      db,
    )
  }
  return ids
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
