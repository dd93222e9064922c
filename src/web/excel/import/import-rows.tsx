import { useMemo, useState } from 'react'
import { isNumeric } from '#web/value/kinds.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { Status } from '#web/ui/show/status.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { numberText } from '#contract/text/number-text.ts'
import type { CheckedRow } from './check-rows.ts'
import { CorrectableCell } from './correctable-cell.tsx'
import { Replaced } from './replaced.tsx'
import type { Match, ImportField } from './match-columns.ts'
import type { RowOutcome } from './row-outcome.ts'

type Row = CheckedRow<unknown>

interface Props {
  fields: readonly ImportField[]
  match: Match
  rows: readonly Row[]
  outcomeOf: (row: Row) => RowOutcome
  noun: string
  /** Cells are being corrected: after each check the first invalid cell gets the focus. */
  isCorrecting: boolean
  /** Changes the text of a cell; null once rows have been sent. */
  onCorrect: ((row: Row, key: string, text: string) => void) | null
}

const kinds = {
  new: ['green', 'Mới'],
  changed: ['blue', 'Đổi'],
  same: ['neutral', 'Đã có'],
  wrong: ['red', 'Lỗi'],
} as const
/** Which rows are shown. */
type RowFilter = 'all' | RowOutcome['kind']

/** The table of the file's rows, each with its outcome. */
export function ImportRows({ fields, match, rows, outcomeOf, noun, isCorrecting, onCorrect }: Props) {
  const groups = useMemo(
    () => ({ new: [], changed: [], same: [], wrong: [], ...Object.groupBy(rows, (row) => outcomeOf(row).kind) }),
    [rows, outcomeOf],
  )
  const [filter, setFilter] = useState<RowFilter>('all')
  const { wrong, changed, new: added, same } = groups
  // Invalid rows first.
  const listedRows = filter === 'all' ? [...wrong, ...changed, ...added, ...same] : groups[filter]
  const columns: Column<Row>[] = [
    { key: 'number', head: 'Dòng', width: 60, pinned: true, align: 'right', cell: ({ row }) => row.number },
    {
      key: 'outcome',
      head: 'Kết quả',
      width: 92,
      pinned: true,
      cell: (row) => {
        const [tone, word] = kinds[outcomeOf(row).kind]
        return <Status tone={tone}>{word}</Status>
      },
    },
    { key: 'reason', head: 'Lý do', width: 250, pinned: true, cell: (row) => <Reason outcome={outcomeOf(row)} /> },
    ...fields.map((column) => valueColumn(column, match, outcomeOf, onCorrect, isCorrecting ? wrong[0] : undefined)),
    { key: 'fix', head: 'Cách sửa', width: 240, grow: true, cell: (row) => outcomeOf(row).fix },
  ]
  return (
    <Panel
      flush
      bar={
        <Segmented<RowFilter>
          aria-label="Dòng được hiện"
          value={filter}
          onChange={setFilter}
          options={[
            { value: 'all', label: 'Tất cả', count: rows.length },
            { value: 'new', label: 'Mới', count: added.length },
            ...(changed.length > 0 ? [{ value: 'changed' as const, label: 'Đổi', count: changed.length }] : []),
            { value: 'same', label: 'Đã có', count: same.length },
            { value: 'wrong', label: 'Lỗi', count: wrong.length },
          ]}
        />
      }
    >
      <Table
        key={filter}
        label={`Các dòng ${noun} trong tệp`}
        columns={columns}
        rows={listedRows}
        empty={<EmptyState kind="empty" title="Không có dòng nào" />}
      />
    </Panel>
  )
}

function Reason({ outcome: { kind, reason } }: { outcome: RowOutcome }) {
  return (
    <Text as="span" cut tone={kind === 'wrong' ? 'danger' : 'muted'}>
      {reason}
    </Text>
  )
}

function valueColumn(
  { key, label, info }: ImportField,
  { mapping }: Match,
  outcomeOf: Props['outcomeOf'],
  onCorrect: Props['onCorrect'],
  firstRow: Row | undefined,
): Column<Row> {
  const cell_index = mapping[key] ?? null
  return {
    key,
    head: label,
    width: 140,
    align: isNumeric(info.kind) ? 'right' : 'left',
    cell: (row) => {
      const cell = cell_index === null ? null : (row.row.cells[cell_index] ?? null)
      const text = cell === null ? '' : typeof cell === 'number' ? numberText(cell) : String(cell)
      const { fields, before } = outcomeOf(row)
      if (before?.has(key)) return <Replaced before={before.get(key) ?? '—'} after={text} />
      if (!fields.includes(key)) return text === '' ? '—' : text
      return (
        <CorrectableCell
          key={`${row.row.number} ${text}`}
          label={`${label}, dòng ${row.row.number}`}
          text={text}
          takesFocus={row === firstRow && fields[0] === key}
          onCorrect={onCorrect && cell_index !== null ? (typed_text) => onCorrect(row, key, typed_text) : null}
        />
      )
    },
  }
}
