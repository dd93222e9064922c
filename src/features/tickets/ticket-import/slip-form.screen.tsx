/** The form of an import slip: values, errors, draft and saving. */
import { useMemo, useState } from 'react'
import { useRead } from '#web/call/api.ts'
import { numberText } from '#web/value/format.ts'
import { toast } from '#web/ui/message/toast-store.ts'
import type { Session } from '#web/form/editor-session.ts'
import { useWarningBeforeUnload } from '#web/form/use-record-form.tsx'
import { usePeriodChoice } from '#features/tickets/draw-area/period-choice.screen.tsx'
import { drawArea } from '#features/tickets/draw-area/draw-area.contract.ts'
import { useSlipSubmit, withRefusals, type SlipFormSetup } from '#features/tickets/typed-lines.screen.tsx'
import { sumsText, type Slip } from './slip.screen.tsx'
import {
  blankLine,
  faultsOf,
  isBlank,
  readLine,
  type LineCell,
  type TypedLine,
} from '#features/tickets/ticket-import-line/slip-lines.rules.ts'
import { importSource, importStatus, type ticketImport } from './ticket-import.contract.ts'

export type SlipForm = ReturnType<typeof useSlipForm>

export function useSlipForm(session: Session, day: string | null, { grid, onSaved }: SlipFormSetup) {
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
  const { lines, setLines, linesChanged } = useSlipLines(session)
  const sums = useMemo(() => sumsOf(lines, area?.face_value ?? 0), [lines, area])
  const changed = linesChanged || note !== String(base.note ?? '')

  useWarningBeforeUnload(changed)
  const draft = useMemo(() => {
    const stockKey = row ? {} : { open_date, area_id, base_id, source }
    return { ...values, ...stockKey, note, tickets: lines }
  }, [row, values, open_date, area_id, base_id, source, note, lines])

  // Adding and updating both answer with the slip.
  const slipSubmit = useSlipSubmit(session, session.call as typeof ticketImport.update, {
    draft,
    changed,
    lines,
    isBlank,
    grid,
    onSaved: (slip) => {
      toast.success(savedText(slip, row !== null))
      onSaved()
    },
  })
  const { send, pending, errors, refusals, conflicting, setConflicting } = slipSubmit
  const faults = useMemo(() => withRefusals(faultsOf(lines, digits), lines, refusals), [lines, digits, refusals])

  function save(seen_version = version) {
    const filled = lines.filter((line) => !isBlank(line))
    // The server counts lines without blank ones too.
    if (filled.length < lines.length) setLines(filled)
    const [firstFault] = faultsOf(filled, digits)
    if (firstFault) {
      toast.warning(`Còn ${numberText(faults.size)} dòng lỗi.`)
      return requestAnimationFrame(() => grid.current?.focus({ index: firstFault[0], cell: firstFault[1].cell }))
    }
    const tickets = filled.map((line) => readLine(line).line!)
    const input = row
      ? { ticket_import_id: row.ticket_import_id, version: seen_version, note, ...(linesChanged && { tickets }) }
      : { area_id, open_date, base_id, source, note, tickets }
    send(input as never)
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
    pending,
    save: () => void save(),
  }
}

/** The lines of the slip, and whether they differ from those that it was opened with. */
function useSlipLines({ base, values, restored }: Session) {
  const start = useState(() => linesOf(base.tickets))[0]
  const [lines, setLines] = useState<readonly TypedLine[]>(() => (restored ? linesOf(values.tickets) : start))
  const linesChanged = useMemo(() => !sameLines(lines, start), [lines, start])
  return { lines, setLines, linesChanged }
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
