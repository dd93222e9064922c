/** Vé tồn: unsold tickets of a day, and closing a station's day. */
import { useMemo, useState } from 'react'
import { infoOf } from '#contract/schema.ts'
import { useAct } from '#web/action/act.tsx'
import { useSecond } from '#web/call/clock.ts'
import { dayFilter } from '#web/filter/day-filter.tsx'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { useAddressValue, useList, type RowOf } from '#web/list/use-list.ts'
import { useRights } from '#web/session/rights.ts'
import { timerText, clockText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { today } from '#web/ui/date/date-text.ts'
import { Status } from '#web/ui/show/status.tsx'
import { Act } from '#web/action/act.tsx'
import { Row } from '#web/ui/layout/layout.tsx'
import { unsoldPage } from '#features/tickets/pages.contract.ts'
import { stockFilters } from '#features/tickets/stock/stock-choices.screen.tsx'
import { stockLife, stockStatus } from '#features/tickets/stock/stock-life.contract.ts'
import { unsold } from './unsold.contract.ts'

const CloseDialog = lazyPart(() => import('./close-dialog.screen.tsx'))

const rangeOfDays = rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày mở thưởng' })

type UnsoldRow = RowOf<typeof unsold.list>
interface Station {
  area_id: number
  open_date: string
}

export default function UnsoldScreen() {
  const { me } = useRights()
  const [from] = useAddressValue('from_date')
  const [to] = useAddressValue('to_date')
  // A report links to the days of its figure; otherwise the page starts with today.
  const is_range = from !== null || to !== null
  const preset = useMemo(() => (is_range ? {} : { open_date: today() }), [is_range])
  const list = useList(unsold.list, {}, preset)
  const [closing, setClosing] = useState<Station | null>(null)
  const { area_id, open_date } = list.state as Partial<Station>
  const station = area_id && open_date ? { area_id, open_date } : null
  return (
    <ListScreen page={unsoldPage} actions={<StationActs station={station} onClose={setClosing} />}>
      <DataTable
        list={list}
        noun="dãy số"
        columns={[
          { key: 'number', width: 96 },
          { key: 'area_name', width: 120 },
          ...(me.base_id === null ? [{ key: 'base_name' as const, width: 130 }] : []),
          { key: 'open_date', width: 104 },
          { key: 'in_stock', width: 84 },
          { key: 'face_value', width: 96 },
          { key: 'amount', width: 116, amount: true },
          { key: 'status', width: 210, cell: (row) => <Closing row={row} /> },
          { key: 'series', hidden: true },
        ]}
        acts={(row) => [
          {
            call: unsold.close,
            label: 'Chốt hoàn…',
            icon: 'lock',
            whyNot: row.status !== stockStatus.open && 'Đã chốt hoàn vé.',
            run: () => setClosing({ area_id: row.area_id, open_date: row.open_date }),
          },
        ]}
        search={
          <SearchBar
            list={list}
            keyword="Dãy số"
            filters={[is_range ? rangeOfDays : dayFilter('open_date'), ...stockFilters(me.base_id), 'status']}
          />
        }
      />
      {closing && <CloseDialog {...closing} onClose={() => setClosing(null)} />}
    </ListScreen>
  )
}

interface StationActsProps {
  /** The station and day by which the list is filtered. */
  station: Station | null
  onClose: (station: Station) => void
}

function StationActs({ station, onClose }: StationActsProps) {
  const calculate = useAct(unsold.calculate, {
    success: 'Đã tính thưởng vé tồn.',
    invalidates: ['cms/xskt_ticket', 'cms/base_store'],
  })
  const whyNot = !station && 'Chọn một đài và một ngày trước.'
  return (
    <Row>
      <Act
        call={unsold.calculate}
        icon="trophy"
        whyNot={whyNot}
        busy={calculate.pending}
        onClick={() => station && calculate.mutate(station)}
      >
        Tính thưởng vé tồn
      </Act>
      <Act
        call={unsold.close}
        variant="primary"
        icon="lock"
        whyNot={whyNot}
        onClick={() => station && onClose(station)}
      >
        Chốt hoàn…
      </Act>
    </Row>
  )
}

/** Whether the day is closed; while it is open, how long it can still be returned. */
function Closing({ row: { status, return_until } }: { row: UnsoldRow }) {
  const seconds = Math.floor(Date.parse(return_until) / 1_000) - useSecond()
  if (status !== stockStatus.open) return show(infoOf(stockLife.field()), status)
  if (seconds <= 0) return <Status tone="red">Quá hạn hoàn, chưa chốt</Status>
  if (seconds < 3_600) return <Status tone="amber">{`Hạn còn ${timerText(seconds)}`}</Status>
  return <Status tone="neutral">{`Đang mở · hạn hoàn ${clockText(return_until)}`}</Status>
}
