/** One stock: what it is made of, the slips that filled it, and its latest movements. */
import { PageButton, PageLink } from '#web/route/link.tsx'
import type { OpenRecord } from '#web/record/open-record.ts'
import { RecordDrawer } from '#web/record/record-drawer.tsx'
import { RecordSection, RecordView } from '#web/record/record-view.tsx'
import { useRead } from '#web/call/api.ts'
import { factsOf } from '#web/record/facts.ts'
import { dayText, momentText, numberText, textOf } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { removed_filter } from '#web/list/list-state.ts'
import { useRights } from '#web/session/rights.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { Timeline } from '#web/ui/show/timeline.tsx'
import { timeOf } from '#web/record/record-timeline.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import type { AnswerOf } from '#contract/call.ts'
import { isDay } from '#contract/fields.ts'
import { infoOf } from '#contract/schema.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { stockHistoryPage, storeTicketPage } from '#features/tickets/pages.contract.ts'
import { TicketImport, ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { Change } from './movement.screen.tsx'
import { Stock, stock, StockMovement } from './stock.contract.ts'

export interface StockDetailProps {
  /** Its key is the stock as the address names it: store, station and draw. */
  record: OpenRecord
}

type StockKey = { base_id: number; area_id: number; open_date: string }

/** '3.21.2026-11-23' → that stock. */
function stockIn(opened: string | null): StockKey | null {
  const [base = '', area = '', open_date = ''] = (opened ?? '').split('.')
  const isOne = /^\d{1,9}$/.test(base) && /^\d{1,9}$/.test(area) && isDay(open_date)
  return isOne ? { base_id: Number(base), area_id: Number(area), open_date } : null
}

const no_stock: StockKey = { base_id: 0, area_id: 0, open_date: '' }

export default function StockDetail({ record }: StockDetailProps) {
  const stock_key = stockIn(record.id)
  const read = useRead(stock.list, stock_key ?? no_stock, { enabled: stock_key !== null })
  return (
    <RecordDrawer record={record} read={read} row={read.data?.items[0]} title="Tồn kho">
      {(row) => <StockView row={row} stock_key={stock_key!} />}
    </RecordDrawer>
  )
}

function StockView({ row, stock_key }: { row: AnswerOf<typeof stock.list>['items'][number]; stock_key: StockKey }) {
  const { can } = useRights()
  return (
    <RecordView
      status={show(infoOf(Stock.shape.status), row.status)}
      headline={`${numberText(row.in_stock)} vé còn`}
      note={`kỳ mở thưởng ${dayText(row.open_date)}`}
      facts={factsOf(Stock, row, head_fields)}
      links={<HistoryLink stock_key={stock_key} />}
      timeline={can(stock.history) && <Movements stock_key={stock_key} />}
    >
      <RecordSection title="Số vé">
        <DescriptionList columns={3} items={factsOf(Stock, row, info_fields)} />
      </RecordSection>
      <RecordSection title="Phiếu nhập">
        <Slips stock_key={stock_key} />
      </RecordSection>
    </RecordView>
  )
}

const head_fields = ['base_name', 'area_name', 'open_date', 'return_until'] as const
const info_fields = [
  'ticket_count',
  'imported',
  'sold',
  'returned',
  'return_pending',
  'transferred',
  'in_stock',
] as const

const records_shown = 50
function Slips({ stock_key }: { stock_key: StockKey }) {
  const read = useRead(ticketImport.list, { ...stock_key, page_size: records_shown })
  const slips = read.data
  if (!slips) return <ReadFallback read={read} lines={4} />
  if (slips.items.length === 0) return <EmptyState kind="empty" title="Chưa có phiếu nhập nào" />
  return (
    <Stack>
      <RecordList
        items={slips.items.map((slip) => ({
          key: slip.ticket_import_id,
          icon: 'document',
          title: (
            <PageLink
              to={storeTicketPage.url}
              search={{ tab: 'slips', ticket_import_id: String(slip.ticket_import_id) }}
            >
              {slip.import_code}
            </PageLink>
          ),
          badge: show(infoOf(TicketImport.shape.status), slip.status),
          lines: [
            `${numberText(slip.line_count)} dòng · ${numberText(slip.quantity)} vé · ${moneyText(slip.amount)}`,
            `${slip.created_by_name ?? ''} lập lúc ${momentText(slip.created_at)}`,
          ],
        }))}
      />
      <MoreNote total={slips.total} />
    </Stack>
  )
}

function Movements({ stock_key }: { stock_key: StockKey }) {
  const read = useRead(stock.history, { ...stock_key, page_size: records_shown })
  const movements = read.data
  if (!movements) return <ReadFallback read={read} lines={4} />
  if (movements.items.length === 0) return <EmptyState kind="empty" title="Chưa có biến động nào" />
  return (
    <Stack>
      <Timeline
        entries={movements.items.map((row) => ({
          key: row.movement_id,
          ...timeOf(row.at),
          title: (
            <>
              {textOf(infoOf(StockMovement.shape.kind), row.kind)} <Change row={row} />
            </>
          ),
          subtitle: `${row.created_by_name ?? 'Tự động'} · ${numberText(row.before)} → ${numberText(row.after)}${row.reference ? ` · ${row.reference}` : ''}`,
          ...(row.note && { children: row.note }),
        }))}
      />
      <MoreNote total={movements.total} />
    </Stack>
  )
}

function MoreNote({ total = 0 }: { total: number | undefined }) {
  return (
    total > records_shown && (
      <Text tone="muted">{`Hiển thị ${records_shown} bản ghi mới nhất trong tổng số ${numberText(total)}.`}</Text>
    )
  )
}

function HistoryLink({ stock_key }: { stock_key: StockKey }) {
  const { can } = useRights()
  if (!can(stock.history)) return null
  const search = {
    base_id: String(stock_key.base_id),
    area_id: String(stock_key.area_id),
    open_date: stock_key.open_date,
  }
  // Without the date range that the page would start with.
  return (
    <PageButton
      to={stockHistoryPage.url}
      search={{ ...search, from_date: removed_filter, to_date: removed_filter }}
      icon="history"
    >
      Mọi biến động của kho này
    </PageButton>
  )
}
