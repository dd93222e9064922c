/** Changed rows of the log as text: field by field, rights page by page. */
import { Fragment, type ReactNode } from 'react'
import {
  changeKindNames,
  changeKindOf,
  fieldChanges,
  isLink,
  right_tables,
  rightsChanges,
  tableTitle,
  type Change,
  type FieldChange,
} from './audit.rules.ts'
import { auditedTables } from './audited.contract.ts'
import { roleNames, type Role } from '#contract/page.ts'
import { show } from '#web/value/kinds.tsx'
import { Badge, type Tone } from '#web/ui/show/badge.tsx'
import { Changes, type ChangeLine } from '#web/ui/show/changes.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import type { NameOf } from './record-names.screen.tsx'

const tones: Record<'added' | 'changed' | 'removed', Tone> = { added: 'green', changed: 'blue', removed: 'red' }

export interface RowChangesProps {
  changes: readonly Change[]
  nameOf: NameOf
  /** The table of the record whose history this is: its own rows need no heading, and others need not name it. */
  own?: string
}

export function RowChanges({ changes, nameOf, own }: RowChangesProps) {
  const described = changes.filter(({ table_name }) => !right_tables.has(table_name) && table_name !== 'group_member')
  const links = own === undefined ? [] : described.filter((change) => isLink(change, own))
  const rows = described.filter((change) => !links.includes(change))
  const sets = [...linkLines(links, nameOf, own), ...memberLines(changes, nameOf, own), ...rightLines(changes, nameOf)]
  return (
    <Stack gap={3}>
      {rows.map((change) => (
        <Stack key={`${change.table_name} ${change.row_id}`} gap={1}>
          {change.table_name !== own && (
            <Row gap={2}>
              <Badge tone={tones[changeKindOf(change)]}>{changeKindNames[changeKindOf(change)]}</Badge>
              <Text strong>{tableTitle(change.table_name)}</Text>
              {isNamed(change, own) && <Text>{change.row_name}</Text>}
            </Row>
          )}
          <Changes lines={fieldChanges(change, own).map((field) => line(field, namesIn(change, nameOf)))} />
        </Stack>
      ))}
      {sets.length > 0 && <Changes lines={sets} />}
    </Stack>
  )
}

/** The names that came with the change; those of other records are looked up. */
function namesIn({ references = [] }: Change, nameOf: NameOf): NameOf {
  return (column, id) =>
    references.find((reference) => reference.column === column && reference.id === id)?.name ?? nameOf(column, id)
}

/** In a history, rows without a name of their own would repeat that of its record. */
function isNamed({ table_name, row_name }: Change, own: string | undefined): boolean {
  return Boolean(row_name) && (own === undefined || auditedTables[table_name]?.naming !== undefined)
}

function line({ name, info, before, after }: FieldChange, nameOf: NameOf): ChangeLine {
  const display = (value: unknown): ReactNode => {
    if (info.kind === 'secret') return value === null ? null : '••••••••'
    return nameOf(name, value) ?? show(info, value)
  }
  return { key: name, label: info.label, before: display(before), after: display(after) }
}

/** Which other records were added to the record of the history or removed from it, one line per kind: 'Đài: + Long An, Tây Ninh'. */
function linkLines(links: readonly Change[], nameOf: NameOf, own: string | undefined): ChangeLine[] {
  return [...Map.groupBy(links, ({ table_name }) => table_name)].map(([table_name, ofTable]) => {
    const lines = ofTable.flatMap((change) =>
      fieldChanges(change, own).map((field) => line(field, namesIn(change, nameOf))),
    )
    const side = (name: 'before' | 'after') => inSeries(lines.map((changeLine) => changeLine[name]).filter(isShown))
    return {
      key: `links ${table_name}`,
      label: lines[0]!.label,
      before: side('before'),
      after: side('after'),
      set: true,
    }
  })
}

const isShown = (value: ReactNode) => value !== null && value !== undefined

function inSeries(values: readonly ReactNode[]): ReactNode {
  if (values.length === 0) return null
  return values.map((value, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && ', '}
      {value}
    </Fragment>
  ))
}

/** Who joined or left which group, seen from the group or the person whose history this is. */
function memberLines(changes: readonly Change[], nameOf: NameOf, owner?: string): ChangeLine[] {
  const rows = changes.filter(({ table_name }) => table_name === 'group_member')
  const [by, other] = owner === 'app_user' ? (['user_id', 'group_id'] as const) : (['group_id', 'user_id'] as const)
  const nameText = (column: string, id: unknown) => nameOf(column, id) ?? `số ${String(id)}`
  return [...Map.groupBy(rows, ({ before, after }) => (after ?? before)![by]).entries()].map(([id, members]) => {
    const names = (side: 'before' | 'after') =>
      members.flatMap((change) => (change[side] ? [nameText(other, change[side][other])] : [])).join(', ')
    const label =
      owner === 'app_user' ? 'Nhóm người dùng' : owner ? 'Thành viên' : `Thành viên nhóm ${nameText(by, id)}`
    return { key: `members ${String(id)}`, label, before: names('before'), after: names('after'), set: true }
  })
}

function rightLines(changes: readonly Change[], nameOf: NameOf): ChangeLine[] {
  return rightsChanges(changes).map(({ page_id, given, taken }) => ({
    key: `rights ${page_id}`,
    label: `Quyền: ${nameOf('page_id', page_id) ?? `trang số ${page_id}`}`,
    before: inWords(taken),
    after: inWords(given),
    set: true,
  }))
}

function inWords(roles: readonly Role[]): string {
  return roles.map((role) => roleNames[role]).join(', ')
}
