import {
  lazy,
  memo,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { cx } from '#web/ui/base/cx.ts'
import css from './entry-grid.module.css'
import { cellAt, focusCell, moveOf, type CellPosition } from './entry-keys.ts'
import { IconButton } from '#web/ui/action/icon-button.tsx'

const TableWindow = lazy(() => import('#web/ui/table/table-window.tsx'))

export type EntryColumn = {
  key: string
  head: string
  width: number
  /** Takes a share of the room that is left. */
  grow?: boolean
  align?: 'left' | 'right'
  inputMode?: 'numeric' | 'text'
  maxLength?: number
  /** What an empty cell stands for. */
  placeholder?: string
  /** Makes what is typed fit: digits only, capitals. */
  clean?: (typed: string) => string
  /** Seldom filled in: Enter passes it over. */
  seldom?: boolean
}

export type Entry = Readonly<Record<string, string>>

export type EntryGridProps<Row extends Entry> = {
  label: string
  columns: readonly EntryColumn[]
  rows: readonly Row[]
  /** What the last row holds before anything is typed into it. */
  blank: Row
  onChange: (rows: readonly Row[]) => void
  /** As many rows as there may be. */
  most: number
  /** What is wrong with a row, and in which of its cells. */
  problems: ReadonlyMap<number, { cell: string; error: string }>
  /** What a row comes to, in a column of its own. */
  result?: { head: string; width: number; text: (row: Row) => string }
  /** Null where the sentences have no room beside the rows: below them, the one of the row that has the focus is told. */
  problemWidth?: number | null
  /** Takes a pasted table; what fits into one cell is pasted as anywhere. */
  onPaste?: (text: string, index: number) => void
  /** The cell that has the focus. */
  onPlace?: (place: CellPosition | null) => void
  ref?: Ref<EntryGridHandle>
}

export type EntryGridHandle = { focus: (place: CellPosition) => void }

/** Up to here all rows are drawn. */
const wholeUpTo = 100
const rowHeight = 34

/**
 * Rows that are typed one after the other: Enter goes to the next cell and from the last one to the next row, the arrows go up and down,
 * Ctrl+Delete takes a row away, Ctrl+Enter sends the form. There is always an empty row at the end.
 */
export function EntryGrid<Row extends Entry>(props: EntryGridProps<Row>) {
  const { label, columns, rows, blank, most, problems, result, problemWidth = 240, ref } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const scroller = useRef<(index: number) => void>(() => undefined)
  const count = Math.min(rows.length + 1, most)
  const focus = (to: CellPosition) => {
    if (box.current) focusCell(box.current, to, (index) => scroller.current(index))
  }
  useImperativeHandle(ref, () => ({ focus }))
  const { change, remove } = useChanges(props)

  const { place, ...listeners } = useCells(props, { count, focus, remove })
  const width = columns.reduce(
    (sum, column) => sum + column.width,
    52 + 36 + (result?.width ?? 0) + (problemWidth ?? 0),
  )
  const row = (index: number) => {
    const entry = rows[index] ?? blank
    const problem = problems.get(index)
    return (
      <EntryRow
        key={index}
        id={id}
        index={index}
        entry={entry}
        columns={columns}
        wrongCell={problem?.cell}
        error={problem?.error}
        result={result && (index < rows.length ? result.text(entry) : '')}
        tells={problemWidth !== null}
        isLast={index >= rows.length}
        change={change}
        remove={remove}
      />
    )
  }

  const here = problemWidth === null && place ? problems.get(place.index) : undefined
  return (
    <div>
      <div ref={box} className={css.box} tabIndex={-1}>
        <table aria-label={label} aria-rowcount={count + 1} className={css.grid} style={{ minWidth: width }}>
          <EntryHead columns={columns} result={result} problemWidth={problemWidth} />
          {/* The cells take the focus; their keys are heard here once for all. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
          <tbody {...listeners}>
            {count > wholeUpTo ? (
              <Suspense fallback={null}>
                <TableWindow count={count} rowHeight={rowHeight} box={box} scroller={scroller} row={row} />
              </Suspense>
            ) : (
              Array.from({ length: count }, (_, index) => row(index))
            )}
          </tbody>
        </table>
      </div>
      {problemWidth === null && (
        <div className={css.announced} aria-live="polite">
          {here && `Dòng ${place!.index + 1}: ${here.error}`}
        </div>
      )}
    </div>
  )
}

/** The same functions for every drawing, so that only the rows that changed are drawn anew. */
function useChanges<Row extends Entry>(props: Pick<EntryGridProps<Row>, 'columns' | 'rows' | 'blank' | 'onChange'>) {
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const change = useCallback((index: number, key: string, typed: string) => {
    const now = latest.current
    const clean = now.columns.find((column) => column.key === key)?.clean
    const row = { ...(now.rows[index] ?? now.blank), [key]: clean ? clean(typed) : typed }
    now.onChange(index < now.rows.length ? now.rows.with(index, row) : [...now.rows, row])
  }, [])
  const remove = useCallback((index: number) => {
    const now = latest.current
    if (index < now.rows.length) now.onChange(now.rows.toSpliced(index, 1))
  }, [])
  return { change, remove }
}

type Steps = { count: number; focus: (to: CellPosition) => void; remove: (index: number) => void }

/** What the cells hear, and which of them has the focus. */
function useCells<Row extends Entry>(
  { columns, onPaste, onPlace }: Pick<EntryGridProps<Row>, 'columns' | 'onPaste' | 'onPlace'>,
  { count, focus, remove }: Steps,
) {
  const [place, setPlace] = useState<CellPosition | null>(null)
  function moved(to: CellPosition | null) {
    setPlace(to)
    onPlace?.(to)
  }
  function keyDown(event: KeyboardEvent<HTMLElement>) {
    const at = cellAt(event.target)
    if (!at || event.nativeEvent.isComposing) return
    if (event.key === 'Delete' && event.ctrlKey) {
      event.preventDefault()
      remove(at.index)
      return
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      ;(event.target as HTMLInputElement).form?.requestSubmit()
      return
    }
    const next = moveOf(event, at, columns, count)
    if (!next) return
    event.preventDefault()
    focus(next)
  }
  function paste(event: ClipboardEvent<HTMLElement>) {
    const at = cellAt(event.target)
    const text = event.clipboardData.getData('text').replace(/[\r\n]+$/, '')
    const isTable = /[\t\r\n;]/.test(text) || (at?.cell === columns[0]?.key && /\S\s+\S/.test(text))
    if (!onPaste || !at || !isTable) return
    event.preventDefault()
    onPaste(text, at.index)
  }
  return {
    place,
    onKeyDown: keyDown,
    onFocus: (event: FocusEvent<HTMLElement>) => moved(cellAt(event.target)),
    onBlur: () => moved(null),
    onPaste: paste,
  }
}

type EntryHeadProps = {
  columns: readonly EntryColumn[]
  result: { head: string; width: number } | undefined
  problemWidth: number | null
}

function EntryHead({ columns, result, problemWidth }: EntryHeadProps) {
  return (
    <>
      <colgroup>
        <col style={{ width: 52 }} />
        {columns.map((column) => (
          <col key={column.key} style={{ width: column.grow ? undefined : column.width }} />
        ))}
        {result && <col style={{ width: result.width }} />}
        {problemWidth !== null && <col />}
        <col style={{ width: 36 }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col" className={css.right}>
            STT
          </th>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={cx(column.align === 'right' && css.right)}>
              {column.head}
            </th>
          ))}
          {result && (
            <th scope="col" className={css.right}>
              {result.head}
            </th>
          )}
          {problemWidth !== null && <th scope="col">Lỗi</th>}
          <td aria-hidden />
        </tr>
      </thead>
    </>
  )
}

type EntryRowProps = {
  /** The grid's. */
  id: string
  index: number
  entry: Entry
  columns: readonly EntryColumn[]
  wrongCell: string | undefined
  error: string | undefined
  result: ReactNode
  tells: boolean
  isLast: boolean
  change: (index: number, key: string, typed: string) => void
  remove: (index: number) => void
}

const EntryRow = memo((props: EntryRowProps) => {
  const { id, index, entry, columns, wrongCell, error, result, tells, isLast, change, remove } = props
  return (
    <tr aria-rowindex={index + 2} className={cx(error && css.wrong)}>
      <td className={cx(css.number, css.right)}>{index + 1}</td>
      {columns.map(({ key, head, align, inputMode, maxLength, placeholder }) => (
        <td key={key} className={css.cell}>
          <input
            className={cx(css.input, align === 'right' && css.right)}
            data-index={index}
            data-cell={key}
            aria-label={`${head}, dòng ${index + 1}`}
            aria-invalid={wrongCell === key || undefined}
            aria-describedby={wrongCell === key && tells ? `${id}${index}` : undefined}
            autoComplete="off"
            spellCheck={false}
            inputMode={inputMode}
            maxLength={maxLength}
            placeholder={placeholder}
            value={entry[key] ?? ''}
            onChange={(event) => change(index, key, event.target.value)}
          />
        </td>
      ))}
      {result !== undefined && <td className={css.right}>{result}</td>}
      {tells && (
        <td id={`${id}${index}`} className={css.problem} title={error}>
          {error}
        </td>
      )}
      <td className={css.cell}>
        {!isLast && (
          <IconButton
            icon="close"
            size="sm"
            tabIndex={-1}
            label={`Xóa dòng ${index + 1}`}
            onClick={() => remove(index)}
          />
        )}
      </td>
    </tr>
  )
})
