import type { Db } from '#server/database/transaction.ts'

/** The person's second factors; recovery codes do not count. */
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
