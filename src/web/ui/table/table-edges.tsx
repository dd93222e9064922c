import { useEffect, useRef, type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { moveInHead } from './table-head-keys.ts'
import { widthLeast, widthMost, type Sized } from './table-layout.ts'
import type { CellStyle, CellStyles } from './table-styles.ts'
import { measure, press, pull, restore, type Sizing } from './table-resize.ts'
import type { Column } from './table-types.ts'
import css from './table.module.css'

const keys = ['ArrowLeft', 'ArrowRight', 'Home']

export type EdgesProps = Omit<Sizing, 'columns'> & {
  columns: readonly (Sized & Pick<Column<never>, 'head' | 'fixed'>)[]
  styles: CellStyles
  /** They come after the first rows. */
  loading: boolean
  /** The first of them is the tab stop of the head, where no head sorts. */
  isStop: boolean
}

/**
 * The right edges of the heads: pulled, or moved by the arrow keys; a double click or Home gives a column its own width again. They have
 * a row of no height to themselves, or readers would take them for a part of the column's name.
 */
export default function TableEdges({ styles, isStop, ...sizing }: EdgesProps) {
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    const head = row.current!.parentElement!
    const hear = (event: globalThis.KeyboardEvent) => moveInHead(head, event)
    head.addEventListener('keydown', hear)
    return () => head.removeEventListener('keydown', hear)
  }, [])
  const firstEdge = sizing.columns.findIndex(({ fixed }) => !fixed)
  // Cells that are none, for readers: they only carry the edges.
  /* oxlint-disable jsx-a11y/no-interactive-element-to-noninteractive-role */
  return (
    <tr ref={row} role="presentation" className={css.edges} {...edgeEvents(sizing)}>
      {styles.select && <td role="presentation" {...placeOf(styles.select)} />}
      {sizing.columns.map(({ key, head, width, fixed }, index) => (
        <td key={key} role="presentation" {...placeOf(styles.columns[index]!)}>
          {!fixed && (
            // Named by a title, because a label would answer to the name of the field that filters this column.
            // oxlint-disable-next-line jsx-a11y/control-has-associated-label
            <span
              role="separator"
              // What can be moved takes the focus; its keys are heard at the row once for all.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              tabIndex={isStop && index === firstEdge ? 0 : -1}
              className={css.edge}
              title={`Độ rộng cột ${head}`}
              aria-orientation="vertical"
              aria-valuenow={width}
              aria-valuemin={widthLeast}
              aria-valuemax={widthMost}
            />
          )}
        </td>
      ))}
    </tr>
  )
}

const placeOf = ({ style }: CellStyle) => ({ style, className: style && css.pinned })

function edgeEvents(sizing: Sizing) {
  const edgeOf = ({ target }: { target: EventTarget }) =>
    target instanceof HTMLElement && target.role === 'separator' ? target : null
  return {
    onFocus: (event: FocusEvent) => {
      const edge = edgeOf(event)
      if (edge) measure(edge, sizing)
    },
    onPointerDown: (event: PointerEvent) => {
      if (edgeOf(event) && event.button === 0) pull(event, sizing)
    },
    onDoubleClick: (event: MouseEvent) => {
      const edge = edgeOf(event)
      if (edge) restore(edge, sizing)
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!edgeOf(event) || !keys.includes(event.key)) return
      event.preventDefault()
      press(event, sizing)
    },
  }
}
