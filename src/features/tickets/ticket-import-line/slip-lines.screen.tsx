import { numberText } from '#web/value/format.ts'
import ListPager from '#web/list/list-pager.tsx'
import { ListFallback } from '#web/record/fallback.tsx'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { SearchInput } from '#web/ui/field/search-input.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { useLocalList, type List, type RowOf } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import type { Slip } from '#features/tickets/ticket-import/slip.screen.tsx'
import { ImportedLine, importStatus, ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'

export type SlipLine = RowOf<typeof ticketImport.detail>

const countColumn = (key: 'quantity' | 'sold' | 'returned' | 'in_stock'): Column<SlipLine> => ({
  key,
  head: infoOf(ImportedLine.shape[key])!.label,
  width: 72,
  align: 'right',
  cell: (line) => {
    const value = line[key]
    return value === null ? null : numberText(value)
  },
})
const moneyColumn = (key: 'price' | 'amount', width: number): Column<SlipLine> => ({
  key,
  head: infoOf(ImportedLine.shape[key])!.label,
  width,
  align: 'right',
  cell: (line) => numberText(line[key]),
})
const textColumn = (key: 'number' | 'series' | 'fault', width: number): Column<SlipLine> => ({
  key,
  head: infoOf(ImportedLine.shape[key])!.label,
  width,
  grow: key !== 'series',
  cell: (line) =>
    key === 'fault' && line.fault ? (
      <Text as="span" tone="danger">
        {line.fault}
      </Text>
    ) : (
      line[key]
    ),
})

const columns_before_approval = [
  textColumn('number', 84),
  textColumn('series', 68),
  countColumn('quantity'),
  moneyColumn('price', 84),
  moneyColumn('amount', 96),
]
const fault_column = textColumn('fault', 130)
const columns_after_approval = [
  textColumn('number', 84),
  textColumn('series', 68),
  countColumn('quantity'),
  countColumn('sold'),
  countColumn('returned'),
  countColumn('in_stock'),
  moneyColumn('price', 84),
]

/** The columns to choose from. */
const columns_of_choice = [textColumn('number', 84), textColumn('series', 64), countColumn('in_stock')]

interface SlipLinesProps {
  slip: Slip
  /** An input beside the remaining quantity of each line. */
  choice?: Column<SlipLine>
}

/**
 * The lines of a slip, page by page, searchable by the last digits; lines with errors can be shown alone while the slip
 * waits or has failed.
 */
export function SlipLines({ slip, choice }: SlipLinesProps) {
  const { ticket_import_id, status } = slip
  const list = useLocalList(ticketImport.detail, { ticket_import_id })
  const isStock = slip.approved_at !== null
  const canFail = status === importStatus.waiting || status === importStatus.failed
  return (
    <Stack>
      <Row justify="between">
        <SearchInput
          aria-label="Tìm dãy số"
          value={String(list.state.number ?? '')}
          placeholder="Dãy số, hoặc các số cuối"
          maxLength={6}
          onSearch={(number) => list.filter({ number: number || undefined }, true)}
        />
        {canFail && (
          <Checkbox
            label="Chỉ dòng lỗi"
            checked={list.state.faulty === 1}
            onChange={(on) => list.filter({ faulty: on ? 1 : undefined })}
          />
        )}
      </Row>
      <Table<SlipLine>
        label={`Các dòng của phiếu ${slip.import_code}`}
        density={choice ? 'comfortable' : 'compact'}
        columns={columnsOf(list, isStock, choice)}
        rows={list.rows}
        loading={list.phase === 'loading'}
        busy={list.fetching && list.phase === 'rows'}
        empty={<NoLines list={list} />}
        {...(list.sums &&
          !choice && {
            footer: {
              quantity: numberText(list.sums.quantity ?? 0),
              ...(!isStock && { amount: numberText(list.sums.amount ?? 0) }),
            },
          })}
      />
      {list.pageCount > 1 && <ListPager list={list} unit="dòng" />}
    </Stack>
  )
}

/** Lines can have errors before approval, and sales and returns after it. Errors take a third of the width, so only where there are some. */
function columnsOf({ rows }: List<SlipLine>, isStock: boolean, choice: Column<SlipLine> | undefined) {
  if (choice) return [...columns_of_choice, choice]
  if (isStock) return columns_after_approval
  return rows.some(({ fault }) => fault !== null) ? [...columns_before_approval, fault_column] : columns_before_approval
}

function NoLines({ list }: { list: List<SlipLine> }) {
  const { phase, state } = list
  if (phase === 'failed') {
    return <ListFallback list={list} />
  }
  if (state.faulty === 1 && state.number === undefined)
    return <EmptyState kind="empty" icon="check-circle" title="Không có dòng lỗi" />
  return <EmptyState kind="no-match" title="Không có dãy số này trong phiếu" onClear={list.clear} />
}
