/** The form of an import slip: values, errors, draft and saving. */
import { useMemo, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useRead, useWrite } from '#web/call/api.ts'
import { showFailure } from '#web/call/failure-toast.ts'
import { numberText } from '#web/value/format.ts'
import { newTransid, Refusal, type SendFailure } from '#web/call/send.ts'
import type { EntryGridHandle } from '#web/ui/entry-grid/entry-grid.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import type { Session } from '#web/form/editor-session.ts'
import { useWarningBeforeUnload } from '#web/form/use-record-form.tsx'
import { usePeriodChoice } from '#features/tickets/draw-area/period-choice.screen.tsx'
import { drawArea } from '#features/tickets/draw-area/draw-area.contract.ts'
import { invalidated } from '#features/tickets/invalidated.rules.ts'
import { useDraft, withRefusals } from '#features/tickets/typed-lines.screen.tsx'
import { sumsText, type Slip } from './slip.screen.tsx'
import {
  blankLine,
  faultsOf,
  isBlank,
  readLine,
  type LineCell,
  type TypedLine,
} from '#features/tickets/ticket-import-line/slip-lines.rules.ts'
import { importSource, importStatus } from './ticket-import.contract.ts'

type Errors = Partial<Record<'open_date' | 'area_id' | 'base_id' | 'note', string>>
export type SlipForm = ReturnType<typeof useSlipForm>

interface FormSetup {
  /** The grid of lines, to focus a wrong one. */
  grid: RefObject<EntryGridHandle | null>
  onSaved: () => void
}

export function useSlipForm(session: Session, day: string | null, { grid, onSaved }: FormSetup) {
  const { values, base } = session
  const row = session.row as Slip | null
  const [note, setNote] = useState(String(values.note ?? ''))
  const [source, setSource] = useState(values.source as number | null)
  const [version, setVersion] = useState(row?.version)
  const period = usePeriodChoice({
    open_date: (values.open_date as string | null) ?? day,
    area_id: values.area_id as number | null,
    base_id: values.base_id as number | null,
  })
  const { open_date, base_id } = period
  const area_id = row?.area_id ?? period.area_id
  const areaRead = useRead(drawArea.info, { area_id: area_id ?? 0 }, { enabled: row !== null })
  const area = row ? areaRead.data : period.area
  const digits = area?.number_length ?? null
  const { lines, setLines, linesChanged, faults, setRefusals } = useSlipLines(session, digits)
  const sums = useMemo(() => sumsOf(lines, area?.face_value ?? 0), [lines, area])
  const changed = linesChanged || note !== String(base.note ?? '')
  const transid = useRef(session.transid)

  useWarningBeforeUnload(changed)
  const draft = useMemo(() => {
    const stockKey = row ? {} : { open_date, area_id, base_id, source }
    return { ...values, ...stockKey, note, tickets: lines }
  }, [row, values, open_date, area_id, base_id, source, note, lines])
  const endDraft = useDraft(session, draft, changed, transid)

  const { submit, errors, setErrors, conflicting, setConflicting } = useSlipSubmit(session, {
    // After a refusal the next attempt has a new transid; without an answer the same transid finds out what happened.
    onRefused: () => {
      transid.current = newTransid()
    },
    onSaved: (slip) => {
      endDraft()
      toast.success(savedText(slip, row !== null))
      onSaved()
    },
    onBadLines: (badLines) => {
      const sentLines = lines.filter((line) => !isBlank(line))
      flushSync(() => setRefusals(new Map(badLines.map(({ index, error }) => [sentLines[index]!, error]))))
      grid.current?.focus({ index: badLines[0]!.index, cell: 'number' })
    },
  })

  function save(seen_version = version) {
    const filled = lines.filter((line) => !isBlank(line))
    // The server counts lines without blank ones too.
    if (filled.length < lines.length) setLines(filled)
    const [firstFault] = faultsOf(filled, digits)
    if (firstFault) {
      toast.warning(`Còn ${numberText(faults.size)} dòng lỗi.`)
      return requestAnimationFrame(() => grid.current?.focus({ index: firstFault[0], cell: firstFault[1].cell }))
    }
    setErrors({})
    const tickets = filled.map((line) => readLine(line).line!)
    const input = row
      ? { ticket_import_id: row.ticket_import_id, version: seen_version, note, ...(linesChanged && { tickets }) }
      : { area_id, open_date, base_id, source, note, tickets }
    submit.mutate(input as never, { transid: transid.current })
  }

  function keepMine() {
    setVersion(conflicting!.version)
    setConflicting(null)
    save(conflicting!.version)
  }

  const { line_count } = sums
  const whyNot = whyNotSave({ area_id, line_count, unchanged: row !== null && !changed, conflicting })
  return {
    period,
    area,
    lines,
    setLines,
    markPasted: () => setSource((shownSource) => shownSource && importSource.pasted),
    isPasted: source === importSource.pasted,
    note,
    setNote,
    errors,
    faults,
    sums,
    changed,
    whyNot,
    conflicting,
    keepMine,
    pending: submit.pending,
    save: () => void save(),
  }
}

