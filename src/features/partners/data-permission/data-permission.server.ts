import { sql } from 'kysely'
import { messages } from '#contract/messages.ts'
import { contains, paginate, sortOf, vietnamese } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import { serve, type Context } from '#server/serve.ts'
import { coversUser } from '#server/session/covers.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { dataPermission } from './data-permission.contract.ts'
import { groups } from '#features/partners/pos-group/pos-group.server.ts'

export default serve(dataPermission, {
  users: async ({ db, me, input }) => {
    const [column, direction] = sortOf(input.sort, 'full_name')
    const query = db
      .selectFrom('app_user as u')
      .leftJoin('partner as p', 'p.partner_id', 'u.partner_id') // unscoped: only the partner's name of a person within the scope
      .leftJoin('data_scope as d', 'd.user_id', 'u.user_id')
      .select(['u.user_id', 'u.user_name', 'u.full_name', 'u.unit', 'p.partner_name'])
      .select([
        sql<boolean>`coalesce(d.is_limited, false)`.as('is_limited'),
        sql<number>`(select count(*) from data_scope_group g where g.user_id = u.user_id)`.as('group_count'),
        sql<number>`(select count(*) from data_scope_pos s where s.user_id = u.user_id)`.as('pos_count'),
      ])
      .where(within(me, 'app_user', 'u'))
      .where('u.deleted_at', 'is', null)
      .where('u.is_admin', '=', false)
      .where(contains('u.search', input.keyword))
      .$if(input.partner_id != null, (q) => q.where('u.partner_id', '=', input.partner_id!))
      .$if(input.is_limited != null, (q) => q.where(sql`coalesce(d.is_limited, false)`, '=', input.is_limited!))
      .orderBy(column === 'full_name' ? vietnamese('u.full_name') : sql.ref('u.user_name'), direction)
      .orderBy('u.user_id')
    return paginate(db, query, input)
  },

  get: async ({ db, me, input: { user_id }, fail }) => {
    const { user_name, full_name, partner_name } = (await findPerson(db, me, user_id)) ?? fail('user_not_found')
    return {
      user_name,
      full_name,
      partner_name,
      ...(await permissionOf(db, me, user_id)),
      groups: await groups(db, me)
        // A limited person can only assign groups of their own scope.
        .select(
          sql<boolean>`${!me.is_limited} or exists (select from data_scope_group d where d.pos_group_id = g.pos_group_id and d.user_id = ${me.user_id})`.as(
            'may_give',
          ),
        )
        .orderBy(vietnamese('g.pos_group_name'))
        .limit(10_000)
        .execute(),
    }
  },

  set,
})

function findPerson(db: Db, me: Me, user_id: number) {
  return db
    .selectFrom('app_user as u')
    .leftJoin('partner as p', 'p.partner_id', 'u.partner_id') // unscoped: only the partner's name of a person within the scope
    .select(['u.user_id', 'u.is_admin', 'u.user_name', 'u.full_name', 'p.partner_name'])
    .where('u.user_id', '=', user_id)
    .where('u.deleted_at', 'is', null)
    .where('u.is_admin', '=', false)
    .where(within(me, 'app_user', 'u'))
    .executeTakeFirst()
}

async function permissionOf(db: Db, me: Me, user_id: number) {
  const scope = await db
    .selectFrom('data_scope')
    .select(['is_limited', 'version'])
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  const groups_of_user = await db
    .selectFrom('data_scope_group')
    .select('pos_group_id')
    .where('user_id', '=', user_id)
    .orderBy('pos_group_id')
    .execute()
  const pos = await db
    .selectFrom('data_scope_pos as d')
    .innerJoin('pos as s', 's.pos_id', 'd.pos_id')
    .select(['s.pos_id', 's.pos_code', 's.pos_name', 's.pos_group_id'])
    .where('d.user_id', '=', user_id)
    .where(within(me, 'pos', 's'))
    .orderBy(vietnamese('s.pos_name'))
    .execute()
  return {
    user_id,
    is_limited: scope?.is_limited ?? false,
    version: scope?.version ?? 0,
    pos_group_ids: groups_of_user.map(({ pos_group_id }) => pos_group_id),
    pos,
  }
}

