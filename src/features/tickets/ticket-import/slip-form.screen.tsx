/** What is written into a slip: its values, what is wrong with them, its draft, and how it is saved. */
import { useMemo, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useRead, useWrite } from '#web/api.ts'
import { showFailure } from '#web/failure-toast.ts'
import { numberText } from '#web/format.ts'
import { newTransid, Refusal, type SendFailure } from '#web/send.ts'
import type { EntryGridHandle } from '#web/ui/entry-grid.tsx'
import { toast } from '#web/ui/toast-store.ts'
import type { Session } from '#web/editor-session.ts'
import { useWarningBeforeUnload } from '#web/use-record-form.tsx'
import { useDrawChoice } from '#features/tickets/draw-area/draw-choice.screen.tsx'
import { drawArea } from '#features/tickets/draw-area/draw-area.contract.ts'
import { touched } from '#features/tickets/touched.rules.ts'
import { useKeptDraft, withRefusals } from '#features/tickets/typed-lines.screen.tsx'
import { sumsText, type Slip } from './slip.screen.tsx'
import { blankLine, faultsIn, isBlank, readLine, type LineCell, type TypedLine } from './slip-lines.rules.ts'
import { importSource, importStatus } from './ticket-import.contract.ts'

type Errors = Partial<Record<'open_date' | 'area_id' | 'base_id' | 'note', string>>
export type SlipForm = ReturnType<typeof useSlipForm>

interface FormSetup {
  /** Where the lines stand: a wrong one is gone to. */
  grid: RefObject<EntryGridHandle | null>
  onSaved: () => void
}

export function useSlipForm(session: Session, day: string | null, { grid, onSaved }: FormSetup) {
  const { call, values, base } = session
  const row = session.row as Slip | null
  const start = useState(() => linesOf(base.tickets))[0]
  const [lines, setLines] = useState<readonly TypedLine[]>(() => (session.restored ? linesOf(values.tickets) : start))
  const [note, setNote] = useState(String(values.note ?? ''))
  const [source, setSource] = useState(values.source as number | null)
  const [theirs, setTheirs] = useState<Slip | null>(null)
  const [version, setVersion] = useState(row?.version)
  const [errors, setErrors] = useState<Errors>({})
  /** What the server said of lines, until they are changed. */
  const [refused, setRefused] = useState<ReadonlyMap<TypedLine, string>>(new Map())
  const transid = useRef(session.transid)
  const draw = useDrawChoice({
    open_date: (values.open_date as string | null) ?? day,
    area_id: values.area_id as number | null,
    base_id: values.base_id as number | null,
  })
  const { open_date, base_id } = draw
  const area_id = row?.area_id ?? draw.area_id
  const known = useRead(drawArea.info, { area_id: area_id ?? 0 }, { enabled: row !== null })
  const area = row ? known.data : draw.area
  const digits = area?.number_length ?? null
  const faults = useMemo(() => withRefusals(faultsIn(lines, digits), lines, refused), [lines, digits, refused])
  const sums = useMemo(() => sumsOf(lines, area?.face_value ?? 0), [lines, area])
  const linesChanged = useMemo(() => !sameLines(lines, start), [lines, start])
  const noteChanged = note !== String(base.note ?? '')
  const changed = linesChanged || noteChanged

  useWarningBeforeUnload(changed)
  const kept = useMemo(() => {
    const place = row ? {} : { open_date, area_id, base_id, source }
    return { ...values, ...place, note, tickets: lines }
  }, [row, values, open_date, area_id, base_id, source, note, lines])
  useKeptDraft(session, kept, changed, transid)

  const submit = useWrite(call, {
    touches: touched,
    onSuccess: (answer) => {
      toast.success(savedText(answer as Slip, row !== null))
      onSaved()
    },
    onFailure: (failure, input) => {
      // A clear refusal ends the intent; after a missing answer the same transid finds out what became of it.
      if (failure instanceof Refusal && failure.status < 500) transid.current = newTransid()
      tell(failure, input as { tickets?: readonly object[] })
    },
  })

  function tell(failure: SendFailure, input: { tickets?: readonly object[] }) {
    if (!(failure instanceof Refusal)) return showFailure(failure, { retry: submit.retry })
    const { error, data } = failure
    if (error === 'changed_by_other' && data?.current) return setTheirs(data.current as Slip)
    const told = input.tickets ? ((data?.lines ?? []) as { index: number; error: string }[]) : []
    const { tickets: _, ...fields } = data?.fields ?? {}
    setErrors(fields)
    if (told.length > 0) {
      const shown = lines.filter((line) => !isBlank(line))
      flushSync(() => setRefused(new Map(told.map(({ index, error: sentence }) => [shown[index]!, sentence]))))
      grid.current?.focus({ index: told[0]!.index, cell: 'number' })
    }
    if (told.length > 0 || Object.keys(fields).length === 0) showFailure(failure, { retry: submit.retry })
  }

  function save(seen = version) {
    const filled = lines.filter((line) => !isBlank(line))
    // Lines are counted without blank ones, by the server too.
    if (filled.length < lines.length) setLines(filled)
    const [first] = faultsIn(filled, digits)
    if (first) {
      toast.warning(`Còn ${numberText(faults.size)} dòng lỗi.`)
      return requestAnimationFrame(() => grid.current?.focus({ index: first[0], cell: first[1].cell }))
    }
    setErrors({})
    const tickets = filled.map((line) => readLine(line).line!)
    const input = row
      ? { ticket_import_id: row.ticket_import_id, version: seen, note, ...(linesChanged && { tickets }) }
      : { area_id, open_date, base_id, source, note, tickets }
    submit.mutate(input as never, { transid: transid.current })
  }

  const whyNot = whyNotSave({ area_id, line_count: sums.line_count, unchanged: row !== null && !changed, theirs })
  return {
    draw,
    area,
    lines,
    setLines,
    markPasted: () => setSource((now) => now && importSource.pasted),
    isPasted: source === importSource.pasted,
    note,
    setNote,
    errors,
    faults,
    sums,
    changed,
    whyNot,
    theirs,
    keepMine: () => {
      setVersion(theirs!.version)
      setTheirs(null)
      save(theirs!.version)
    },
    pending: submit.pending,
    save: () => void save(),
  }
}

