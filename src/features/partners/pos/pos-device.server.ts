import { sql } from 'kysely'
import { within } from '#server/scope.ts'
import type { Context } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import type { pos } from './pos.contract.ts'
import { holdPos } from './pos.query.server.ts'

export const deviceActs = {
  addDevice: async ({ db, me, input, fail }: Context<typeof pos.addDevice>) => {
    if (!(await holdPos(db, me, input.pos_id))) fail('pos_not_found')
    const { device_id } = await db
      .insertInto('pos_device')
      .values(input)
      .returning('device_id')
      .executeTakeFirstOrThrow()
    return devices(db, me).where('d.device_id', '=', device_id).executeTakeFirstOrThrow()
  },

  updateDevice: async ({ db, me, input, fail }: Context<typeof pos.updateDevice>) => {
    const { device_id, version, ...draft } = input
    const updated = await db
      .updateTable('pos_device')
      .set({ ...draft, version: sql`version + 1` })
      .where('device_id', '=', device_id)
      .where('version', '=', version)
      .where(within(me, 'pos_device'))
      .executeTakeFirst()
    const current = await devices(db, me).where('d.device_id', '=', device_id).executeTakeFirst()
    if (!current) return fail('not_found')
    if (updated.numUpdatedRows === 0n) fail('changed_by_other', { current })
    return current
  },

  deleteDevice: async ({ db, me, input: { device_id }, fail }: Context<typeof pos.deleteDevice>) => {
    const deleted = await db
      .deleteFrom('pos_device')
      .where('device_id', '=', device_id)
      .where(within(me, 'pos_device'))
      .executeTakeFirst()
    if (deleted.numDeletedRows === 0n) fail('not_found')
    return null
  },
}

export function devices(db: Db, me: Me) {
  return db
    .selectFrom('pos_device as d')
    .select(['d.device_id', 'd.pos_id', 'd.device_code', 'd.device_name', 'd.device_type', 'd.status', 'd.note'])
    .select('d.version')
    .$narrowType<{ device_type: 1 | 2 | 3; status: 0 | 1 }>()
    .where(within(me, 'pos_device', 'd'))
}
