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

/**
 * Writes the contracts' pages and roles into their tables, where they are others than at the last start. A page that is no longer in the code stays,
 * switched off, with its rights of groups.
 */
export async function syncPages(db: Db, menu: readonly MenuGroup[], open_pages: readonly Page[]): Promise<void> {
  const rows = menuRows(menu, open_pages)
  const menu_rows = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) w (
    heading text, url text, tab_of text, title text, icon text, position integer, for_everyone boolean, roles smallint[])`
  const isHeading = sql`w.url is null and p.page_url is null and p.page_name = w.title`
  await inWriteTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('sync_pages'))`.execute(trx)
    await sql`
      update page p set page_icon = w.icon, position = w.position, in_use = true from ${menu_rows}
      where ${isHeading} and (p.page_icon, p.position, p.in_use) is distinct from (w.icon, w.position, true)`.execute(
      trx,
    )
    await sql`
      insert into page (page_name, page_icon, position) select w.title, w.icon, w.position from ${menu_rows}
      where w.url is null and not exists (select from page p where ${isHeading}) order by w.position`.execute(trx)
    await sql`
      insert into page as p (page_url, page_name, page_icon, position, in_use, for_everyone)
        select w.url, w.title, w.icon, w.position, true, w.for_everyone from ${menu_rows} where w.url is not null order by w.position
      on conflict (page_url) do update set page_name = excluded.page_name, page_icon = excluded.page_icon,
          position = excluded.position, in_use = true, for_everyone = excluded.for_everyone
        where (p.page_name, p.page_icon, p.position, p.in_use, p.for_everyone)
          is distinct from (excluded.page_name, excluded.page_icon, excluded.position, true, excluded.for_everyone)`.execute(
      trx,
    )
    await sql`
      update page p set parent_id = above.page_id
      from ${menu_rows} join page above on above.page_url = w.tab_of
        or w.tab_of is null and above.page_url is null and above.page_name = w.heading
      where p.page_url = w.url and p.parent_id is distinct from above.page_id`.execute(trx)
    await sql`
      insert into page_role (page_id, role_id)
        select p.page_id, role_id from ${menu_rows} join page p on p.page_url = w.url, unnest(w.roles) role_id
      on conflict do nothing`.execute(trx)
    await sql`
      update page p set in_use = false
      where in_use and not exists (select from ${menu_rows} where p.page_url = w.url or ${isHeading})`.execute(trx)
  })
  await withdrawRoles(db, menu)
}

/** The headings and pages in the order of the menu, a page before its tabs. */
function menuRows(menu: readonly MenuGroup[], open_pages: readonly Page[]) {
  const rows = menu.flatMap(({ title: heading, icon, pages }) => [
    { heading, url: null, tab_of: null, title: heading, icon, for_everyone: false, roles: [] },
    ...pages.map((page) => ({
      heading,
      url: page.url,
      tab_of: page.tab_of ?? null,
      title: page.title,
      icon: page.icon,
      for_everyone: open_pages.includes(page),
      roles: page.rights.map(({ role }) => role),
    })),
  ])
  return rows.map((row, position) => ({ ...row, position }))
}

/** The captchas' key is kept in the database, because a captcha of one program may be answered at another. */
export async function prepareCaptcha(db: Db): Promise<void> {
  const { rows } = await sql<{ captcha_key: Buffer }>`select captcha_key from program_key`.execute(db)
  shareCaptchaKey(rows[0]!.captcha_key)
}

/** Deletes the roles that a page's contract no longer has, also from the groups and people that hold them. */
async function withdrawRoles(db: Db, menu: readonly MenuGroup[]): Promise<void> {
  const offeredRights = menu.flatMap(({ pages }) => pages.flatMap(({ rights }) => rights.map(rightKey)))
  const goneRoles = sql`select page_id, role_id from page_role join page using (page_id)
    where in_use and page_url || '#' || role_id <> all (${offeredRights}::text[])`
  const { rows } = await goneRoles.execute(db)
  if (rows.length === 0) return
  await asProgram(db, 'Gỡ quyền không còn trên trang', async (trx) => {
    await sql`delete from group_page where (page_id, role_id) in (${goneRoles})`.execute(trx)
    await sql`delete from user_page where (page_id, role_id) in (${goneRoles})`.execute(trx)
    await sql`delete from page_role where (page_id, role_id) in (${goneRoles})`.execute(trx)
  })
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
export function passwordFor(configured: string | null, data_dir: string, file_name: string): InitialPassword {
  if (configured) return { password: configured, file: null }
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
  const createdAdmin = await asProgram(db, 'Tạo quản trị viên đầu tiên', (trx) =>
    trx
      .insertInto('app_user')
      .values({ user_name: 'admin', full_name: 'Quản trị viên', password_hash, status: 1, is_admin: true })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst(),
  )
  // Another program on the same database may have created it first: then that program's password counts.
  return createdAdmin ? initial : null
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
