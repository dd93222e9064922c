import type { Db } from '#server/database/transaction.ts'

/** The factors that can prove this person; recovery codes are none of them. */
export async function factorsOf(db: Db, user_id: number) {
  return db
    .selectFrom('second_factor')
    .select(['factor_id', 'kind', 'factor_name', 'created_at', 'used_at'])
    .$narrowType<{ kind: 'totp' | 'passkey' }>()
    .where('user_id', '=', user_id)
    .where('kind', '<>', 'recovery')
    .where('confirmed_at', 'is not', null)
    .orderBy('factor_id')
    .execute()
}
