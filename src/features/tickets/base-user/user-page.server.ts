/** Rights on the ticket pages that single people of a store have, beside those of their groups. */
import { sql } from 'kysely'
import { roleNames, type Role } from '#contract/page.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { ticket_menu } from '#features/tickets/pages.contract.ts'

interface PageRight {
  page_id: number
  role_id: Role
}

/** The heading of the ticket pages, and the pages under it that are in use. */
function ticketPagesQuery(db: Db) {
  return db
    .selectFrom('page as p')
    .leftJoin('page as heading', 'heading.page_id', 'p.parent_id')
    .where('p.in_use', '=', true)
    .where((eb) =>
      eb(eb.fn.coalesce('heading.page_name', 'p.page_name'), '=', ticket_menu).and('p.for_everyone', '=', false),
    )
}

/** The pages that people of a store can be given, with their roles. */
export async function ticketPages(db: Db) {
  const pages = await ticketPagesQuery(db)
    .select(['p.page_id as id', 'p.parent_id', 'p.page_name', 'p.page_url'])
    .orderBy('p.position')
    .execute()
  const roles = await ticketPagesQuery(db)
    .innerJoin('page_role as r', 'r.page_id', 'p.page_id')
    .select(['r.page_id', 'r.role_id'])
    .$narrowType<{ role_id: Role }>()
    .orderBy('p.position')
    .orderBy('r.role_id')
    .execute()
  return {
    pages: pages.map((page) => ({ ...page, parent_id: page.parent_id ?? 0, page_url: page.page_url ?? '' })),
    page_roles: roles.map((right) => ({ ...right, role_name: roleNames[right.role_id] })),
  }
}

export async function rolesOf(db: Db, user_id: number): Promise<PageRight[]> {
  return db
    .selectFrom('user_page')
    .select(['page_id', 'role_id'])
    .$narrowType<{ role_id: Role }>()
    .where('user_id', '=', user_id)
    .orderBy('page_id')
    .orderBy('role_id')
    .execute()
}

/** Why `me` cannot give these rights: they are not on a ticket page, or `me` lacks them. */
export async function whyNotGrant(
  db: Db,
  me: Me,
  rights: readonly PageRight[],
): Promise<'unknown' | 'not_held' | null> {
  const { pages, page_roles } = await ticketPages(db)
  const urls = new Map(pages.map((page) => [page.id, page.page_url]))
  const offeredRights = new Set(page_roles.map(({ page_id, role_id }) => `${page_id}#${role_id}`))
  if (!rights.every(({ page_id, role_id }) => offeredRights.has(`${page_id}#${role_id}`))) return 'unknown'
  return rights.every(({ page_id, role_id }) => me.rights.has(`${urls.get(page_id)}#${role_id}`)) ? null : 'not_held'
}

/** Replaces the person's rights; rights on a page that is out of use are kept for its return. */
export async function setUserRights(db: Db, user_id: number, rights: readonly PageRight[]): Promise<void> {
  const granted_rights = sql`select * from unnest(${rights.map(({ page_id }) => page_id)}::integer[], ${rights.map(({ role_id }) => role_id)}::smallint[])`
  await sql`delete from user_page where user_id = ${user_id} and (page_id, role_id) not in (${granted_rights})
    and page_id in (select page_id from page where in_use)`.execute(db)
  await sql`insert into user_page (user_id, page_id, role_id) select ${user_id}::integer, chosen.* from (${granted_rights}) chosen
    on conflict do nothing`.execute(db)
}
