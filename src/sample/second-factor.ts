/** Whoever tries the sample business signs in with its passwords alone: no telephone is to be enrolled for it. */
import { asProgram } from '#server/audit/without-call.ts'
import type { Db } from '#server/database/transaction.ts'

/** Once: an administrator of the sample may ask for a second factor afterwards. */
export async function excuseSample(db: Db): Promise<void> {
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
