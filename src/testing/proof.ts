import { sql } from 'kysely'
import { asOwner } from '#server/testing/as-owner.ts'
import type { Office, Person } from './office.ts'

/** Moves the last proof of the person to eleven hours ago: it is too old in every test. */
export async function ageProof({ db }: Office, { user_id }: Person): Promise<void> {
  await asOwner(db, sql`update session set proved_at = now() - interval '11 hours' where user_id = ${user_id}`)
}
