/** Sample accounts sign in with their password alone, without enrolling a second factor. */
import { asProgram } from '#server/audit/without-call.ts'
import type { Db } from '#server/database/transaction.ts'

/** Runs once, so that an administrator can require a second factor afterwards. */
export async function waiveSecondFactor(db: Db): Promise<void> {
  const name = 'second_factor'
  if (await db.selectFrom('setting').select('name').where('name', '=', name).executeTakeFirst()) return
  await asProgram(db, 'Dữ liệu mẫu không bắt buộc bước xác minh thứ hai', (trx) =>
    trx
      .insertInto('setting')
      .values({ name, value: JSON.stringify({ enforced: false, grace_days: 14 }) })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}