interface State {
  area_id: number | null
  line_count: number
  unchanged: boolean
  theirs: Slip | null
}

function whyNotSave({ area_id, line_count, unchanged, theirs }: State) {
  return (
    (area_id === null && 'Hãy chọn đài.') ||
    (line_count === 0 && 'Phiếu chưa có vé nào.') ||
    (unchanged && 'Chưa có thay đổi nào.') ||
    (theirs !== null && 'Hãy chọn bản giữ lại trước.')
  )
}

/** Lines of a slip, or those of a draft, as they stand in the cells. */
function linesOf(tickets: unknown): TypedLine[] {
  return ((tickets ?? []) as Record<keyof TypedLine, string | number | null>[]).map((line) => ({
    ...blankLine,
    ...Object.fromEntries(Object.entries(line).map(([cell, value]) => [cell, String(value ?? '')])),
  }))
}

/** Told at every key: rows that were not touched are the same objects. */
function sameLines(some: readonly TypedLine[], others: readonly TypedLine[]): boolean {
  const same = (one: TypedLine, other: TypedLine) =>
    one === other || (Object.keys(one) as LineCell[]).every((cell) => one[cell] === other[cell])
  return some.length === others.length && some.every((line, index) => same(line, others[index]!))
}

/** What the lines come to so far; one that cannot be read counts as a line without tickets. */
function sumsOf(lines: readonly TypedLine[], face_value: number) {
  const sums = { line_count: 0, quantity: 0, amount: 0 }
  for (const typed of lines) {
    if (isBlank(typed)) continue
    const { line } = readLine(typed)
    sums.line_count++
    sums.quantity += line?.quantity ?? 0
    sums.amount += (line?.quantity ?? 0) * (line?.price ?? face_value)
  }
  return sums
}

function savedText(slip: Slip, changed: boolean): string {
  const { import_code, status } = slip
  const done = changed ? `Đã lưu phiếu ${import_code}` : `Đã lập phiếu ${import_code}`
  const then = status === importStatus.approved ? 'vé đã vào kho.' : 'chờ người khác duyệt.'
  return `${done} (${sumsText(slip)}), ${then}`
}
