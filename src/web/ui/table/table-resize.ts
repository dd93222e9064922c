/** Pulling the edge of a head, by pointer or by keys. */
import type { KeyboardEvent, PointerEvent } from 'react'
import { layoutOf, widthLeast, widthMost, type Sides, type Sized } from './table-layout.ts'

export type Sizing = {
  columns: readonly Sized[]
  sides: Sides
  onWidths: (widths: Record<string, number | null>) => void
}

const step = 8

/** The column follows the pointer; its width is told when the pointer lets go. Escape gives up. */
export function pull(event: PointerEvent, sizing: Sizing) {
  const edge = event.target as HTMLElement
  const { table, key, width, before } = measured(edge, sizing)
  let pulled = width
  edge.setPointerCapture(event.pointerId)
  const end = new AbortController()
  const on = <K extends keyof HTMLElementEventMap>(name: K, listen: (event: HTMLElementEventMap[K]) => void) =>
    edge.addEventListener(name, listen, { signal: end.signal })
  const giveUp = () => {
    end.abort()
    draw(table, sizing, {})
  }
  on('pointermove', ({ clientX }) => {
    pulled = within(width + clientX - event.clientX)
    draw(table, sizing, { ...before, [key]: pulled })
  })
  on('pointerup', () => {
    if (pulled === width) return giveUp()
    end.abort()
    sizing.onWidths({ ...before, [key]: pulled })
  })
  on('pointercancel', giveUp)
  addEventListener(
    'keydown',
    (pressed) => {
      if (pressed.key !== 'Escape') return
      pressed.stopPropagation()
      giveUp()
    },
    { capture: true, signal: end.signal },
  )
}

export function press(event: KeyboardEvent, sizing: Sizing) {
  const edge = event.target as HTMLElement
  if (event.key === 'Home') return restore(edge, sizing)
  const { key, grow, width, before } = measured(edge, sizing)
  // A key may come before the last one's width is drawn.
  const now = grow ? width : Number(edge.ariaValueNow)
  const next = within(now + (event.key === 'ArrowRight' ? step : -step))
  edge.ariaValueNow = String(next)
  sizing.onWidths({ ...before, [key]: next })
}

export function restore(edge: HTMLElement, sizing: Sizing) {
  sizing.onWidths({ [measured(edge, sizing).key]: null })
}

/** A column that grows is as wide as it is drawn; readers hear that width. */
export function measure(edge: HTMLElement, sizing: Sizing) {
  edge.ariaValueNow = String(measured(edge, sizing).width)
}

/** What is before the edge must stay as it is drawn, or the edge would not follow: growing columns there keep their widths. */
function measured(edge: HTMLElement, { columns, sides }: Sizing) {
  const table = edge.closest('table')!
  const first = sides.select > 0 ? 1 : 0
  const heads = table.tHead!.rows[0]!.cells
  const at = edge.closest('td')!.cellIndex - first
  const widthAt = (index: number) => Math.round(heads[first + index]!.getBoundingClientRect().width)
  const growing = columns.flatMap(({ key, grow }, index) =>
    grow && index < at ? [[key, widthAt(index)] as const] : [],
  )
  return { table, ...columns[at]!, width: widthAt(at), before: Object.fromEntries(growing) }
}

function within(width: number): number {
  return Math.round(Math.min(Math.max(width, widthLeast), widthMost))
}

/** Straight to the page: drawing every row anew at each step of the pointer would stutter. */
function draw(table: HTMLTableElement, { columns, sides }: Sizing, widths: Record<string, number>) {
  const sized = columns.map((column) =>
    column.key in widths ? { ...column, width: widths[column.key]!, grow: false } : column,
  )
  const { cols, properties } = layoutOf(sized, sides)
  table.querySelectorAll('col').forEach((col, index) => {
    col.style.width = cols[index] === undefined ? '' : `${cols[index]}px`
  })
  for (const [name, value] of Object.entries(properties)) table.style.setProperty(name, value)
}
