import { sql } from 'kysely'
import type { Me } from './session/session.ts'

/** What every change of a row sets beside its own fields: who did it, when, and the next version. */
export function stamped(me: Me) {
  return { updated_by: me.user_id, updated_at: sql<string>`now()`, version: sql<number>`version + 1` }
}
