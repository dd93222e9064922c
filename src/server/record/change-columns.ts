import { sql } from 'kysely'
import type { Me } from '#server/session/session.ts'

/** SQL: the moment of a change, after waiting for locks, whereas `now()` is when the transaction began. */
export const clock_now = sql<string>`clock_timestamp()`

/** The columns that every change of a row sets beside its own: who changed it, when, and the next version. */
export function changeColumns(me: Me) {
  return { updated_by: me.user_id, updated_at: sql<string>`now()`, version: sql<number>`version + 1` }
}

/** SQL condition: the row still has the version that the writer saw; without a version the last writer wins. */
export function isUnchanged(version: number | null | undefined) {
  return version == null ? sql<boolean>`true` : sql<boolean>`version = ${version}`
}

/** Whether a locked row has another version than the writer saw; without a version the last writer wins. */
export function hasChanged(row: { version: number }, version: number | null | undefined): boolean {
  return version != null && version !== row.version
}
