import { sql, type SqlBool } from 'kysely'
import { rightKey, rightsIn, roleNames, type Role } from '#contract/page.ts'
import { whyNotSecondPerson } from '#contract/person.ts'
import { servedCalls } from '#server/calls.ts'
import type { Db } from '#server/database/transaction.ts'
import { contains, paginate, sortOf, vietnamese } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import { serve, type Context } from '#server/serve.ts'
import { lockAccount } from '#server/session/accounts.ts'
import type { Me } from '#server/session/session.ts'
import { conflictsIn, duty_conflicts } from '#features/access/duties/duties.rules.ts'
import { accessReview, used_days } from './access-review.contract.ts'
import { accountStatus, type AccountStatus } from '#features/access/account/account.contract.ts'

export default serve(accessReview, {
  list: async ({ db, me, input }) => {
    const [column, direction] = sortOf(input.sort, 'full_name')
    const query = peopleQuery(db, me)
      .select(digest.as('rights_digest'))
      .where(contains('u.search', input.keyword))
      .$if(input.status != null, (q) => q.where('u.status', '=', input.status!))
      .$if(input.review != null, (q) => q.where(sql<SqlBool>`${review_state} = ${input.review!}`))
      .$if(input.conflicting != null, (q) => q.where(sql<SqlBool>`${is_conflicting} = ${input.conflicting!}`))
      .orderBy(column === 'full_name' ? vietnamese('u.full_name') : sql.ref(column), (order) =>
        direction === 'desc' ? order.desc().nullsLast() : order.asc().nullsLast(),
      )
      .orderBy('u.user_id')
    const { items, ...totals } = await paginate(db, query, input)
    const lastUseByUser = await lastUses(db, items)
    return {
      ...totals,
      items: items.map(({ right_keys, ...row }) => ({
        ...row,
        conflicts:
          conflictsIn(new Set(right_keys))
            .map(({ title }) => title)
            .join('; ') || null,
        last_used_at: newest(lastUseByUser.filter(({ user_id }) => user_id === row.user_id)),
      })),
    }
  },

  rights: async ({ db, me, input }) => {
    const [, direction] = sortOf(input.sort, 'full_name')
    const query = peopleQuery(db, me)
      .innerJoin(
        sql<{ page_name: string; page_url: string; roles: Role[] }>`lateral (
        select page.page_name, page.page_url, page.position, array_agg(right(right_key, 1)::integer order by right_key) as roles
        from unnest(r.right_keys) right_key join page on page.page_url = left(right_key, -2) group by page.page_id)`.as(
          'p',
        ),
        (join) => join.onTrue(),
      )
      .clearSelect()
      .select(person_columns)
      .select(['p.page_name', 'p.page_url', 'p.roles'])
      .select(group_names)
      .$narrowType<{ status: AccountStatus }>()
      .where(contains('u.search', input.keyword))
      .$if(input.status != null, (q) => q.where('u.status', '=', input.status!))
      .$if(input.user_id != null, (q) => q.where('u.user_id', '=', input.user_id!))
      .orderBy(vietnamese('u.full_name'), direction)
      .orderBy('u.user_id')
      .orderBy(sql.ref('p.position'))
    const { items, ...totals } = await paginate(db, query, input)
    const lastUseByUser = await lastUses(db, items)
    return {
      ...totals,
      items: items.map(({ page_url, roles, ...row }) => ({
        ...row,
        roles: roles.map((role) => roleNames[role]).join(', '),
        last_used_at: newest(
          lastUseByUser.filter((lastUse) => lastUse.user_id === row.user_id && pagesOf(lastUse.call).has(page_url)),
        ),
      })),
    }
  },

  quarter: async ({ db, me }) => {
    const { rows } = await sql<{ quarter: string; until: string }>`select ${this_quarter} as quarter,
      (date_trunc('quarter', now() at time zone 'Asia/Ho_Chi_Minh') + interval '3 months - 1 day')::date as until`.execute(
      db,
    )
    const peopleCount = await peopleQuery(db, me)
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('people'))
      .select(sql<number>`count(*) filter (where ${review_state} = 'done')`.as('reviewed'))
      .executeTakeFirstOrThrow()
    return { ...rows[0]!, ...peopleCount }
  },

  confirm,
})

const this_quarter = sql<string>`to_char(now() at time zone 'Asia/Ho_Chi_Minh', 'YYYY-"Q"Q')`

const active_group = 1

/** SQL: the sorted keys of the rights that person `u` has through active groups, through a store, or as administrator. */
const rights_of_user = sql<{ right_keys: string[] }>`lateral (
  select coalesce(array_agg(distinct page.page_url || '#' || page_role.role_id), '{}') as right_keys
  from page join page_role using (page_id)
  where page.in_use and not page.for_everyone and (u.is_admin
    or exists (select from group_member member join user_group using (group_id) join group_page granted using (group_id)
      where member.user_id = u.user_id and user_group.status = ${sql.lit(active_group)}
        and granted.page_id = page_role.page_id and granted.role_id = page_role.role_id)
    or u.base_id is not null and exists (select from user_page granted
      where granted.user_id = u.user_id and granted.page_id = page_role.page_id and granted.role_id = page_role.role_id)))`

