/** The log's tables and columns with the labels of the screens, and its changes as a person reads them. */
import { infoOf, shapeOf, type FieldInfo } from '#contract/schema.ts'
import type { Role } from '#contract/page.ts'
import { auditedColumns, auditedTables } from './audited.contract.ts'

type Fields = Record<string, unknown>

export interface Change {
  table_name: string
  row_id: string
  /** The record's name, where it has one. */
  row_name?: string | null
  /** The names of records that its columns refer to. */
  references?: readonly { column: string; id: number; name: string }[]
  before: Fields | null
  after: Fields | null
}

export function tableTitle(table_name: string): string {
  return auditedTables[table_name]?.title ?? table_name
}

function columnInfo(table_name: string, column: string): FieldInfo {
  const row = auditedTables[table_name]?.row
  const schema = row && shapeOf(row)[column]
  const rowInfo = schema && infoOf(schema)
  // The key of a row has the label 'STT' in its own list.
  const info = rowInfo?.kind === 'id' ? (auditedColumns[column] ?? rowInfo) : (rowInfo ?? auditedColumns[column])
  return info ?? { kind: 'text', label: 'Dữ liệu khác' }
}

/** What happened to the row. */
export type ChangeKind = 'added' | 'changed' | 'removed'
export const changeKindNames: Record<ChangeKind, string> = { added: 'Thêm', changed: 'Sửa', removed: 'Xóa' }

export function changeKindOf({ before, after }: Change): ChangeKind {
  if (before === null) return 'added'
  if (after === null) return 'removed'
  // A deleted account keeps its row.
  return after.deleted_at ? 'removed' : 'changed'
}

/** Technical columns that are not shown: keys of single-row tables, and the snapshots that count orders as sales. */
const internal_columns: ReadonlySet<string> = new Set(['only_row', 'search', 'uncounted'])

export interface FieldChange {
  name: string
  info: FieldInfo
  before: unknown
  after: unknown
}

/**
 * Field by field, in the order of the contract, without fields that stay empty and the row's own key. In the history of a record, its child rows do
 * not name it again: `owner` is its table.
 */
export function fieldChanges({ table_name, before, after }: Change, owner = table_name): FieldChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const { row, shown } = auditedTables[table_name] ?? {}
  const order = row ? Object.keys(shapeOf(row)) : []
  const owner_keys = owner === table_name ? [] : [auditedTables[owner]?.shown?.key, `${owner}_id`]
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return names
    .map((name) => ({
      name,
      info: columnInfo(table_name, name),
      before: before?.[name] ?? null,
      after: after?.[name] ?? null,
    }))
    .filter(
      (field) =>
        !internal_columns.has(field.name) &&
        !owner_keys.includes(field.name) &&
        (field.before !== null || field.after !== null) &&
        !(field.info.kind === 'id' && [order[0], shown?.key].includes(field.name)),
    )
    .toSorted((a, b) => rank(a.name) - rank(b.name))
}

/** Whether a row only says that its record has another one, such as a station of a store. */
export function isLink(change: Change, owner: string): boolean {
  return (
    change.table_name !== owner &&
    changeKindOf(change) !== 'changed' &&
    !auditedTables[change.table_name]?.naming &&
    fieldChanges(change, owner).length === 1
  )
}

/**
 * What one action did to each row, from the first state to the last: a row that it added and then filled was added with what it has now. The
 * latest step comes first, as in the log.
 */
export function netChanges<C extends Change>(steps: readonly C[]): C[] {
  const net: C[] = []
  for (const step of steps.toReversed()) {
    const index = net.findIndex(({ table_name, row_id }) => table_name === step.table_name && row_id === step.row_id)
    const earlier = net[index]
    if (earlier?.after && step.before && step.after)
      net[index] = {
        ...step,
        references: [...(earlier.references ?? []), ...(step.references ?? [])],
        before: earlier.before && { ...step.before, ...earlier.before },
        after: { ...earlier.after, ...step.after },
      }
    else net.push(step)
  }
  return net.toReversed()
}

export const right_tables: ReadonlySet<string> = new Set(['group_page', 'user_page'])

/** The rights given to or taken from a group or a person, one line per page. */
export interface RightsChange {
  page_id: number
  given: Role[]
  taken: Role[]
}

export function rightsChanges(changes: readonly Change[]): RightsChange[] {
  const pages = new Map<number, RightsChange>()
  for (const { table_name, before, after } of changes) {
    const row = (after ?? before) as { page_id: number; role_id: Role } | null
    if (!right_tables.has(table_name) || !row) continue
    const page = pages.get(row.page_id) ?? { page_id: row.page_id, given: [], taken: [] }
    pages.set(row.page_id, page)
    ;(after ? page.given : page.taken).push(row.role_id)
  }
  for (const { given, taken } of pages.values()) for (const roles of [given, taken]) roles.sort((a, b) => a - b)
  return [...pages.values()]
}
