import {
  memo,
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
import { toast } from '#web/ui/message/toast-store.ts'

export type EntryColumn = {
  key: string
  head: string
  width: number
  /** Takes a share of the remaining width. */
  grow?: boolean
  align?: 'left' | 'right'
  inputMode?: 'numeric' | 'text'
  maxLength?: number
  /** Shown in an empty cell: the value that applies then. */
  placeholder?: string
  /** Normalizes typed text: digits only, capitals. */
  clean?: (typed: string) => string
  /** Reads a pasted value, which replaces the cell; what it cannot read stays a text. */
  readPasted?: (pasted: string) => string
  /** Rarely filled in: Enter skips it. */
  seldom?: boolean
}

export type Entry = Readonly<Record<string, string>>

export type EntryGridProps<Row extends Entry> = {
  label: string
  columns: readonly EntryColumn[]
  rows: readonly Row[]
  /** The values of a new row. */
  blank: Row
  onChange: (rows: readonly Row[]) => void
  /** The maximum number of rows. */
  maxRows: number
  /** Errors by the row's index, with the cell they belong to. */
  problems: ReadonlyMap<number, { cell: string; error: string }>
  /** A last column with a value computed from the row. */
  result?: { head: string; width: number; text: (row: Row) => string }
  /** Width of the column of errors; null where there is no room: then the error of the focused row is shown below the grid. */
  problemWidth?: number | null
  /** Called with a pasted table; a single column that is pasted outside the first one fills the cells below. */
  onPaste?: (text: string, index: number) => void
  /** Called when another cell gets the focus. */
  onFocusCell?: (cell: CellPosition | null) => void
  ref?: Ref<EntryGridHandle>
}

export type EntryGridHandle = { focus: (cell: CellPosition) => void }

/** The number of rows above which only those in view and some above and below them are rendered. */
const virtualize_above = 100
const rows_in_view = 17
const rows_around = 12
const rendered_rows = rows_in_view + 2 * rows_around
/** Pixels. */
const row_height = 34
const number_width = 52
const remove_width = 36
const default_problem_width = 240

/**
 * A grid for typing many rows: Enter goes to the next cell or row, the arrows go up and down, Ctrl+Delete removes a row, Ctrl+Enter submits the form.
 * The last row is always empty.
 */
export function EntryGrid<Row extends Entry>(props: EntryGridProps<Row>) {
  const { label, columns, rows, blank, maxRows, problems, result, problemWidth = default_problem_width, ref } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [topRow, setTopRow] = useState(0)
  const count = Math.min(rows.length + 1, maxRows)
  const isVirtual = count > virtualize_above
  const first = isVirtual ? Math.min(Math.max(topRow - rows_around, 0), count - rendered_rows) : 0
  const end = isVirtual ? first + rendered_rows : count
  const focus = (to: CellPosition) => {
    if (box.current) focusCell(box.current, to, row_height)
  }
  useImperativeHandle(ref, () => ({ focus }))
  const { change, remove, fill } = useChanges(props)

  const { focusedCell, ...listeners } = useCells(props, { count, focus, remove, fill })
  const width = columns.reduce(
    (sum, column) => sum + column.width,
    number_width + remove_width + (result?.width ?? 0) + (problemWidth ?? 0),
  )
  const renderRow = (index: number) => {
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
        showsError={problemWidth !== null}
        isLast={index >= rows.length}
        change={change}
        remove={remove}
      />
    )
  }

  const focusedProblem = problemWidth === null && focusedCell ? problems.get(focusedCell.index) : undefined
  return (
    <div>
      <div
        ref={box}
        className={css.box}
        tabIndex={-1}
        onScroll={({ currentTarget }) => setTopRow(Math.floor(currentTarget.scrollTop / row_height))}
      >
        <table aria-label={label} aria-rowcount={count + 1} className={css.grid} style={{ minWidth: width }}>
          <EntryHead columns={columns} result={result} problemWidth={problemWidth} />
          {/* The cells take the focus; one listener here handles the keys of all of them. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
          <tbody {...listeners}>
            {/* The rows stay the same elements when the grid becomes virtual, so that the focus stays in its cell. */}
            <Spacer rows={first} />
            {Array.from({ length: end - first }, (_, position) => renderRow(first + position))}
            <Spacer rows={count - end} />
          </tbody>
        </table>
      </div>
      {problemWidth === null && (
        <div className={css.announced} aria-live="polite">
          {focusedProblem && `Dòng ${focusedCell!.index + 1}: ${focusedProblem.error}`}
        </div>
      )}
    </div>
  )
}

