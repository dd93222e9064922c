/** Who must have a second factor, and from when on: by the global setting, the person's groups, and the rights of these groups. */
import { sql } from 'kysely'
import { rightKey } from '#contract/page.ts'
import type { Db } from '#server/database/transaction.ts'
import { money_approvals } from '#features/access/duties/duties.rules.ts'

export interface FactorPolicy {
  enforced: boolean
  /** The grace period for setting up a factor once it is required. */
  grace_days: number
}

const setting_name = 'second_factor'
const defaultPolicy: FactorPolicy = { enforced: true, grace_days: 14 }

export async function factorPolicy(db: Db): Promise<FactorPolicy> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', setting_name).executeTakeFirst()
  return (row?.value as FactorPolicy | undefined) ?? defaultPolicy
}

/** Changes what is given and leaves the rest as it is. */
export async function changeFactorPolicy(db: Db, change: Partial<FactorPolicy>): Promise<void> {
  const value = sql<string>`setting.value || ${JSON.stringify(change)}::jsonb`
  await db
    .insertInto('setting')
    .values({ name: setting_name, value: JSON.stringify({ ...defaultPolicy, ...change }) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** SQL condition: user `u` must have a second factor. Administrators have every right without a group, so groups do not decide for them. */
const is_required = sql<boolean>`(u.is_admin or exists (
  select from group_member m join user_group g using (group_id) where m.user_id = u.user_id and g.status = 1
    and (g.second_factor = 1 or g.second_factor = 2 and exists (
      select from group_page gp join page p using (page_id) where gp.group_id = g.group_id and p.in_use
        and p.page_url || '#' || gp.role_id = any (${money_approvals.map(rightKey)}::text[])))))`

/** Whether this person must have a second factor, whether or not they have one. */
export async function isFactorRequired(db: Db, user_id: number): Promise<boolean> {
  if (!(await factorPolicy(db)).enforced) return false
  // unscoped: the person's own row, or one that the caller has found within their scope
  const { rows } = await sql<{ is_required: boolean }>`
    select ${is_required} as is_required from app_user u where u.user_id = ${user_id}`.execute(db)
  return rows[0]?.is_required ?? false
}

/** At every sign-in: starts the grace period when a factor is first required, and clears it when none is required any more. */
export async function updateFactorDeadline(db: Db, user_id: number): Promise<void> {
  const { enforced, grace_days } = await factorPolicy(db)
  // unscoped: the row of who has just signed in
  await sql`update app_user u set factor_due_at = case when ${enforced} and ${is_required}
      then coalesce(u.factor_due_at, now() + make_interval(days => ${grace_days})) end
    where u.user_id = ${user_id} and (u.factor_due_at is null) = (${enforced} and ${is_required})`.execute(db)
}
