/** What an editor that stands beside its list began from: a newer row replaces it only while nothing is typed. */
import { Fragment, useState, type ReactNode } from 'react'

interface EditorBaseProps<Row, Start> {
  row: Row
  /** Which record is edited, and how often it was begun: another one begins anew, whatever was typed. */
  beginning: string
  /** The values with which it begins, from the history; null for those of the row. */
  start: Start | null
  /** `onEdited` is told whether something is typed that is not saved. */
  children: (row: Row, start: Start | null, onEdited: (is_edited: boolean) => void) => ReactNode
}

/** Keeps what is typed when another person saves meanwhile; it is then sent with the version it began from, and refused. */
export function EditorBase<Row extends { version: number }, Start>(props: EditorBaseProps<Row, Start>) {
  const { row, beginning, start, children } = props
  const [base, setBase] = useState({ row, beginning, hasStart: true })
  const [isEdited, setEdited] = useState(false)
  const isAnother = base.beginning !== beginning
  if (isAnother || (!isEdited && base.row.version !== row.version)) {
    setBase({ row, beginning, hasStart: isAnother })
    setEdited(false)
  }
  // What does not belong to the setting itself, such as recent orders, is shown as it is now.
  const shown_row = base.row.version === row.version ? row : base.row
  return (
    <Fragment key={`${base.beginning} ${base.row.version}`}>
      {children(shown_row, base.hasStart ? start : null, setEdited)}
    </Fragment>
  )
}