async function set({ db, me, input, fail }: Context<typeof dataPermission.set>) {
  const { user_id, version } = input
  const target = (await findPerson(db, me, user_id)) ?? fail('user_not_found')
  if (user_id === me.user_id) fail('action_invalid', { message: 'Không thể đổi phạm vi dữ liệu của chính mình.' })
  if (!(await coversUser(db, me, target))) fail('no_right')
  const { pos_id: pos_ids, pos_group_id: pos_group_ids, is_limited = null } = input
  if (is_limited === null && pos_ids.length + pos_group_ids.length === 0)
    fail('request_invalid', { fields: { pos_id: messages.required } })
  const new_scope = { user_id, is_limited: is_limited ?? true, pos_ids, pos_group_ids }
  await assertWithinOwnScope(db, me, new_scope, fail)
  const savedPermission = await db
    .insertInto('data_scope')

    .values({ user_id, is_limited: new_scope.is_limited, updated_by: me.user_id, updated_at: sql`now()` })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({
          is_limited: new_scope.is_limited,
          updated_by: me.user_id,
          updated_at: sql`now()`,
          version: sql`data_scope.version + 1`,
        })
        .where(version == null ? sql<boolean>`true` : sql<boolean>`data_scope.version = ${version}`),
    )
    .returning('version')
    .executeTakeFirst()
  if (!savedPermission || (version != null && version > 0 && savedPermission.version !== version + 1))
    fail('changed_by_other', { current: await permissionOf(db, me, user_id) })
  await replaceScope(db, me, new_scope)
  return permissionOf(db, me, user_id)
}

interface Permission {
  user_id: number
  is_limited: boolean
  pos_ids: readonly number[]
  pos_group_ids: readonly number[]
}

/** Refuses points of sale and groups that do not exist or are outside the scope of `me`. */
async function assertWithinOwnScope(
  db: Db,
  me: Me,
  new_scope: Permission,
  fail: Context<typeof dataPermission.set>['fail'],
): Promise<void> {
  if (me.is_limited && !new_scope.is_limited) fail('no_right')
  const ids = [...new Set(new_scope.pos_ids)]
  const { visible_count } = await db
    .selectFrom('pos')
    .select((eb) => eb.fn.countAll<number>().as('visible_count'))
    .where('pos_id', '=', sql<number>`any (${ids}::integer[])`)
    .where(within(me, 'pos'))
    .executeTakeFirstOrThrow()
  if (visible_count !== ids.length) fail('pos_not_found')
  const group_ids = [...new Set(new_scope.pos_group_ids)]
  const { found_groups } = await db
    .selectFrom('pos_group as g')
    .select((eb) => eb.fn.countAll<number>().as('found_groups'))
    .where('g.pos_group_id', '=', sql<number>`any (${group_ids}::integer[])`)
    .$if(me.is_limited, (q) =>
      q.where(
        sql<boolean>`exists (select from data_scope_group d where d.pos_group_id = g.pos_group_id and d.user_id = ${me.user_id})`,
      ),
    )
    .executeTakeFirstOrThrow()
  if (found_groups !== group_ids.length) fail('no_right')
}

/** Replaces the part of the scope that `me` may see; the other part is not changed. */
async function replaceScope(db: Db, me: Me, { user_id, pos_group_ids, pos_ids }: Permission): Promise<void> {
  await sql`delete from data_scope_group where user_id = ${user_id} and pos_group_id <> all (${pos_group_ids}::integer[])`.execute(
    db,
  )
  await sql`insert into data_scope_group (user_id, pos_group_id) select ${user_id}::integer, unnest(${pos_group_ids}::integer[])
    on conflict do nothing`.execute(db)
  await sql`delete from data_scope_pos d using pos s
    where d.user_id = ${user_id} and s.pos_id = d.pos_id and ${within(me, 'pos', 's')} and d.pos_id <> all (${pos_ids}::integer[])`.execute(
    db,
  )
  await sql`insert into data_scope_pos (user_id, pos_id) select ${user_id}::integer, unnest(${pos_ids}::integer[])
    on conflict do nothing`.execute(db)
}
