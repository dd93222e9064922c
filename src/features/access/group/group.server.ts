import { sql } from 'kysely'
import { one_plan } from '#server/database/pool.ts'
import { contains, paginate, sortOf, vietnamese } from '#server/record/list.ts'
import { isNarrowed, within } from '#server/scope.ts'
import { serve, type Context } from '#server/serve.ts'
import { changeColumns, isUnchanged } from '#server/record/change-columns.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { roleNames, type Role } from '#contract/page.ts'
import { coversGroups } from '#server/session/covers.ts'
import { group } from './group.contract.ts'
import { groupUsers } from './group-users.contract.ts'
import { pages } from './page-list.contract.ts'

interface GroupRight {
  page_id: number
  role_id: Role
}

export default [
  ...serve(group, {
    list: async ({ db, input }) => {
      const [column, direction] = sortOf(input.sort, 'group_name')
      const order = {
        group_name: vietnamese('g.group_name'),
        user_count: sql.ref('user_count'),
        created_at: sql.ref('g.created_at'),
      }[column]!
      const query = groups(db)
        .where(contains('g.search', input.keyword))
        .$if(input.status != null, (q) => q.where('g.status', '=', input.status!))
        .orderBy(order, direction)
        .orderBy('g.group_id')
      return paginate(db, query, input)
    },

    info: async ({ db, me, input: { group_id }, fail }) => ({
      group_infos: (await groupOf(db, group_id)) ?? fail('group_not_found'),
      group_users: await visibleAccounts(db, me, group_id).where('m.user_id', 'is not', null).limit(10_000).execute(),
      group_page_infos: await rightsOf(db, group_id),
    }),

    check: async ({ db, input: { group_id } }) => ({ exists: (await groupOf(db, group_id)) !== undefined }),

    add,
    update,

    delete: async ({ db, me, input: { group_id }, fail }) => {
      // Nobody can join the group while its row is locked, so the check of its members stays true.
      const storedGroup = await db
        .selectFrom('user_group')
        .select('group_id')
        .where('group_id', '=', group_id)
        .forUpdate()
        .executeTakeFirst()
      if (!storedGroup) fail('group_not_found')
      if (!(await coversGroups(db, me, [group_id])) || (await hasMembersOutOfScope(db, me, group_id))) fail('no_right')
      const member = await db
        .selectFrom('group_member')
        .select('user_id')
        .where('group_id', '=', group_id)
        .limit(1)
        .executeTakeFirst()
      if (member) fail('group_has_users')
      await db.deleteFrom('user_group').where('group_id', '=', group_id).execute()
      return null
    },
  }),

  ...serve(groupUsers, {
    list: async ({ db, me, input, fail }) => {
      const { group_id, members_only, keyword } = input
      if (group_id != null && !(await groupOf(db, group_id))) fail('group_not_found')
      const query = visibleAccounts(db, me, group_id ?? 0)
        .where(contains('u.search', keyword))
        .$if(members_only === true, (q) => q.where('m.user_id', 'is not', null))
      return paginate(db, query, input)
    },
  }),

  ...serve(pages, {
    list: async ({ db }) => {
      const rows = await db
        .selectFrom('page')
        .select(['page_id as id', 'parent_id', 'page_name', 'page_url'])
        .where('in_use', '=', true)
        .where('for_everyone', '=', false)
        .orderBy('position')
        .execute()
      const roles = await db
        .selectFrom('page_role as r')
        .innerJoin('page as p', 'p.page_id', 'r.page_id')
        .select(['r.role_id', 'r.page_id'])
        .where('p.in_use', '=', true)
        .where('p.for_everyone', '=', false)
        .orderBy('p.position')
        .orderBy('r.role_id')
        .execute()
      return {
        pages: rows.map((row) => ({ ...row, parent_id: row.parent_id ?? 0, page_url: row.page_url ?? '' })),
        page_roles: roles.map(({ role_id, page_id }) => ({
          role_id: role_id as Role,
          page_id,
          role_name: roleNames[role_id as Role],
        })),
      }
    },
  }),
]

function groups(db: Db) {
  return db
    .selectFrom('user_group as g')
    .leftJoin('app_user as creator', 'creator.user_id', 'g.created_by') // unscoped: only the names of who made and changed it
    .leftJoin('app_user as editor', 'editor.user_id', 'g.updated_by')
    .select([
      'g.group_id',
      'g.group_name',
      'g.description',
      'g.status',
      'g.second_factor',
      'g.created_at',
      'g.updated_at',
      'g.version',
      'creator.user_name as created_by_name',
      'editor.user_name as updated_by_name',
    ])
    .select((eb) => [
      eb
        .selectFrom('group_member as m')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('m.group_id', '=', 'g.group_id')
        .as('user_count'),
      eb
        .selectFrom('group_page as gp')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('gp.group_id', '=', 'g.group_id')
        .as('right_count'),
    ])
    .$narrowType<{ status: 0 | 1; second_factor: 0 | 1 | 2; user_count: number; right_count: number }>()
}

function groupOf(db: Db, group_id: number) {
  return groups(db).where('g.group_id', '=', group_id).modifyEnd(one_plan).executeTakeFirst()
}

