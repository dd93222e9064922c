import { sql } from 'kysely'
import { isHeadOffice } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import { holds, type Me } from '#server/session/session.ts'
import { alarmTab } from '#features/settings/pages.contract.ts'
import type { AlarmKind } from './alarm.rules.ts'

/** Whether `me` is named by the rule of alarm `a`, or it names nobody and `me` sees the settings of alarms. */
const reaches = (me: Me) => sql<boolean>`(case
  when a.user_id is not null then a.user_id = ${me.user_id}
  when not ${isHeadOffice(me)} then false
  when not exists (select from alarm_receiver r where r.kind = a.kind) then ${alarmTab.view.some((right) => holds(me, right))}
  else exists (select from alarm_receiver r where r.kind = a.kind and (r.user_id = ${me.user_id} or r.group_id in (
    select m.group_id from group_member m join user_group g using (group_id) where m.user_id = ${me.user_id} and g.status = 1))) end)`

/** The alarms that `me` is told of, as the contract answers them. */
export function alarmRows(db: Db, me: Me) {
  return db
    .selectFrom('alarm as a')
    .leftJoin('app_user as u', 'u.user_id', 'a.acknowledged_by') // unscoped: only a name
    .select(['a.alarm_id', 'a.kind', 'a.title', 'a.detail', 'a.url', 'a.raised_at', 'a.acknowledged_at', 'a.closed_at'])
    .select(['u.full_name as acknowledged_by_name', sql<boolean>`a.user_id is not null`.as('is_trial')])
    .$narrowType<{ kind: AlarmKind }>()
    .where(reaches(me))
}
