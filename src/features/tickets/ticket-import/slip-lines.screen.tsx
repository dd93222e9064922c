/** The lines of a slip, a page at a time, found by their numbers. */
import { numberText } from '#web/format.ts'
import { ListPager } from '#web/list-pager.tsx'
import { ListFallback } from '#web/fallback.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { Text } from '#web/ui/text.tsx'
import { useLocalList, type List, type RowOf } from '#web/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import type { Slip } from './slip.screen.tsx'
import { ImportedLine, importStatus, ticketImport } from './ticket-import.contract.ts'

export type SlipLine = RowOf<typeof ticketImport.detail>

const count = (key: 'quantity' | 'sold' | 'returned' | 'in_stock'): Column<SlipLine> => ({
  key,
  head: infoOf(ImportedLine.shape[key])!.label,
  width: 76,
  align: 'right',
  cell: (line) => {
    const value = line[key]
    return value === null ? null : numberText(value)
  },
})
const money = (key: 'price' | 'amount'): Column<SlipLine> => ({
  key,
  head: infoOf(ImportedLine.shape[key])!.label,
  width: 96,
  align: 'right',
  cell: (line) => numberText(line[key]),
})
const text = (key: 'number' | 'series' | 'fault', width: number): Column<SlipLine> => ({
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

/** Before the approval a line can be at fault; after it tickets are sold and go back. */
const before = [
  text('number', 84),
  text('series', 76),
  count('quantity'),
  money('price'),
  money('amount'),
  text('fault', 130),
]
const after = [
  text('number', 84),
  text('series', 76),
  count('quantity'),
  count('sold'),
  count('returned'),
  count('in_stock'),
  money('price'),
]

/** To choose from. */
const stock = [text('number', 84), text('series', 64), count('in_stock')]

interface SlipLinesProps {
  slip: Slip
  /** Stands beside what is left of each line: the number that is chosen of it. */
  choice?: Column<SlipLine>
}

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
        columns={choice ? [...stock, choice] : isStock ? after : before}
        rows={list.rows}
        loading={list.phase === 'loading'}
        busy={list.fetching && list.phase === 'rows'}
        empty={<Nothing list={list} />}
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

function Nothing({ list }: { list: List<SlipLine> }) {
  const { phase, state } = list
  if (phase === 'failed') {
    return <ListFallback list={list} />
  }
  if (state.faulty === 1 && state.number === undefined)
    return <EmptyState kind="empty" icon="check-circle" title="Không có dòng lỗi" />
  return <EmptyState kind="no-match" title="Không có dãy số này trong phiếu" onClear={list.clear} />
}
