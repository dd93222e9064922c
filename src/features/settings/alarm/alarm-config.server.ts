import { sql } from 'kysely'
import { isHeadOffice } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import { mailFrom } from '#server/mail/mail.ts'
import { changeColumns } from '#server/record/change-columns.ts'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import {
  changesOf,
  keepChange,
  lockSetting,
  versionReader,
} from '#features/settings/setting-change/setting-change.server.ts'
import { alarmConfig, type AlarmRuleRow } from './alarm.contract.ts'
import { alarm_mail_job, limitFaults, limitsIn, ruleValuesOf, type AlarmKind } from './alarm.rules.ts'
import { alarmRows } from './alarm.query.server.ts'
import { raiseAndClose } from './look-for-alarms.server.ts'

const setting = 'alarm'

export default serve(alarmConfig, {
  get: ({ db }) => readConfig(db),

  receivers: async ({ db, me }) => {
    if (!isHeadOffice(me)) return { groups: [], users: [] }
    const groups = await db
      .selectFrom('user_group')
      .select(['group_id as id', 'group_name as name'])
      .where('status', '=', 1)
      .orderBy('group_name')
      .limit(1_000)
      .execute()
    const users = await headOfficePeople(db, me)
      .select(['user_id as id', sql<string>`full_name || ' (' || user_name || ')'`.as('name')])
      .orderBy('full_name')
      .limit(5_000)
      .execute()
    return { groups, users }
  },

  update: async ({ db, me, input: { kind, status, groups, users, reason, version, ...values }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    await lockSetting(db, setting)
    const config = await readConfig(db)
    const storedRule = config.items.find((rule) => rule.kind === kind)!
    if (storedRule.version !== version) fail('changed_by_other', { current: config })
    const limits = limitsIn(values)
    const faults = limitFaults(kind, limits)
    if (Object.keys(faults).length > 0) fail('request_invalid', { fields: faults })
    const unique = { groups: [...new Set(groups)], users: [...new Set(users)] }
    if (!(await areGroups(db, unique.groups)))
      fail('groups_not_found', { fields: { groups: 'Có nhóm không tồn tại.' } })
    // Somebody whose account was closed since may stay, else no limit could be changed before they are removed.
    const newUsers = unique.users.filter((user_id) => !storedRule.users.includes(user_id))
    if (!(await arePeople(db, me, newUsers)))
      fail('user_not_found', { fields: { users: 'Có người dùng không tồn tại hoặc không thuộc trụ sở chính.' } })
    await db
      .updateTable('alarm_rule')
      .set({ status, ...limits, ...changeColumns(me) })
      .where('kind', '=', kind)
      .execute()
    await setReceivers(db, kind, unique)
    const after = { status, ...limits, ...unique }
    await keepChange(db, me, {
      setting,
      item: String(kind),
      before: ruleValuesOf(storedRule),
      after,
      reason: reason ?? null,
    })
    await raiseAndClose(db)
    return readConfig(db)
  },

  try: async ({ db, me, input: { kind }, enqueue, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    const { rows } = await sql<{ alarm_id: number }>`
      insert into alarm as a (kind, subject, title, detail, url, user_id)
        values (${kind}, ${`trial ${me.user_id}`}, 'Cảnh báo thử', 'Chỉ bạn thấy cảnh báo này. Bấm “Đã biết” để đóng.', '/', ${me.user_id})
      on conflict (kind, subject) where closed_at is null do update
        set raised_at = clock_timestamp(), acknowledged_at = null, acknowledged_by = null, version = a.version + 1
      returning alarm_id`.execute(db)
    if (mailFrom() !== null) await enqueue(db, alarm_mail_job, {}, alarm_mail_job)
    return (await alarmRows(db, me).where('a.alarm_id', '=', rows[0]!.alarm_id).executeTakeFirst())!
  },
})

async function readConfig(db: Db) {
  // unscoped: only names and the number of alarms
  const { rows } = await sql<Omit<AlarmRuleRow, 'version'>>`
    select r.kind, r.status, r.most_waiting, r.most_minutes, r.least_stock, r.most_percent, r.least_amount,
      array(select group_id from alarm_receiver where kind = r.kind and group_id is not null order by group_id) as groups,
      array(select user_id from alarm_receiver where kind = r.kind and user_id is not null order by user_id) as users,
      array(select coalesce(g.group_name, u.full_name) from alarm_receiver c left join user_group g using (group_id)
        left join app_user u on u.user_id = c.user_id where c.kind = r.kind order by g.group_name, u.full_name) as receiver_names,
      (select count(*) from alarm a where a.kind = r.kind and a.closed_at is null and a.user_id is null) as open
    from alarm_rule r order by r.kind`.execute(db)
  const versionOf = await versionReader(db, setting)
  const items = rows.map((row) => ({ ...row, version: versionOf(String(row.kind)) }))
  return { items, history: await changesOf(db, setting), mail_from: mailFrom() }
}

/** People who can receive alarms: only those of the head office, because alarms are about the whole business. */
function headOfficePeople(db: Db, me: Me) {
  return db
    .selectFrom('app_user')
    .where(within(me, 'app_user'))
    .where('partner_id', 'is', null)
    .where('base_id', 'is', null)
    .where('status', '=', 1)
}

async function areGroups(db: Db, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true
  const rows = await db
    .selectFrom('user_group')
    .select('group_id')
    .where('group_id', 'in', [...ids])
    .execute()
  return rows.length === ids.length
}

async function arePeople(db: Db, me: Me, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true
  const rows = await headOfficePeople(db, me)
    .select('user_id')
    .where('user_id', 'in', [...ids])
    .execute()
  return rows.length === ids.length
}

interface Receivers {
  groups: readonly number[]
  users: readonly number[]
}

async function setReceivers(db: Db, kind: AlarmKind, { groups, users }: Receivers): Promise<void> {
  await sql`delete from alarm_receiver where kind = ${kind}
    and (group_id <> all (${groups}::integer[])) is not false and (user_id <> all (${users}::integer[])) is not false`.execute(
    db,
  )
  await sql`insert into alarm_receiver (kind, group_id, user_id)
    select ${kind}::smallint, g, null from unnest(${groups}::integer[]) g
    union all select ${kind}::smallint, null, u from unnest(${users}::integer[]) u
    on conflict do nothing`.execute(db)
}