/** The lines of the slip with their faults: what cannot be read, and what the server refused until the line is changed. */
function useSlipLines({ base, values, restored }: Session, digits: number | null) {
  const start = useState(() => linesOf(base.tickets))[0]
  const [lines, setLines] = useState<readonly TypedLine[]>(() => (restored ? linesOf(values.tickets) : start))
  const [refusals, setRefusals] = useState<ReadonlyMap<TypedLine, string>>(new Map())
  const faults = useMemo(() => withRefusals(faultsOf(lines, digits), lines, refusals), [lines, digits, refusals])
  const linesChanged = useMemo(() => !sameLines(lines, start), [lines, start])
  return { lines, setLines, linesChanged, faults, setRefusals }
}

interface BadLine {
  /** Counted without blank lines. */
  index: number
  error: string
}

interface SubmitSetup {
  onRefused: () => void
  onSaved: (slip: Slip) => void
  onBadLines: (lines: readonly BadLine[]) => void
}

/** Sends the slip; a refusal is shown at its fields and lines, a conflict as the slip that somebody else has saved. */
function useSlipSubmit({ call }: Session, { onRefused, onSaved, onBadLines }: SubmitSetup) {
  const [errors, setErrors] = useState<Errors>({})
  const [conflicting, setConflicting] = useState<Slip | null>(null)
  const submit = useWrite(call, {
    invalidates: invalidated,
    onSuccess: (answer) => onSaved(answer as Slip),
    onFailure: (failure, input) => {
      if (failure instanceof Refusal && failure.status < 500) onRefused()
      showRefusal(failure, Boolean((input as { tickets?: readonly object[] }).tickets))
    },
  })

  function showRefusal(failure: SendFailure, has_lines: boolean) {
    if (!(failure instanceof Refusal)) return showFailure(failure, { retry: submit.retry })
    const { error, data } = failure
    if (error === 'changed_by_other' && data?.current) return setConflicting(data.current as Slip)
    const badLines = has_lines ? ((data?.lines ?? []) as BadLine[]) : []
    const { tickets: _, ...fields } = data?.fields ?? {}
    setErrors(fields)
    if (badLines.length > 0) onBadLines(badLines)
    if (badLines.length > 0 || Object.keys(fields).length === 0) showFailure(failure, { retry: submit.retry })
  }
  return { submit, errors, setErrors, conflicting, setConflicting }
}

interface SaveState {
  area_id: number | null
  line_count: number
  unchanged: boolean
  conflicting: Slip | null
}

function whyNotSave({ area_id, line_count, unchanged, conflicting: theirs }: SaveState) {
  return (
    (area_id === null && 'Hãy chọn đài.') ||
    (line_count === 0 && 'Phiếu chưa có vé nào.') ||
    (unchanged && 'Chưa có thay đổi nào.') ||
    (theirs !== null && 'Hãy chọn bản giữ lại trước.')
  )
}

/** The lines of a slip or a draft as cells. */
function linesOf(tickets: unknown): TypedLine[] {
  return ((tickets ?? []) as Record<keyof TypedLine, string | number | null>[]).map((line) => ({
    ...blankLine,
    ...Object.fromEntries(Object.entries(line).map(([cell, value]) => [cell, String(value ?? '')])),
  }))
}

/** Compared at every key, so unchanged rows are recognised by identity. */
function sameLines(lines: readonly TypedLine[], otherLines: readonly TypedLine[]): boolean {
  const isSameLine = (one: TypedLine, other: TypedLine) =>
    one === other || (Object.keys(one) as LineCell[]).every((cell) => one[cell] === other[cell])
  return lines.length === otherLines.length && lines.every((line, index) => isSameLine(line, otherLines[index]!))
}

/** The totals so far; an unreadable line counts as a line without tickets. */
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