async function rightsOf(db: Db, group_id: number): Promise<GroupRight[]> {
  const rows = await db
    .selectFrom('group_page')
    .select(['page_id', 'role_id'])
    .where('group_id', '=', group_id)
    .orderBy('page_id')
    .orderBy('role_id')
    .execute()
  return rows as GroupRight[]
}

/** Everyone within the scope of `me`, with the group's members marked. */
function visibleAccounts(db: Db, me: Me, group_id: number) {
  return db
    .selectFrom('app_user as u')
    .leftJoin('group_member as m', (join) => join.onRef('m.user_id', '=', 'u.user_id').on('m.group_id', '=', group_id))
    .where(within(me, 'app_user', 'u'))
    .where('u.deleted_at', 'is', null)
    .select(['u.user_id', 'u.user_name', 'u.full_name'])
    .select(sql<boolean>`m.user_id is not null`.as('is_member'))
    .orderBy(vietnamese('u.full_name'))
    .orderBy('u.user_id')
}

async function add({ db, me, input, fail }: Context<typeof group.add>) {
  const { group_id: given_id, group_page, group_user, ...row } = input
  if (given_id != null && (await groupOf(db, given_id))) fail('group_exists')
  const { group_id } = await db
    .insertInto('user_group')
    .values({ ...row, created_by: me.user_id })
    .returning('group_id')
    .executeTakeFirstOrThrow()
  await setRights(db, group_id, group_page)
  if (group_user) await setMembers(db, me, group_id, group_user, () => fail('user_not_found'))
  if (!(await coversGroups(db, me, [group_id])))
    fail('no_right', { fields: { group_page: 'Bạn không thể cấp quyền mà bạn không có.' } })
  return (await groupOf(db, group_id))!
}

async function update({ db, me, input, fail }: Context<typeof group.update>) {
  const { group_id, version, group_page, group_user, ...row } = input
  if (!(await coversGroups(db, me, [group_id]))) fail('no_right', { message: 'Nhóm này có quyền mà bạn không có.' })
  if (await hasMembersOutOfScope(db, me, group_id))
    fail('no_right', { message: 'Nhóm này có thành viên ngoài phạm vi của bạn.' })
  const updatedRow = await db
    .updateTable('user_group')
    .set({ ...row, ...changeColumns(me) })
    .where('group_id', '=', group_id)
    .where(isUnchanged(version))
    .returning('group_id')
    .executeTakeFirst()
  if (!updatedRow) {
    const storedGroup = (await groupOf(db, group_id)) ?? fail('group_not_found')
    fail('changed_by_other', { current: { ...storedGroup, group_page: await rightsOf(db, group_id) } })
  }
  if (group_page) await setRights(db, group_id, group_page)
  if (group_user) await setMembers(db, me, group_id, group_user, () => fail('user_not_found'))
  if (!(await coversGroups(db, me, [group_id])))
    fail('no_right', { fields: { group_page: 'Bạn không thể cấp quyền mà bạn không có.' } })
  return (await groupOf(db, group_id))!
}

/**
 * Replaces the group's rights. A right that its page has lost since the form was opened is left out. Rights on a page that is out of use are kept for
 * its return.
 */
async function setRights(db: Db, group_id: number, rights: readonly GroupRight[]): Promise<void> {
  const chosen_roles = sql`select page_id, role_id from page_role join page using (page_id) where in_use and (page_id, role_id) in (select * from unnest(${rights.map(({ page_id }) => page_id)}::integer[], ${rights.map(({ role_id }) => role_id)}::integer[]))`
  await sql`delete from group_page where group_id = ${group_id} and (page_id, role_id) not in (${chosen_roles})
    and page_id in (select page_id from page where in_use)`.execute(db)
  await sql`insert into group_page (group_id, page_id, role_id) select ${group_id}::integer, page_id, role_id from (${chosen_roles}) chosen
    on conflict do nothing`.execute(db)
}

/** Replaces the group's members among the people within the scope of `me`; other members are not changed. */
async function setMembers(
  db: Db,
  me: Me,
  group_id: number,
  user_ids: readonly number[],
  unknown: () => never,
): Promise<void> {
  const ids = [...new Set(user_ids)]
  // Locked until the commit, so that no new member is deleted meanwhile.
  const users = await db
    .selectFrom('app_user')
    .select('user_id')
    .where('user_id', '=', sql<number>`any (${ids}::integer[])`)
    .where('deleted_at', 'is', null)
    .where(within(me, 'app_user'))
    .orderBy('user_id')
    .forKeyShare()
    .execute()
  if (users.length < ids.length) unknown()
  await sql`delete from group_member m using app_user u
    where m.group_id = ${group_id} and u.user_id = m.user_id and ${within(me, 'app_user', 'u')}
      and m.user_id <> all (${ids}::integer[])`.execute(db)
  await sql`insert into group_member (group_id, user_id) select ${group_id}::integer, unnest(${ids}::integer[])
    on conflict do nothing`.execute(db)
}

/** Whether the group has members outside the scope of `me`: then `me` may not change it. */
async function hasMembersOutOfScope(db: Db, me: Me, group_id: number): Promise<boolean> {
  if (!isNarrowed(me)) return false
  const { rows } = await sql<{
    beyond: boolean
  }>`select exists (select from group_member m join app_user u using (user_id)
    where m.group_id = ${group_id} and (${within(me, 'app_user', 'u')}) is not true) as beyond`.execute(db)
  return rows[0]!.beyond
}
