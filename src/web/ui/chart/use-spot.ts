/** Which value of a chart is looked at: by pointer, by finger, by arrow keys. */
import { useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import type { Place } from './chart-marks.tsx'
import { slotsOf } from './chart-scale.ts'
import type { ChartSeries, Spot } from './chart-types.ts'

interface Setup {
  rows: readonly unknown[]
  series: readonly ChartSeries<unknown>[]
  place: Place
  sentenceOf: (spot: Spot) => string
}

/** So many pixels from an earlier time's mark are still at it. */
const mark_reach = 4

export function useSpot({ rows, series, place, sentenceOf }: Setup) {
  const [spot, setSpot] = useState<Spot | null>(null)
  // Said after a key only: a pointer would talk without end.
  const [announcement, setAnnouncement] = useState('')
  const firstTap = useRef(false)
  const within = spot && spot.index < rows.length && spot.series < series.length ? spot : null

  function update(event: PointerEvent<HTMLElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    const [x, y] = [event.clientX - box.left, event.clientY - box.top]
    const index = Math.floor((x - place.left) / place.band)
    if (rows.length === 0 || index < 0 || index >= rows.length) return setSpot(null)
    const pointedSpot = { index, series: seriesAt(index, x, y) }
    if (event.type === 'pointerdown' && event.pointerType !== 'mouse')
      firstTap.current = within?.index !== pointedSpot.index || within.series !== pointedSpot.series
    if (within?.index !== pointedSpot.index || within.series !== pointedSpot.series) setSpot(pointedSpot)
  }

  function seriesAt(index: number, x: number, y: number): number {
    const values = series.map((dataSeries) => dataSeries.value(rows[index]) ?? 0)
    const { left } = slotsOf(place.band, series)
    const slot = left.findLast((from) => place.x(index) + from <= x) ?? left[0]
    const own_series = series.flatMap((_, series_index) => (left[series_index] === slot ? [series_index] : []))
    // The pointer means the earlier period where the present one has no value, or when it is right at the earlier mark.
    const isMeant = (series_index: number) =>
      series[series_index]!.past &&
      values[series_index]! > 0 &&
      (values[own_series[0]!] === 0 || Math.abs(place.y(values[series_index]!) - y) < mark_reach)
    return own_series.find(isMeant) ?? own_series[0]!
  }

  function move(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Escape') return setSpot(null)
    if (event.key === 'Enter') return event.currentTarget.querySelector('a')?.click()
    const movedTo = movedSpot(event.key, within, rows.length, series.length)
    if (!movedTo) return
    event.preventDefault()
    setSpot(movedTo)
    setAnnouncement(sentenceOf(movedTo))
  }

  /** A finger first sees what is there; the next tap on the same value opens it. */
  function skipFirstTap(event: MouseEvent<HTMLElement>) {
    if (!firstTap.current) return
    firstTap.current = false
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    spot: within,
    said: announcement,
    handlers: {
      onPointerMove: update,
      onPointerDown: update,
      onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && setSpot(null),
      onKeyDown: move,
      onBlur: () => setSpot(null),
      onClickCapture: skipFirstTap,
    },
  }
}

/** The point to which a key moves; without a present point the first key goes to the last row, which is the latest. */
function movedSpot(key: string, from: Spot | null, rows: number, series: number): Spot | null {
  if (rows === 0) return null
  const now = from ?? { index: key === 'ArrowRight' ? -1 : rows, series: 0 }
  const within = (index: number) => Math.min(rows - 1, Math.max(0, index))
  const round = (series_index: number) => (series_index + series) % series
  switch (key) {
    case 'ArrowRight':
      return { ...now, index: within(now.index + 1) }
    case 'ArrowLeft':
      return { ...now, index: within(now.index - 1) }
    case 'ArrowDown':
      return { index: within(now.index), series: from ? round(now.series + 1) : 0 }
    case 'ArrowUp':
      return { index: within(now.index), series: from ? round(now.series - 1) : 0 }
    case 'Home':
      return { ...now, index: 0 }
    case 'End':
      return { ...now, index: rows - 1 }
    default:
      return null
  }
}
