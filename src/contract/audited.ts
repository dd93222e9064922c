/** What an area declares about its tables for the audit log: titles, field labels, and on which page the history of a record is shown. */
import type * as z from 'zod/mini'
import type { Call } from './call.ts'
import type { Page, Right } from './page.ts'
import type { FieldInfo } from './schema.ts'

/** Child rows of a record, whose own key contains the record's key: `position` is its place in a key such as 'group_id,user_id'. */
export interface Part {
  table: string
  position: number
  /** The other column of the key where it refers to a scoped table: child rows of records that the person may not see are hidden. */
  names?: { table: 'app_user' | 'pos' | 'base_store'; key: 'user_id' | 'pos_id' | 'base_id'; position: number }
}

/** A table whose records have a page: people with one of these rights see their history. */
export interface ShownRecord {
  may: readonly Right[]
  key: string
  parts?: readonly Part[]
  /**
   * People with a limited scope see the history of rows in their scope, from the time when the row came into it. `owner` is the table whose rows move
   * between scopes, found by the same key.
   */
  is_scoped?: true
  owner?: 'app_user' | 'pos'
  /** For a table with several kinds of records on different pages: the rights by the value of a column. */
  kinds?: { column: string; may: Readonly<Record<number, readonly Right[]>> }
}

/** How the audit log shows changes of a table. */
export interface AuditedTable {
  title: string
  /** The schema of its rows, with the labels of changed columns. */
  row?: z.ZodMiniObject
  /** The page that shows the history of a record; without it only people who may read the whole log see its changes. */
  shown?: ShownRecord
  names?: AuditedNames
  /** The page that a notification about a row opens; by the value of a column ('else' for any other) where rows are on several pages. */
  opened?: RecordAddress | { column: string; pages: Readonly<Record<string, RecordAddress>> }
  /** The columns with the key and the name of a record; a large table is not searched by name. */
  naming?: { key: string; column: string; is_large?: true }
}

/** A page with fixed parameters of its address, and the parameter for the row's key. */
export interface RecordAddress {
  page: Pick<Page, 'url'>
  search?: Readonly<Record<string, string>>
  key?: string
}

/** The list call that resolves a key to a name: group_id 3 is 'Kế toán'. */
export interface AuditedNames {
  list: Call<'read'>
  key: string
  name: string
}

/** The declaration of an area, in its `records.contract.ts`. */
export interface AuditedArea {
  tables: Readonly<Record<string, AuditedTable>>
  /** Labels of columns that are in no schema under this name. */
  columns?: Readonly<Record<string, FieldInfo>>
}
