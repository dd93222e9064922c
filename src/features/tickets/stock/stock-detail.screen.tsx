/** One stock: what it is made of, the slips that filled it, and its latest movements. */
import { createLink } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '#web/api.ts'
import { factsOf } from '#web/facts.ts'
import { dayText, momentText, numberText, textOf } from '#web/format.ts'
import { show } from '#web/kinds.tsx'
import { none } from '#web/list-state.ts'
import { useRights } from '#web/rights.ts'
import { ReadFallback } from '#web/fallback.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { RecordList } from '#web/ui/record-list.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Text, TextLink } from '#web/ui/text.tsx'
import { isDay } from '#contract/fields.ts'
import { infoOf } from '#contract/schema.ts'
import { moneyText } from '#contract/money-text.ts'
import { stockHistoryPage, storeTicketPage } from '#features/tickets/pages.contract.ts'
import { TicketImport, ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { Change } from './movement.screen.tsx'
import { Stock, stock, StockMovement } from './stock.contract.ts'

export interface StockDetailProps {
  /** The stock as the address names it: store, station and draw; null while none is open. */
  opened: string | null
  onClose: () => void
}

type Place = { base_id: number; area_id: number; open_date: string }

/** '3.21.2026-11-23' → that stock. */
function stockIn(opened: string | null): Place | null {
  const [base = '', area = '', open_date = ''] = (opened ?? '').split('.')
  const isOne = /^\d{1,9}$/.test(base) && /^\d{1,9}$/.test(area) && isDay(open_date)
  return isOne ? { base_id: Number(base), area_id: Number(area), open_date } : null
}

export default function StockDetail({ opened, onClose }: StockDetailProps) {
  const place = stockIn(opened)
  return (
    <Drawer
      open={place !== null}
      onClose={onClose}
      title="Tồn kho"
      description={place && `Kỳ mở thưởng ${dayText(place.open_date)}`}
      size="lg"
      footer={place && <ToHistory place={place} />}
    >
      {place && <Opened place={place} />}
    </Drawer>
  )
}

function Opened({ place }: { place: Place }) {
  const { can } = useRights()
  const [tab, setTab] = useState<'slips' | 'movements'>('slips')
  const read = useRead(stock.list, place)
  const row = read.data?.items[0]
  if (read.data && !row) return <EmptyState kind="empty" title="Kho chưa có vé của kỳ này" />
  return (
    <Stack gap={4}>
      <ReadFallback read={read} />
      {row && (
        <>
          <Row>{show(infoOf(Stock.shape.status), row.status)}</Row>
          <DescriptionList columns={3} items={factsOf(Stock, row, shownFields)} />
          <Tabs
            value={tab}
            onChange={setTab}
            aria-label="Chi tiết tồn kho"
            tabs={[
              { value: 'slips', label: 'Phiếu nhập', content: <Slips place={place} /> },
              ...(can(stock.history)
                ? [{ value: 'movements' as const, label: 'Biến động', content: <Movements place={place} /> }]
                : []),
            ]}
          />
        </>
      )}
    </Stack>
  )
}

const shownFields = [
  'base_name',
  'area_name',
  'open_date',
  'ticket_count',
  'imported',
  'sold',
  'returned',
  'transferred',
  'in_stock',
  'return_until',
] as const

const shown_records = 50
const Link = createLink(TextLink)

function Slips({ place }: { place: Place }) {
  const read = useRead(ticketImport.list, { ...place, page_size: shown_records })
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
            <Link
              to={storeTicketPage.url}
              search={{ tab: 'slips', ticket_import_id: String(slip.ticket_import_id) } as never}
            >
              {slip.import_code}
            </Link>
          ),
          badge: show(infoOf(TicketImport.shape.status), slip.status),
          lines: [
            `${numberText(slip.line_count)} dòng · ${numberText(slip.quantity)} vé · ${moneyText(slip.amount)}`,
            `${slip.created_by_name ?? ''} lập lúc ${momentText(slip.created_at)}`,
          ],
        }))}
      />
      <More total={slips.total} />
    </Stack>
  )
}

function Movements({ place }: { place: Place }) {
  const read = useRead(stock.history, { ...place, page_size: shown_records })
  const movements = read.data
  if (!movements) return <ReadFallback read={read} lines={4} />
  if (movements.items.length === 0) return <EmptyState kind="empty" title="Chưa có biến động nào" />
  return (
    <Stack>
      <RecordList
        items={movements.items.map((row) => ({
          key: row.movement_id,
          icon: 'swap',
          title: (
            <>
              {textOf(infoOf(StockMovement.shape.kind), row.kind)} <Change row={row} />
            </>
          ),
          lines: [
            `${numberText(row.before)} → ${numberText(row.after)}${row.reference ? ` · ${row.reference}` : ''}`,
            `${row.created_by_name ?? 'Tự động'} · ${momentText(row.at)}`,
            ...(row.note ? [row.note] : []),
          ],
        }))}
      />
      <More total={movements.total} />
    </Stack>
  )
}

function More({ total = 0 }: { total: number | undefined }) {
  return (
    total > shown_records && (
      <Text tone="muted">{`Hiển thị ${shown_records} bản ghi mới nhất trong tổng số ${numberText(total)}.`}</Text>
    )
  )
}

const Button = createLink(LinkButton)

function ToHistory({ place }: { place: Place }) {
  const { can } = useRights()
  if (!can(stock.history)) return null
  const search = { base_id: String(place.base_id), area_id: String(place.area_id), open_date: place.open_date }
  // Whenever it happened: the days that the page would begin with are taken away.
  return (
    <Button to={stockHistoryPage.url} search={{ ...search, from_date: none, to_date: none } as never} icon="history">
      Mọi biến động của kho này
    </Button>
  )
}
