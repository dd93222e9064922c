import { useEffect, useRef, type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { moveInHead } from './table-head-keys.ts'
import { min_width, max_width, type SizedColumn } from './table-layout.ts'
import type { CellStyle, CellStyles } from './table-styles.ts'
import { updateAriaWidth, resizeByKey, startResize, resetWidth, type ResizeOptions } from './table-resize.ts'
import type { Column } from './table-types.ts'
import css from './table.module.css'

const keys = ['ArrowLeft', 'ArrowRight', 'Home']

export type ResizeHandlesProps = Omit<ResizeOptions, 'columns'> & {
  columns: readonly (SizedColumn & Pick<Column<never>, 'head' | 'fixed'>)[]
  styles: CellStyles
  /** The handles are loaded after the first rows. */
  loading: boolean
  /** The first handle is the tab stop of the head, because no column can be sorted. */
  isStop: boolean
}

/**
 * The handles that resize columns: dragged, or moved by the arrow keys; a double click or Home restores the default width. They stand in a row
 * of their own without height, because inside the head cell screen readers would read them as part of the column's name.
 */
export default function ResizeHandles({ styles, isStop, ...sizing }: ResizeHandlesProps) {
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    const head = row.current!.parentElement!
    const onKey = (event: globalThis.KeyboardEvent) => moveInHead(head, event)
    head.addEventListener('keydown', onKey)
    return () => head.removeEventListener('keydown', onKey)
  }, [])
  const firstHandle = sizing.columns.findIndex(({ fixed }) => !fixed)
  // The cells only position the handles, so they are hidden from screen readers.
  /* oxlint-disable jsx-a11y/no-interactive-element-to-noninteractive-role */
  return (
    <tr ref={row} role="presentation" className={css.handles} {...handleEvents(sizing)}>
      {styles.select && <td role="presentation" {...pinnedCell(styles.select)} />}
      {sizing.columns.map(({ key, head, width, fixed }, index) => (
        <td key={key} role="presentation" {...pinnedCell(styles.columns[index]!)}>
          {!fixed && (
            // Named by a title: tests and voice control would take a label for the filter field of the same name.
            // oxlint-disable-next-line jsx-a11y/control-has-associated-label
            <span
              role="separator"
              // A movable separator takes the focus; one listener at the row handles the keys of all of them.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              tabIndex={isStop && index === firstHandle ? 0 : -1}
              className={css.handle}
              title={`Độ rộng cột ${head}`}
              aria-orientation="vertical"
              aria-valuenow={width}
              aria-valuemin={min_width}
              aria-valuemax={max_width}
            />
          )}
        </td>
      ))}
    </tr>
  )
}

const pinnedCell = ({ style }: CellStyle) => ({ style, className: style && css.pinned })

function handleEvents(sizing: ResizeOptions) {
  const handleOf = ({ target }: { target: EventTarget }) =>
    target instanceof HTMLElement && target.role === 'separator' ? target : null
  return {
    onFocus: (event: FocusEvent) => {
      const handle = handleOf(event)
      if (handle) updateAriaWidth(handle, sizing)
    },
    onPointerDown: (event: PointerEvent) => {
      if (handleOf(event) && event.button === 0) startResize(event, sizing)
    },
    onDoubleClick: (event: MouseEvent) => {
      const handle = handleOf(event)
      if (handle) resetWidth(handle, sizing)
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!handleOf(event) || !keys.includes(event.key)) return
      event.preventDefault()
      resizeByKey(event, sizing)
    },
  }
}
