import { sql } from 'kysely'
import type { Right } from '#contract/page.ts'
import { isHeadOffice } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import { hasRight, type Me } from '#server/session/session.ts'
import { alarmTab } from '#features/settings/pages.contract.ts'
import { dayClosePage } from '#features/close/pages.contract.ts'
import { alarmKind, type AlarmKind } from './alarm.rules.ts'

/** Rights of the receivers when a rule names nobody: for day closings the people who may sign, otherwise those who may see the alarm settings. */
export const audience = { closings: [dayClosePage.approve], others: alarmTab.view } as const

const hasAnyRight = (me: Me, rights: readonly Right[]) => rights.some((right) => hasRight(me, right))

/** SQL: whether the rule of alarm `a` names an active person of the head office, alone or in an active group. Who is gone receives nothing. */
export const has_receiver = sql<boolean>`exists (
  select from alarm_receiver r
    join app_user p on p.user_id = r.user_id or p.user_id in ( -- unscoped: only whether there is one
      select m.user_id from group_member m join user_group g using (group_id) where m.group_id = r.group_id and g.status = 1)
  where r.kind = a.kind and p.status = 1 and p.deleted_at is null and p.partner_id is null and p.base_id is null)`

/** SQL: whether `me` receives alarm `a`: named by its rule, or with one of the rights above when it names nobody who can. */
const reaches = (me: Me) => sql<boolean>`(case
  when a.user_id is not null then a.user_id = ${me.user_id}
  when not ${isHeadOffice(me)} then false
  when not ${has_receiver}
    then case a.kind when ${alarmKind.closing_waiting}::smallint then ${hasAnyRight(me, audience.closings)}::boolean else ${hasAnyRight(me, audience.others)}::boolean end
  else exists (select from alarm_receiver r where r.kind = a.kind and (r.user_id = ${me.user_id} or r.group_id in (
    select m.group_id from group_member m join user_group g using (group_id) where m.user_id = ${me.user_id} and g.status = 1))) end)`

/** Query of the alarms that `me` receives, with the contract's columns. */
export function alarmRows(db: Db, me: Me) {
  return db
    .selectFrom('alarm as a')
    .leftJoin('app_user as u', 'u.user_id', 'a.acknowledged_by') // unscoped: only a name
    .select(['a.alarm_id', 'a.kind', 'a.title', 'a.detail', 'a.url', 'a.raised_at', 'a.acknowledged_at', 'a.closed_at'])
    .select(['u.full_name as acknowledged_by_name', sql<boolean>`a.user_id is not null`.as('is_trial')])
    .$narrowType<{ kind: AlarmKind }>()
    .where(reaches(me))
}
