import { useMemo, useState } from 'react'
import { isNumeric } from '../kinds.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Panel } from '../ui/panel.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { Text } from '../ui/text.tsx'
import { errorText, type CheckedRow } from './check-rows.ts'
import type { Match, WantedColumn } from './match-columns.ts'
import type { RefusedRow } from './sending.ts'

type Checked = CheckedRow<unknown>

interface Props {
  wanted: readonly WantedColumn[]
  match: Match
  checked: readonly Checked[]
  refused: ReadonlyMap<Checked, RefusedRow>
  noun: string
}

/** The rows as they stand in the file, with what is wrong beside them. Any number of them: only those in sight are drawn. */
export function ImportRows({ wanted, match, checked, refused, noun }: Props) {
  const faulty = useMemo(() => checked.filter((row) => row.value === null || refused.has(row)), [checked, refused])
  const good = useMemo(() => checked.filter((row) => row.value !== null && !refused.has(row)), [checked, refused])
  const [chosen, choose] = useState<'all' | 'faulty' | 'good' | null>(null)
  const shown = chosen ?? (faulty.length > 0 ? 'faulty' : 'all')
  const rows = { all: checked, faulty, good }[shown]
  const columns: Column<Checked>[] = [
    { key: 'number', head: 'Dòng', width: 72, align: 'right', cell: ({ row }) => row.number },
    ...wanted.map((column) => valueColumn(column, match)),
    { key: 'error', head: 'Lỗi', width: 260, grow: true, cell: (row) => errorOf(row, wanted, refused) },
    {
      key: 'fix',
      head: 'Cách sửa',
      width: 260,
      grow: true,
      cell: (row) => refused.get(row)?.fix ?? row.fixes.join('; '),
    },
  ]
  return (
    <Panel
      flush
      bar={
        <Segmented
          aria-label="Dòng được hiện"
          value={shown}
          onChange={choose}
          options={[
            { value: 'all', label: 'Tất cả', count: checked.length },
            { value: 'good', label: 'Hợp lệ', count: good.length },
            { value: 'faulty', label: 'Lỗi', count: faulty.length },
          ]}
        />
      }
    >
      <Table
        key={shown}
        label={`Các dòng ${noun} trong tệp`}
        columns={columns}
        rows={rows}
        empty={<EmptyState kind="empty" title="Không có dòng nào" />}
      />
    </Panel>
  )
}

function valueColumn({ key, label, info }: WantedColumn, { mapping }: Match): Column<Checked> {
  const place = mapping[key] ?? null
  return {
    key,
    head: label,
    width: 140,
    align: isNumeric(info.kind) ? 'right' : 'left',
    cell: ({ row, errors }) => {
      const cell = place === null ? null : (row.cells[place] ?? null)
      const text =
        cell === null || cell === '' ? '—' : typeof cell === 'number' ? cell.toLocaleString('vi-VN') : String(cell)
      return errors[key] === undefined ? (
        text
      ) : (
        <Text as="span" tone="danger" cut>
          {text}
        </Text>
      )
    },
  }
}

function errorOf(row: Checked, wanted: readonly WantedColumn[], refused: ReadonlyMap<Checked, RefusedRow>): string {
  return refused.get(row)?.error ?? errorText(row, wanted)
}
