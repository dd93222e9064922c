/** Shared by the editors of import slips and of slips of ticket groups: lines that are typed or pasted. */
import { useEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { useWrite } from '#web/call/api.ts'
import { showFailure } from '#web/call/failure-toast.ts'
import { newTransid, Refusal, type SendFailure } from '#web/call/send.ts'
import { invalidated } from '#features/tickets/invalidated.rules.ts'
import { dropDraftOf, endSession, saveDraft, type Session } from '#web/form/editor-session.ts'
import { numberText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import type { EntryGridHandle } from '#web/ui/entry-grid/entry-grid.tsx'
import type { CellPosition } from '#web/ui/entry-grid/entry-keys.ts'

type Grid = RefObject<EntryGridHandle | null>

interface Fault<Cell extends string> {
  cell: Cell
  error: string
}

type SlipErrors = Partial<Record<'open_date' | 'area_id' | 'base_id' | 'note', string>>

export interface SlipFormSetup {
  /** The grid of lines, to focus a wrong one. */
  grid: Grid
  onSaved: () => void
}

interface BadLine {
  /** Counted without blank lines. */
  index: number
  error: string
}

/**
 * Keeps the typed lines over a reload and the end of the session. Saving calls the returned function to delete them, because the closing form stays
 * for a moment, in which the last change would be stored again.
 */
export function useDraft(
  session: Session,
  values: Session['values'],
  changed: boolean,
  transid: RefObject<string>,
): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (!changed) return dropDraftOf(session)
    const keep = () => saveDraft({ ...session, transid: transid.current }, values)
    timer.current = setTimeout(keep, 300)
    return () => clearTimeout(timer.current)
  }, [session, values, changed, transid])
  return () => {
    // At once: who reloads the page right after saving must not find the sent lines again.
    endSession(session)
  }
}

interface SlipSubmitSetup<Line, Slip> {
  /** The values of the form, kept as a draft while they are changed. */
  draft: Session['values']
  changed: boolean
  lines: readonly Line[]
  isBlank: (line: Line) => boolean
  /** To focus the first refused line. */
  grid: Grid
  onSaved: (slip: Slip) => void
}

/** Sends a slip; a refusal is shown at its fields and lines, a conflict as the slip that somebody else has saved. */
export function useSlipSubmit<C extends Call<'write'>, Line>(
  session: Session,
  call: C,
  { draft, changed, lines, isBlank, grid, onSaved }: SlipSubmitSetup<Line, AnswerOf<C>>,
) {
  const transid = useRef(session.transid)
  const endDraft = useDraft(session, draft, changed, transid)
  const [errors, setErrors] = useState<SlipErrors>({})
  /** What the server refused, by line, until the line is changed. */
  const [refusals, setRefusals] = useState<ReadonlyMap<Line, string>>(new Map())
  const [conflicting, setConflicting] = useState<AnswerOf<C> | null>(null)
  const submit = useWrite(call, {
    invalidates: invalidated,
    onSuccess: (slip) => {
      endDraft()
      onSaved(slip)
    },
    onFailure: (failure, input, retry) => {
      // After a refusal the next attempt has a new transid; without an answer the same transid finds out what happened.
      if (failure instanceof Refusal && failure.status < 500) transid.current = newTransid()
      showRefusal(failure, Boolean((input as { tickets?: readonly object[] }).tickets), retry)
    },
  })

  function showRefusal(failure: SendFailure, has_lines: boolean, retry: () => void) {
    if (!(failure instanceof Refusal)) return showFailure(failure, { retry })
    const { error, data } = failure
    if (error === 'changed_by_other' && data?.current) return setConflicting(data.current as AnswerOf<C>)
    const badLines = has_lines ? ((data?.lines ?? []) as BadLine[]) : []
    const { tickets: _, ...fields } = data?.fields ?? {}
    setErrors(fields)
    if (badLines.length > 0) showBadLines(badLines)
    if (badLines.length > 0 || Object.keys(fields).length === 0) showFailure(failure, { retry })
  }

  function showBadLines(badLines: readonly BadLine[]) {
    const sentLines = lines.filter((line) => !isBlank(line))
    flushSync(() => setRefusals(new Map(badLines.map(({ index, error }) => [sentLines[index]!, error]))))
    grid.current?.focus({ index: badLines[0]!.index, cell: 'number' })
  }

  function send(input: InputOf<C>) {
    setErrors({})
    submit.mutate(input, { transid: transid.current })
  }
  return { send, pending: submit.pending, errors, refusals, conflicting, setConflicting }
}

/** The faults, and the server's refusals of unchanged lines. */
export function withRefusals<Line, Cell extends string>(
  faults: Map<number, Fault<Cell | 'number'>>,
  lines: readonly Line[],
  refused: ReadonlyMap<Line, string>,
): Map<number, Fault<Cell | 'number'>> {
  if (refused.size === 0) return faults
  for (const [index, line] of lines.entries()) {
    const error = refused.get(line)
    if (error !== undefined) faults.set(index, { cell: 'number', error })
  }
  return faults
}

interface Paste<Line> {
  lines: readonly Line[]
  pasted: readonly Line[]
  /** The index; an empty line there is replaced. */
  index: number
  max_lines: number
  isBlank: (line: Line) => boolean
  grid: Grid
  /** Called when not all of them fit. */
  onCut: () => void
}

/** @returns all lines after the paste; the focus moves behind the pasted ones */
export function pasteLines<Line>({
  lines,
  pasted,
  index,
  max_lines,
  isBlank,
  grid,
  onCut,
}: Paste<Line>): readonly Line[] {
  const replaced_count = lines[index] && isBlank(lines[index]) ? 1 : 0
  const all = lines.toSpliced(index, replaced_count, ...pasted)
  if (all.length > max_lines) onCut()
  const next_index = Math.min(index + pasted.length, max_lines - 1)
  requestAnimationFrame(() => grid.current?.focus({ index: next_index, cell: 'number' }))
  return all.slice(0, max_lines)
}

interface NextFaultButtonProps {
  problems: ReadonlyMap<number, Fault<string>>
  position: CellPosition | null
  grid: Grid
}

/** Focuses the next wrong line after the focused one, from the last on the first. */
export function NextFaultButton({ problems, position, grid }: NextFaultButtonProps) {
  if (problems.size === 0) return null
  const toNext = () => {
    const faultLines = [...problems.keys()].toSorted((a, b) => a - b)
    const index = faultLines.find((faultLine) => position === null || faultLine > position.index) ?? faultLines[0]!
    grid.current?.focus({ index, cell: problems.get(index)!.cell })
  }
  return <Button size="sm" icon="alert" onClick={toNext}>{`Đến dòng lỗi (${numberText(problems.size)})`}</Button>
}