/** As high as the rows that are not rendered. */
const Spacer = ({ rows }: { rows: number }) => rows > 0 && <tr aria-hidden style={{ height: rows * row_height }} />

/** Callbacks that are the same at every render, so that memoized rows render only when they change. */
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
  const fill = ({ index, cell }: CellPosition, pasted: readonly string[]) => {
    const { columns, rows, blank, onChange } = props
    const column = columns.find(({ key }) => key === cell)
    const read = column?.readPasted ?? column?.clean ?? ((text: string) => text)
    const filledRows = index < rows.length ? rows : [...rows, blank]
    onChange(
      filledRows.map((row, at) =>
        pasted[at - index] === undefined ? row : { ...row, [cell]: read(pasted[at - index]!.trim()) },
      ),
    )
    if (index + pasted.length > filledRows.length)
      toast.warning('Cột vừa dán dài hơn số dòng: các giá trị sau không được dán.')
  }
  return { change, remove, fill }
}

type CellActions = {
  count: number
  focus: (to: CellPosition) => void
  remove: (index: number) => void
  /** Fills a column from a cell down, without adding rows below the last one. */
  fill: (from: CellPosition, pasted: readonly string[]) => void
}

/** Event handlers of the cells, and which cell has the focus. */
function useCells<Row extends Entry>(
  { columns, onPaste, onFocusCell }: Pick<EntryGridProps<Row>, 'columns' | 'onPaste' | 'onFocusCell'>,
  { count, focus, remove, fill }: CellActions,
) {
  const [focusedCell, setFocusedCell] = useState<CellPosition | null>(null)
  function moveTo(to: CellPosition | null) {
    setFocusedCell(to)
    onFocusCell?.(to)
  }
  function keyDown(event: KeyboardEvent<HTMLElement>) {
    const position = cellAt(event.target)
    if (!position || event.nativeEvent.isComposing) return
    if (event.key === 'Delete' && event.ctrlKey) {
      event.preventDefault()
      remove(position.index)
      return
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      ;(event.target as HTMLInputElement).form?.requestSubmit()
      return
    }
    const target = moveOf(event, position, columns, count)
    if (!target) return
    event.preventDefault()
    focus(target)
  }
  function paste(event: ClipboardEvent<HTMLElement>) {
    const position = cellAt(event.target)
    const text = event.clipboardData.getData('text').replace(/[\r\n]+$/, '')
    if (!position || text === '') return
    const column = columns.find(({ key }) => key === position.cell)
    const isFirst = column === columns[0]
    const isTable = (isFirst ? /[\t\r\n;]|\S\s+\S/ : /[\t;]/).test(text)
    if (isTable) {
      if (!onPaste) return
      event.preventDefault()
      return onPaste(text, position.index)
    }
    const pasted = text.split(/\r\n|\r|\n/)
    if (pasted.length === 1 && !column?.readPasted) return
    event.preventDefault()
    // A column that is copied with its head.
    const isHead = pasted.length > 1 && pasted[0]!.trim().toLowerCase() === column?.head.toLowerCase()
    fill(position, isHead ? pasted.slice(1) : pasted)
  }
  return {
    focusedCell,
    onKeyDown: keyDown,
    onFocus: (event: FocusEvent<HTMLElement>) => moveTo(cellAt(event.target)),
    onBlur: () => moveTo(null),
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
        <col style={{ width: number_width }} />
        {columns.map((column) => (
          <col key={column.key} style={{ width: column.grow ? undefined : column.width }} />
        ))}
        {result && <col style={{ width: result.width }} />}
        {problemWidth !== null && <col />}
        <col style={{ width: remove_width }} />
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
  /** The id of the grid, from which the ids of its cells are made. */
  id: string
  index: number
  entry: Entry
  columns: readonly EntryColumn[]
  wrongCell: string | undefined
  error: string | undefined
  result: ReactNode
  showsError: boolean
  isLast: boolean
  change: (index: number, key: string, typed: string) => void
  remove: (index: number) => void
}

const EntryRow = memo((props: EntryRowProps) => {
  const { id, index, entry, columns, wrongCell, error, result, showsError, isLast, change, remove } = props
  return (
    // aria-rowindex counts from 1, and the head is row 1.
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
            aria-describedby={wrongCell === key && showsError ? `${id}${index}` : undefined}
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
      {showsError && (
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
