/** Prepares the database before the program serves: the menu's pages with their roles, and the first administrator. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { rightKey, type MenuGroup, type Page } from '#contract/page.ts'
import { inWriteTransaction, type Db } from '#server/database/transaction.ts'
import { asProgram } from '#server/audit/without-call.ts'
import { shareCaptchaKey } from '#server/session/captcha.ts'
import { oneDayFromNow } from '#server/session/accounts.ts'
import { hashPassword, oneTimePassword } from '#server/session/password.ts'
import { endSessions } from '#server/session/session.ts'
import { writeWhole } from './write-whole.ts'

/** Writes the contracts' pages and roles into their tables. A page that is no longer in the code stays, switched off, with its rights of groups. */
export async function syncPages(db: Db, menu: readonly MenuGroup[], open_pages: readonly Page[]): Promise<void> {
  await inWriteTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('sync_pages'))`.execute(trx)
    await trx.updateTable('page').set({ in_use: false }).execute()
    let position = 0
    for (const group of menu) {
      const heading_id = await upsertHeading(trx, group, position++)
      const ids = new Map<string, number>()
      for (const page of group.pages) {
        // A page is inserted before its tabs.
        const parent_id = page.tab_of === undefined ? heading_id : ids.get(page.tab_of)!
        ids.set(page.url, await upsertPage(trx, page, parent_id, position++, open_pages.includes(page)))
      }
    }
  })
  await withdrawRoles(db, menu)
}

/** The captchas' key is kept in the database, because a captcha of one program may be answered at another. */
export async function prepareCaptcha(db: Db): Promise<void> {
  const { rows } = await sql<{ captcha_key: Buffer }>`select captcha_key from program_key`.execute(db)
  shareCaptchaKey(rows[0]!.captcha_key)
}

/** Deletes the roles that a page's contract no longer has, also from the groups and people that hold them. */
async function withdrawRoles(db: Db, menu: readonly MenuGroup[]): Promise<void> {
  const offered = menu.flatMap(({ pages }) => pages.flatMap(({ rights }) => rights.map(rightKey)))
  const gone = sql`select page_id, role_id from page_role join page using (page_id)
    where in_use and page_url || '#' || role_id <> all (${offered}::text[])`
  const { rows } = await gone.execute(db)
  if (rows.length === 0) return
  await asProgram(db, 'Gỡ quyền không còn trên trang', async (trx) => {
    await sql`delete from group_page where (page_id, role_id) in (${gone})`.execute(trx)
    await sql`delete from user_page where (page_id, role_id) in (${gone})`.execute(trx)
    await sql`delete from page_role where (page_id, role_id) in (${gone})`.execute(trx)
  })
}

async function upsertHeading(db: Db, { title, icon }: MenuGroup, position: number): Promise<number> {
  const existing = await db
    .selectFrom('page')
    .select('page_id')
    .where('page_name', '=', title)
    .where('page_url', 'is', null)
    .executeTakeFirst()
  const values = { page_name: title, page_icon: icon, position, in_use: true }
  if (existing) {
    await db.updateTable('page').set(values).where('page_id', '=', existing.page_id).execute()
    return existing.page_id
  }
  return (await db.insertInto('page').values(values).returning('page_id').executeTakeFirstOrThrow()).page_id
}

async function upsertPage(
  db: Db,
  page: Page,
  parent_id: number,
  position: number,
  for_everyone: boolean,
): Promise<number> {
  const values = { parent_id, page_name: page.title, page_icon: page.icon, position, in_use: true, for_everyone }
  const { page_id } = await db
    .insertInto('page')
    .values({ ...values, page_url: page.url })
    .onConflict((conflict) => conflict.column('page_url').doUpdateSet(values))
    .returning('page_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('page_role')
    .values(page.rights.map(({ role }) => ({ page_id, role_id: role })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return page_id
}

/** A secret that the program generated: printed at the start, and kept in a file that only its owner can read. */
export interface InitialPassword {
  password: string
  /** The file that keeps it; null when it was configured. */
  file: string | null
}

/** The file in the data directory with the sample staff's password, where none was configured. */
export const sample_password_file = 'sample-password.txt'

/** The configured password, or the one that an earlier start generated, or a new random one in a file of its owner's. */
export function passwordFor(given: string | null, data_dir: string, file_name: string): InitialPassword {
  if (given) return { password: given, file: null }
  const file = join(data_dir, file_name)
  if (existsSync(file)) return { password: readFileSync(file, 'utf8').trim(), file }
  const password = randomBytes(12).toString('base64url')
  writeWhole(file, `${password}\n`)
  return { password, file }
}

/** Creates the first administrator; null when there already is one. */
export async function ensureAdmin(db: Db, password: () => InitialPassword): Promise<InitialPassword | null> {
  const existing = await db
    .selectFrom('app_user')
    .select('user_id')
    .where('is_admin', '=', true)
    .limit(1)
    .executeTakeFirst() // unscoped: at the program's start
  if (existing) return null
  const initial = password()
  const password_hash = await hashPassword(initial.password)
  const made = await asProgram(db, 'Tạo quản trị viên đầu tiên', (trx) =>
    trx
      .insertInto('app_user')
      .values({ user_name: 'admin', full_name: 'Quản trị viên', password_hash, status: 1, is_admin: true })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst(),
  )
  // Another program on the same database may have created it first: then that program's password counts.
  return made ? initial : null
}

/**
 * Gives the first administrator a one-time password and ends that account's sessions. Only for whoever operates the program.
 * @returns null when there is no administrator yet.
 */
export async function resetAdmin(db: Db): Promise<{ user_name: string; password: string } | null> {
  const password = oneTimePassword()
  const password_hash = await hashPassword(password)
  return asProgram(db, 'Đặt lại mật khẩu quản trị viên', async (trx) => {
    const admin = await trx
      .updateTable('app_user') // unscoped: the program's own work
      .set({
        password_hash,
        must_change_password: true,
        password_until: oneDayFromNow(),
        forgot_at: null,
        version: sql`version + 1`,
      })
      .where('user_id', '=', ({ selectFrom }) =>
        selectFrom('app_user')
          .select(({ fn }) => fn.min('user_id').as('user_id'))
          .where('is_admin', '=', true),
      )
      .returning(['user_id', 'user_name'])
      .executeTakeFirst()
    if (!admin) return null
    // The second factor may be lost together with the password.
    await trx.deleteFrom('second_factor').where('user_id', '=', admin.user_id).execute()
    await endSessions(trx, admin.user_id)
    return { user_name: admin.user_name, password }
  })
}
