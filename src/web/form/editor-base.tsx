/** What an editor that stands beside its list began from: a newer row replaces it only while nothing is typed. */
import { Fragment, useCallback, useState, type ReactNode } from 'react'
import type { Call } from '#contract/call.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { keepValues, keptValues } from './kept-values.ts'
import { restored_text } from './restored-text.ts'

/** What is typed in the editor. */
export interface Typing<Typed> {
  /** What was typed before a reload or the end of the session; null where nothing was. */
  before: Typed | null
  /** Is told what is typed that is not saved; null where nothing is. */
  onTyped: (typed: Typed | null) => void
}

export interface EditorBaseProps<Row, Start, Typed> {
  row: Row
  /** The call that saves, and which record it changes: under these what is typed is stored. */
  call: Call
  record: string
  /** Which record is edited, and how often it was begun: another one begins anew, whatever was typed. */
  beginning: string
  /** The values with which it begins, from the history; null for those of the row. */
  start: Start | null
  /** What is typed, taken over from one row to a newer one: what was left as it was in the one is as in the other. */
  rebase: (typed: Typed, from: Row, to: Row) => Typed
  children: (row: Row, start: Start | null, typing: Typing<Typed>) => ReactNode
}

/**
 * Keeps what is typed when another person saves meanwhile, when the session ends and when the page is loaded anew; it is then sent with the version it
 * began from, and refused where that is not the latest, unless the person takes what is typed over to the latest.
 */
export function EditorBase<Row extends { version: number }, Start, Typed extends object>(
  props: EditorBaseProps<Row, Start, Typed>,
) {
  const { row, call, record, beginning, start, rebase, children } = props
  const begin = () => {
    const keptDraft = start === null ? keptValues<Typed>({ call, record }) : null
    return {
      row: (keptDraft?.row as Row | null | undefined) ?? row,
      beginning,
      hasStart: true,
      before: keptDraft?.values ?? null,
    }
  }
  const [base, setBase] = useState(begin)
  const [typed, setTyped] = useState(base.before)
  const isEdited = typed !== null
  if (base.beginning !== beginning) {
    const next = begin()
    setBase(next)
    setTyped(next.before)
  } else if (!isEdited && base.row.version !== row.version) {
    setBase({ row, beginning, hasStart: false, before: null })
  }
  // What does not belong to the setting itself, such as recent orders, is shown as it is now.
  const shown_row = base.row.version === row.version ? row : base.row
  const base_row = base.row
  const onTyped = useCallback(
    (values: Typed | null) => {
      setTyped(values)
      keepValues({ call, record }, values, base_row)
    },
    [call, record, base_row],
  )
  const takeOver = () => {
    const newTyped = typed && rebase(typed, base_row, row)
    keepValues({ call, record }, newTyped, row)
    setBase({ row, beginning, hasStart: false, before: newTyped })
  }
  return (
    <Fragment key={`${base.beginning} ${base.row.version}`}>
      {isEdited && base_row.version < row.version && (
        <Banner kind="warning" action={<Button onClick={takeOver}>Nhập tiếp trên bản mới</Button>}>
          Người khác vừa lưu thay đổi ở đây. Nội dung bạn nhập vẫn còn, chưa được lưu.
        </Banner>
      )}
      {isEdited && base.before !== null && <Banner kind="info">{restored_text}</Banner>}
      {children(shown_row, base.hasStart ? start : null, { before: base.before, onTyped })}
    </Fragment>
  )
}

/** What I typed in a record that another person has changed meanwhile: their values where I left those of the base. */
export function threeWayMerge<V extends object>(mine: V, base: NoInfer<V>, theirs: NoInfer<V>): V {
  const entries = Object.entries(mine) as [keyof V, unknown][]
  return Object.fromEntries(
    entries.map(([name, value]) => [name, JSON.stringify(value) === JSON.stringify(base[name]) ? theirs[name] : value]),
  ) as V
}
