import { sql } from 'kysely'
import { within } from '#server/scope.ts'
import type { Context } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import type { pos } from './pos.contract.ts'
import { lockPos } from './pos.query.server.ts'
import { isUnchanged } from '#server/record/change-columns.ts'

export const bankHandlers = {
  addBank: async ({ db, me, input, fail }: Context<typeof pos.addBank>) => {
    if (!(await lockPos(db, me, input.pos_id))) fail('pos_not_found')
    const { pos_bank_id } = await db
      .insertInto('pos_bank')
      .values(input)
      .returning('pos_bank_id')
      .executeTakeFirstOrThrow()
    return banks(db, me).where('b.pos_bank_id', '=', pos_bank_id).executeTakeFirstOrThrow()
  },

  updateBank: async ({ db, me, input, fail }: Context<typeof pos.updateBank>) => {
    const { pos_bank_id, version, ...draft } = input
    const updateResult = await db
      .updateTable('pos_bank')
      .set({ ...draft, version: sql`version + 1` })
      .where('pos_bank_id', '=', pos_bank_id)
      .where(isUnchanged(version))
      .where(within(me, 'pos_bank'))
      .executeTakeFirst()
    const storedBank = await banks(db, me).where('b.pos_bank_id', '=', pos_bank_id).executeTakeFirst()
    if (!storedBank) return fail('not_found')
    if (updateResult.numUpdatedRows === 0n) fail('changed_by_other', { current: storedBank })
    return storedBank
  },

  deleteBank: async ({ db, me, input: { pos_bank_id }, fail }: Context<typeof pos.deleteBank>) => {
    const deleteResult = await db
      .deleteFrom('pos_bank')
      .where('pos_bank_id', '=', pos_bank_id)
      .where(within(me, 'pos_bank'))
      .executeTakeFirst()
    if (deleteResult.numDeletedRows === 0n) fail('not_found')
    return null
  },
}

export function banks(db: Db, me: Me) {
  return db
    .selectFrom('pos_bank as b')
    .innerJoin('bank', 'bank.bank_id', 'b.bank_id')
    .select(['b.pos_bank_id', 'b.pos_id', 'b.account_type', 'b.bank_id', 'b.account_number', 'b.account_name'])
    .select(['b.status', 'b.version', 'bank.short_name', 'bank.bin'])
    .$narrowType<{ account_type: 1 | 2 | 3; status: 0 | 1 }>()
    .where(within(me, 'pos_bank', 'b'))
}
