import { sql } from 'kysely'
import { one_plan } from '#server/database/pool.ts'
import { paginate } from '#server/record/list.ts'
import { serve } from '#server/serve.ts'
import { alarms } from './alarm.contract.ts'
import { alarmRows } from './alarm.query.server.ts'

export default serve(alarms, {
  list: ({ db, me, input }) => {
    const query = alarmRows(db, me)
      .$if(input.is_open != null, (q) => q.where('a.closed_at', input.is_open ? 'is' : 'is not', null))
      .orderBy('a.raised_at', 'desc')
      .orderBy('a.alarm_id', 'desc')
    return paginate(db, query, input)
  },

  acknowledge: async ({ db, me, input: { alarm_id }, fail }) => {
    const find = () => alarmRows(db, me).where('a.alarm_id', '=', alarm_id).modifyEnd(one_plan).executeTakeFirst()
    if (!(await find())) fail('not_found')
    // A test alarm, which is the only kind with a user, has no cause, so acknowledging it closes it.
    const { numUpdatedRows } = await db
      .updateTable('alarm')
      .set({
        acknowledged_by: me.user_id,
        acknowledged_at: sql<string>`clock_timestamp()`,
        closed_at: sql<string | null>`case when user_id is null then null else clock_timestamp() end`,
        version: sql<number>`version + 1`,
      })
      .where('alarm_id', '=', alarm_id)
      .where('acknowledged_at', 'is', null)
      .where('closed_at', 'is', null)
      .executeTakeFirstOrThrow()
    const alarm = (await find())!
    if (numUpdatedRows > 0n) return alarm
    const message =
      alarm.acknowledged_by_name === null
        ? 'Cảnh báo này đã hết.'
        : `${alarm.acknowledged_by_name} đã biết cảnh báo này.`
    return fail('action_invalid', { message })
  },
})
