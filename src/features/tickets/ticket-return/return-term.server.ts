import { sql } from 'kysely'
import type { Fail } from '#server/fail.ts'
import { recordsOf } from '#server/record/records.ts'
import { isUnchanged, changeColumns } from '#server/record/change-columns.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { returnConfig, returnTerm, ReturnTermRecord } from './return-term.contract.ts'

const terms = recordsOf(ReturnTermRecord)

export const returnTerms = serve(returnTerm, {
  list: ({ db, me, input }) => terms.page(db, withStation(db, me), input, '-from_day'),

  add: async ({ db, me, input, fail }) => {
    await assertAhead(db, input.from_day, fail)
    const return_term_id = await terms.insert(db, me, input)
    return (await terms.find(withStation(db, me), return_term_id))!
  },

  delete: async ({ db, me, input, fail }) => {
    const term = (await terms.find(withStation(db, me), input.return_term_id)) ?? fail('not_found')
    await assertAhead(db, term.from_day, fail)
    await terms.remove(db, me, input, fail)
    return null
  },
})

export const returnConfigs = serve(returnConfig, {
  get: ({ db }) => readConfig(db),

  save: async ({ db, me, input: { version, close_after_minutes, remind_minutes }, fail }) => {
    const { numUpdatedRows } = await db
      .updateTable('return_config')
      .set({
        // Null means never.
        ...(close_after_minutes !== undefined && { close_after_minutes }),
        ...(remind_minutes != null && { remind_minutes }),
        ...changeColumns(me),
      })
      .where(isUnchanged(version))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) fail('changed_by_other', { current: await readConfig(db) })
    return readConfig(db)
  },
})

function withStation(db: Db, me: Me) {
  return terms.rows(db, me).leftJoin('draw_area as a', 'a.area_id', 'r.area_id').select('a.area_name')
}

async function assertAhead(db: Db, from_day: string, fail: Fail<'over_cut_off'>): Promise<void> {
  const { rows } = await sql<{ is_ahead: boolean }>`select ${from_day}::date > current_date as is_ahead`.execute(db)
  const message = 'Chỉ đặt được điều kiện từ ngày mai trở đi.'
  if (!rows[0]!.is_ahead) fail('over_cut_off', { message, fields: { from_day: message } })
}

function readConfig(db: Db) {
  return db
    .selectFrom('return_config')
    .select(['close_after_minutes', 'remind_minutes', 'version'])
    .executeTakeFirstOrThrow()
}
