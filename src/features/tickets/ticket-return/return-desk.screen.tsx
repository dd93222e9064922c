/** Prepares a return slip while the time until the station's hour runs down. */
import { useState, type ReactNode } from 'react'
import { isDay } from '#contract/fields.ts'
import { useSecond } from '#web/call/clock.ts'
import { useRead } from '#web/call/api.ts'
import { useAddressValue } from '#web/list/use-list.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { timerText, clockText, dayText, numberText } from '#web/value/format.ts'
import { ChoiceTiles } from '#web/ui/choice/choice-tiles.tsx'
import { DateInput } from '#web/ui/date/date-input.tsx'
import { today } from '#web/ui/date/date-text.ts'
import { Field } from '#web/ui/field/field.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { returnPage } from '#features/tickets/pages.contract.ts'
import { NewReturn } from './new-return.screen.tsx'
import { lastSlip, slipKey } from './slip-draft.screen.tsx'
import { ticketReturn, type DeskRow } from './ticket-return.contract.ts'

/** How often the figures are read again: others sell meanwhile. */
const read_every = 30_000

export default function ReturnDesk({ tabs }: { tabs: ReactNode }) {
  const now = useSecond()
  const [begun] = useState(now)
  const [dayParam, setDay] = useAddressValue('open_date')
  const day = dayParam !== null && isDay(dayParam) ? dayParam : today()
  const desk = useRead(ticketReturn.desk, { open_date: day }, { every_ms: read_every, keepPrevious: true })
  const [areaParam, setArea] = useAddressValue('area_id')
  // The nearest hour first, as the server orders them; stations whose hour had ended before the work began stand last.
  const stations = [...Map.groupBy(desk.data?.items ?? [], ({ area_id }) => area_id).values()].toSorted(
    (one, other) => Number(isOpen(begun)(other)) - Number(isOpen(begun)(one)),
  )
  const [firstKey, setFirstKey] = useState<string | null>(null)
  const station =
    stations.find(([row]) => String(row!.area_id) === areaParam) ??
    stations.find(([row]) => stationKey(row!) === firstKey) ??
    stations.find(isOpen(now)) ??
    stations[0]
  const key = station ? stationKey(station[0]!) : null
  // The station does not change during work when its hour ends or another one has tickets again.
  if (areaParam === null && key !== firstKey) setFirstKey(key)
  return (
    <Screen>
      <PageHeader
        title={returnPage.title}
        subtitle={`Mở thưởng ${dayText(day)} · giờ máy chủ ${clockText(new Date(now * 1_000).toISOString(), true)}`}
        actions={
          <>
            <Field label="Ngày mở thưởng" labelHidden width="sm">
              <DateInput value={day} onChange={(value) => value !== null && setDay(value === today() ? null : value)} />
            </Field>
            {tabs}
          </>
        }
      />
      <ReadFallback read={desk} lines={10} />
      {station ? (
        <>
          <ChoiceTiles
            aria-label="Đài"
            value={station[0]!.area_id}
            onChange={(area_id) => setArea(String(area_id))}
            tiles={stations.map((rows) => tileOf(rows, now))}
          />
          <Stores key={key} rows={station} />
        </>
      ) : (
        desk.data && <EmptyState kind="empty" icon="undo" title="Ngày này chưa có vé nào trong kho để hoàn" />
      )}
    </Screen>
  )
}

function Stores({ rows }: { rows: DeskRow[] }) {
  const [base_id, setStore] = useState(() => {
    const last = lastSlip()
    return last && slipKey(last) === slipKey({ ...rows[0]!, base_id: last.base_id }) ? last.base_id : rows[0]!.base_id
  })
  const row = rows.find((candidate) => candidate.base_id === base_id) ?? rows[0]!
  return <NewReturn key={slipKey(row)} row={row} rows={rows} onStore={setStore} />
}

const stationKey = ({ area_id, open_date }: DeskRow) => `${area_id} ${open_date}`
const secondsLeft = (row: DeskRow, now: number) => Math.floor(Date.parse(row.return_until) / 1_000) - now
const isOpen = (now: number) => (rows: DeskRow[]) => secondsLeft(rows[0]!, now) > 0
const sum = (rows: readonly DeskRow[], valueOf: (row: DeskRow) => number) =>
  rows.reduce((total, row) => total + valueOf(row), 0)

function tileOf(rows: DeskRow[], now: number) {
  const [row] = rows as [DeskRow]
  const seconds = secondsLeft(row, now)
  const [returned, pending, limit] = [
    sum(rows, (store) => store.returned),
    sum(rows, (store) => store.return_pending),
    sum(rows, (store) => store.limit),
  ]
  const tone =
    seconds <= 0 ? undefined : seconds < 900 ? ('danger' as const) : seconds < 1_800 ? ('amber' as const) : undefined
  const returned_note = `đã hoàn ${numberText(returned)} / ${numberText(limit)}`
  return {
    value: row.area_id,
    title: row.area_name,
    aside: `${numberText(sum(rows, (store) => store.in_stock))} vé chưa bán`,
    figure: seconds > 0 ? timerText(seconds) : 'Hết giờ',
    figureNote:
      seconds > 0 ? `còn lại, hạn ${clockText(row.return_until)}` : `từ ${clockText(row.return_until)}, vé là của ta`,
    ...(tone && { tone }),
    notes: pending > 0 ? ([returned_note, `đang chờ ${numberText(pending)}`] as const) : ([returned_note] as const),
    used: limit === 0 ? 1 : (returned + pending) / limit,
  }
}
