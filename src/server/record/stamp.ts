import { sql } from 'kysely'
import type { Me } from '#server/session/session.ts'

/** The moment at which something is done: after its locks were waited for, where `now()` is the moment at which the transaction began. */
export const clock = () => sql<string>`clock_timestamp()`

/** What every change of a row sets beside its own fields: who did it, when, and the next version. */
export function stamped(me: Me) {
  return { updated_by: me.user_id, updated_at: sql<string>`now()`, version: sql<number>`version + 1` }
}

/** The row is still as the writer saw it; whoever did not say what they saw has the last word. */
export function isUnchanged(version: number | null | undefined) {
  return version == null ? sql<boolean>`true` : sql<boolean>`version = ${version}`
}
