/** How the audit log speaks of an area's tables: their titles and fields, and the records whose history stands on a page. */
import type * as z from 'zod/mini'
import type { Call } from './call.ts'
import type { Page, Right } from './page.ts'
import type { FieldInfo } from './schema.ts'

/** Rows that belong to a record of another table, whose key is a column of theirs ('group_id,user_id'). */
export interface Part {
  table: string
  position: number
  /** Which column of the key names a row of another table, if one does: what is foreign there stays unseen here too. */
  names?: { table: 'app_user' | 'pos' | 'base_store'; key: 'user_id' | 'pos_id' | 'base_id'; position: number }
}

/** A table whose records stand on a page: whoever sees the page sees their history. */
export interface ShownRecord {
  may: readonly Right[]
  key: string
  parts?: readonly Part[]
  /**
   * Whoever does not see every row sees the history of their own rows, since these came to their partner or store.
   * `owner` is the table whose rows move, found by the same key.
   */
  is_scoped?: true
  owner?: 'app_user' | 'pos'
  /** The record is of several kinds, each on pages of its own: any of these rights shows the history of that kind. */
  kinds?: { column: string; may: Readonly<Record<number, readonly Right[]>> }
}

export interface AuditedTable {
  title: string
  /** The fields of its rows, under whose labels a change is told. */
  of?: z.ZodMiniObject
  /** Without it only readers of the whole log see what happened to its rows. */
  shown?: ShownRecord
  names?: AuditedNames
  /** Where one of its rows is looked at by whoever is told of it; by the value of a column ('else' of any other) where rows stand on several pages. */
  opened?: Opened | { column: string; pages: Readonly<Record<string, Opened>> }
  /** The table's own columns that say which record it is: its key, and what people call it by. */
  known?: { key: string; by: string; /** Too many rows to look through for a name. */ many?: true }
}

/** A page, what its address carries to show the row, and the parameter that carries the row's key. */
export interface Opened {
  page: Pick<Page, 'url'>
  search?: Readonly<Record<string, string>>
  key?: string
}

/** The list in which the log finds the name that goes with the number in a column: 'group_id 3' is 'Kế toán'. */
export interface AuditedNames {
  list: Call<'read'>
  key: string
  name: string
}

/** What an area says in its `records.contract.ts`. */
export interface AuditedArea {
  tables: Readonly<Record<string, AuditedTable>>
  /** Columns that no contract answers, or not under this name. */
  columns?: Readonly<Record<string, FieldInfo>>
}
