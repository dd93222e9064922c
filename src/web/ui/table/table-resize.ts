/** Resizing a column by its handle, with the pointer or the arrow keys. */
import type { KeyboardEvent, PointerEvent } from 'react'
import { layoutOf, min_width, max_width, type EdgeWidths, type SizedColumn } from './table-layout.ts'

export type ResizeOptions = {
  columns: readonly SizedColumn[]
  edge_widths: EdgeWidths
  onWidths: (widths: Record<string, number | null>) => void
}

/** Pixels by which an arrow key changes a width. */
const key_step = 8

/** Drags the handle: the column follows the pointer, `onWidths` is called when the pointer is released, Escape cancels. */
export function startResize(event: PointerEvent, sizing: ResizeOptions) {
  const handle = event.target as HTMLElement
  const { table, key, width, before } = measured(handle, sizing)
  let resized = width
  handle.setPointerCapture(event.pointerId)
  const end = new AbortController()
  const addListener = <K extends keyof HTMLElementEventMap>(name: K, listen: (event: HTMLElementEventMap[K]) => void) =>
    handle.addEventListener(name, listen, { signal: end.signal })
  const cancel = () => {
    end.abort()
    applyWidths(table, sizing, {})
  }
  addListener('pointermove', ({ clientX }) => {
    resized = clampWidth(width + clientX - event.clientX)
    applyWidths(table, sizing, { ...before, [key]: resized })
  })
  addListener('pointerup', () => {
    if (resized === width) return cancel()
    end.abort()
    sizing.onWidths({ ...before, [key]: resized })
  })
  addListener('pointercancel', cancel)
  addEventListener(
    'keydown',
    (pressed) => {
      if (pressed.key !== 'Escape') return
      pressed.stopPropagation()
      cancel()
    },
    { capture: true, signal: end.signal },
  )
}

/** Arrow keys change the width by a step; Home restores the default. */
export function resizeByKey(event: KeyboardEvent, sizing: ResizeOptions) {
  const handle = event.target as HTMLElement
  if (event.key === 'Home') return resetWidth(handle, sizing)
  const { key, grow, width, before } = measured(handle, sizing)
  // The previous key's width may not be rendered yet; aria-valuenow already has it.
  const now = grow ? width : Number(handle.ariaValueNow)
  const changed_width = clampWidth(now + (event.key === 'ArrowRight' ? key_step : -key_step))
  handle.ariaValueNow = String(changed_width)
  sizing.onWidths({ ...before, [key]: changed_width })
}

/** Gives the column its default width again. */
export function resetWidth(handle: HTMLElement, sizing: ResizeOptions) {
  sizing.onWidths({ [measured(handle, sizing).key]: null })
}

/** Writes the rendered width to aria-valuenow: a growing column has no fixed one. */
export function updateAriaWidth(handle: HTMLElement, sizing: ResizeOptions) {
  handle.ariaValueNow = String(measured(handle, sizing).width)
}

/**
 * The column of a handle with its rendered width. `before` has the growing columns to its left with theirs: they are fixed while dragging, or
 * they would shrink and the handle would not stay under the pointer.
 */
function measured(handle: HTMLElement, { columns, edge_widths }: ResizeOptions) {
  const table = handle.closest('table')!
  const first_column = edge_widths.select > 0 ? 1 : 0
  const heads = table.tHead!.rows[0]!.cells
  const column_index = handle.closest('td')!.cellIndex - first_column
  const widthAt = (index: number) => Math.round(heads[first_column + index]!.getBoundingClientRect().width)
  const growing = columns.flatMap(({ key, grow }, index) =>
    grow && index < column_index ? [[key, widthAt(index)] as const] : [],
  )
  return { table, ...columns[column_index]!, width: widthAt(column_index), before: Object.fromEntries(growing) }
}

function clampWidth(width: number): number {
  return Math.round(Math.min(Math.max(width, min_width), max_width))
}

/** Writes the widths to the DOM: rendering every row at each pointer move would stutter. */
function applyWidths(table: HTMLTableElement, { columns, edge_widths }: ResizeOptions, widths: Record<string, number>) {
  const sized = columns.map((column) =>
    column.key in widths ? { ...column, width: widths[column.key]!, grow: false } : column,
  )
  const { cols, properties } = layoutOf(sized, edge_widths)
  table.querySelectorAll('col').forEach((col, index) => {
    col.style.width = cols[index] === undefined ? '' : `${cols[index]}px`
  })
  for (const [name, value] of Object.entries(properties)) table.style.setProperty(name, value)
}
