/** The form of a slip of ticket groups: values, errors, draft and saving. */
import { useMemo, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useWrite } from '#web/call/api.ts'
import { showFailure } from '#web/call/failure-toast.ts'
import { numberText } from '#web/value/format.ts'
import { newTransid, Refusal, type SendFailure } from '#web/call/send.ts'
import type { EntryGridHandle } from '#web/ui/entry-grid/entry-grid.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import type { Session } from '#web/form/editor-session.ts'
import { useWarningBeforeUnload } from '#web/form/use-record-form.tsx'
import { usePeriodChoice, type PeriodSelection } from '#features/tickets/draw-area/period-choice.screen.tsx'
import { invalidated } from '#features/tickets/invalidated.rules.ts'
import { useDraft, withRefusals } from '#features/tickets/typed-lines.screen.tsx'
import { sumsText } from '#features/tickets/ticket-group/group-texts.screen.tsx'
import { faultsOf, isBlank, readGroups, sumsOf, type StationFormat, type TypedGroup } from './group-lines.rules.ts'
import { ticketGroup } from '#features/tickets/ticket-group/ticket-group.contract.ts'

type Errors = Partial<Record<'open_date' | 'area_id' | 'base_id' | 'note', string>>
export type GroupSlipForm = ReturnType<typeof useGroupSlipForm>

interface FormSetup {
  /** The grid of lines, to focus a wrong one. */
  grid: RefObject<EntryGridHandle | null>
  onSaved: () => void
}

/** The person's usual station, until one is chosen. */
const defaultFormat: StationFormat = { number_length: 6, series_count: 0, face_value: 0 }

export function useGroupSlipForm(session: Session, { grid, onSaved }: FormSetup) {
  const { values } = session
  const [groups, setGroups] = useState(values.tickets as readonly TypedGroup[])
  const [note, setNote] = useState(String(values.note ?? ''))
  const [errors, setErrors] = useState<Errors>({})
  /** The server's refusals by group, until the group is changed. */
  const [refused, setRefused] = useState<ReadonlyMap<TypedGroup, string>>(new Map())
  const transid = useRef(session.transid)
  const period = usePeriodChoice(values as unknown as PeriodSelection)
  const { open_date, area_id, base_id } = period
  const station = period.area ?? defaultFormat
  const faults = useMemo(() => withRefusals(faultsOf(groups, station), groups, refused), [groups, station, refused])
  const sums = useMemo(() => sumsOf(groups, station), [groups, station])
  const changed = groups.length > 0 || note !== ''
  const draft = useMemo(
    () => ({ ...values, open_date, area_id, base_id, note, tickets: groups }),
    [values, open_date, area_id, base_id, note, groups],
  )

  useWarningBeforeUnload(changed)
  const endDraft = useDraft(session, draft, changed, transid)

  const submit = useWrite(ticketGroup.add, {
    invalidates: invalidated,
    onSuccess: (slip) => {
      endDraft()
      toast.success(`Đã lập phiếu ${slip.import_code} (${sumsText(slip)}), chờ người khác duyệt.`)
      onSaved()
    },
    onFailure: (failure) => {
      // After a refusal the next attempt has a new transid; without an answer the same transid finds out what happened.
      if (failure instanceof Refusal && failure.status < 500) transid.current = newTransid()
      showRefusal(failure)
    },
  })

  function showRefusal(failure: SendFailure) {
    if (!(failure instanceof Refusal)) return showFailure(failure, { retry: submit.retry })
    const badLines = (failure.data?.lines ?? []) as { index: number; error: string }[]
    const { tickets: _, ...fields } = failure.data?.fields ?? {}
    setErrors(fields)
    if (badLines.length > 0) {
      const sentGroups = groups.filter((group) => !isBlank(group))
      flushSync(() => setRefused(new Map(badLines.map(({ index, error }) => [sentGroups[index]!, error]))))
      grid.current?.focus({ index: badLines[0]!.index, cell: 'number' })
    }
    if (badLines.length > 0 || Object.keys(fields).length === 0) showFailure(failure, { retry: submit.retry })
  }

  function save() {
    const filled = groups.filter((group) => !isBlank(group))
    // The server counts lines without blank ones too.
    if (filled.length < groups.length) setGroups(filled)
    const filledFaults = faultsOf(filled, station)
    const [firstFault] = filledFaults
    if (firstFault) {
      toast.warning(`Còn ${numberText(filledFaults.size)} dòng lỗi.`)
      requestAnimationFrame(() => grid.current?.focus({ index: firstFault[0], cell: firstFault[1].cell }))
      return
    }
    setErrors({})
    const tickets = readGroups(filled, station)
    submit.mutate({ area_id: area_id!, open_date, base_id, note: note || null, tickets }, { transid: transid.current })
  }

  const whyNot = (area_id === null && 'Hãy chọn đài.') || (sums.set_count === 0 && 'Phiếu chưa có cặp nào.')
  return {
    period,
    station,
    groups,
    setGroups,
    note,
    setNote,
    errors,
    faults,
    sums,
    changed,
    whyNot,
    pending: submit.pending,
    save,
  }
}
