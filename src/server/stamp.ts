import { sql } from 'kysely'
import type { Me } from './session/session.ts'

/** The moment at which something is done: after its locks were waited for, where `now()` is the moment at which the transaction began. */
export const clock = () => sql<string>`clock_timestamp()`

/** What every change of a row sets beside its own fields: who did it, when, and the next version. */
export function stamped(me: Me) {
  return { updated_by: me.user_id, updated_at: sql<string>`now()`, version: sql<number>`version + 1` }
}