const digest = sql<string>`md5(array_to_string(r.right_keys, ','))`

const review_state = sql<'open' | 'changed' | 'done'>`case when a.reviewed_at is null then 'open'
  when a.rights_digest <> ${digest} then 'changed' else 'done' end`

const pairs = JSON.stringify(
  duty_conflicts.map(({ side_a, side_b }) => ({ side_a: side_a.map(rightKey), side_b: side_b.map(rightKey) })),
)
const is_conflicting = sql<SqlBool>`exists (
  select from jsonb_to_recordset(${pairs}::jsonb) pair (side_a text[], side_b text[])
  where r.right_keys && pair.side_a and r.right_keys && pair.side_b)`

const person_columns = ['u.user_id', 'u.user_name', 'u.full_name', 'u.status', 'u.last_sign_in_at'] as const
const group_names = sql<string | null>`(select string_agg(user_group.group_name, ', ' order by user_group.group_name)
  from group_member member join user_group using (group_id)
  where member.user_id = u.user_id and user_group.status = ${sql.lit(active_group)})`.as('groups')

/** Everybody within the scope of `me` who can sign in, or could again when unlocked, with this quarter's review. */
function peopleQuery(db: Db, me: Me) {
  return db
    .selectFrom('app_user as u')
    .innerJoin(rights_of_user.as('r'), (join) => join.onTrue())
    .leftJoin('access_review as a', (join) =>
      join.onRef('a.user_id', '=', 'u.user_id').on('a.quarter', '=', this_quarter),
    )
    .leftJoin('app_user as reviewer', 'reviewer.user_id', 'a.reviewed_by') // unscoped: only a name
    .where(within(me, 'app_user', 'u'))
    .where('u.deleted_at', 'is', null)
    .where('u.status', '<>', accountStatus.waiting)
    .select(person_columns)
    .select(['r.right_keys', 'a.reviewed_at', 'a.note', 'reviewer.user_name as reviewed_by_name'])
    .select(sql<number>`cardinality(r.right_keys)`.as('right_count'))
    .select(sql<boolean>`has_factor(u.user_id)`.as('has_factor'))
    .select(review_state.as('review'))
    .select(group_names)
    .$narrowType<{ status: AccountStatus }>()
}

interface Use {
  user_id: number
  call: string
  at: string
}

/** The newest entry of each call by these people in the log. */
async function lastUses(db: Db, people: readonly { user_id: number }[]): Promise<Use[]> {
  const user_ids = [...new Set(people.map(({ user_id }) => user_id))]
  const { rows } = await sql<Use>`select user_id, call, max(at) as at from audit_log
    where user_id = any (${user_ids}::integer[]) and code = 0 and at > now() - make_interval(days => ${used_days})
      and call ~ '^(GET|POST|PUT|DELETE) ' group by user_id, call`.execute(db)
  return rows
}

const newest = (uses: readonly Use[]) =>
  uses
    .map(({ at }) => at)
    .toSorted()
    .at(-1) ?? null

let pagesByCall: Map<string, Set<string>> | null = null

/** The pages on which a call can be made, by the rights that it requires. */
function pagesOf(call: string): ReadonlySet<string> {
  pagesByCall ??= new Map(servedCalls().map(({ name, may }) => [name, new Set(rightsIn(may).map(({ page }) => page))]))
  return pagesByCall.get(call) ?? new Set()
}

async function confirm({ db, me, input, fail }: Context<typeof accessReview.confirm>) {
  const { user_id, right_count, rights_digest, note } = input
  const self_refusal = 'Không ai tự rà soát quyền của chính mình.'
  if (!(await lockAccount(db, me, user_id))) return fail('user_not_found')
  const refusal = whyNotSecondPerson(user_id, me, self_refusal)
  if (refusal) fail('no_right', { message: refusal })
  const row = await peopleQuery(db, me)
    .select(digest.as('rights_digest'))
    .where('u.user_id', '=', user_id)
    .executeTakeFirst()
  if (!row) return fail('action_invalid', { message: 'Tài khoản đang chờ duyệt, chưa có quyền gì để rà soát.' })
  if (row.right_count !== right_count || (rights_digest != null && row.rights_digest !== rights_digest))
    fail('changed_by_other', { message: `Quyền vừa đổi: nay có ${row.right_count} quyền. Hãy xem lại rồi xác nhận.` })
  const review = { right_count, rights_digest: row.rights_digest, note: note ?? null, reviewed_by: me.user_id }
  await db
    .insertInto('access_review')
    .values({ quarter: this_quarter, user_id, ...review })
    .onConflict((conflict) =>
      conflict.columns(['quarter', 'user_id']).doUpdateSet({ ...review, reviewed_at: sql`now()` }),
    )
    .execute()
  return null
}
