/** What is written into a slip of sets: its values, what is wrong with them, its draft, and how it is saved. */
import { useMemo, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useWrite } from '#web/api.ts'
import { showFailure } from '#web/failure-toast.ts'
import { numberText } from '#web/format.ts'
import { newTransid, Refusal, type SendFailure } from '#web/send.ts'
import type { EntryGridHandle } from '#web/ui/entry-grid.tsx'
import { toast } from '#web/ui/toast-store.ts'
import type { Session } from '#web/editor-session.ts'
import { useWarningBeforeUnload } from '#web/use-record-form.tsx'
import { useDrawChoice, type WishedDraw } from '#features/tickets/draw-area/draw-choice.screen.tsx'
import { touched } from '#features/tickets/touched.rules.ts'
import { useKeptDraft, withRefusals } from '#features/tickets/typed-lines.screen.tsx'
import { sumsText } from './group-words.screen.tsx'
import { faultsIn, isBlank, readSets, sumsOf, type Station, type TypedSet } from './set-lines.rules.ts'
import { ticketGroup } from './ticket-group.contract.ts'

type Errors = Partial<Record<'open_date' | 'area_id' | 'base_id' | 'note', string>>
export type SetsForm = ReturnType<typeof useSetsForm>

interface FormSetup {
  /** Where the lines stand: a wrong one is gone to. */
  grid: RefObject<EntryGridHandle | null>
  onSaved: () => void
}

/** Until a station is chosen, what most of them have. */
const usual: Station = { number_length: 6, series_count: 0, face_value: 0 }

export function useSetsForm(session: Session, { grid, onSaved }: FormSetup) {
  const { values } = session
  const [sets, setSets] = useState(values.tickets as readonly TypedSet[])
  const [note, setNote] = useState(String(values.note ?? ''))
  const [errors, setErrors] = useState<Errors>({})
  /** What the server said of sets, until they are changed. */
  const [refused, setRefused] = useState<ReadonlyMap<TypedSet, string>>(new Map())
  const transid = useRef(session.transid)
  const draw = useDrawChoice(values as unknown as WishedDraw)
  const { open_date, area_id, base_id } = draw
  const station = draw.area ?? usual
  const faults = useMemo(() => withRefusals(faultsIn(sets, station), sets, refused), [sets, station, refused])
  const sums = useMemo(() => sumsOf(sets, station), [sets, station])
  const changed = sets.length > 0 || note !== ''
  const kept = useMemo(
    () => ({ ...values, open_date, area_id, base_id, note, tickets: sets }),
    [values, open_date, area_id, base_id, note, sets],
  )

  useWarningBeforeUnload(changed)
  useKeptDraft(session, kept, changed, transid)

  const submit = useWrite(ticketGroup.add, {
    touches: touched,
    onSuccess: (slip) => {
      toast.success(`Đã lập phiếu ${slip.import_code} (${sumsText(slip)}), chờ người khác duyệt.`)
      onSaved()
    },
    onFailure: (failure) => {
      // A clear refusal ends the intent; after a missing answer the same transid finds out what became of it.
      if (failure instanceof Refusal && failure.status < 500) transid.current = newTransid()
      tell(failure)
    },
  })

  function tell(failure: SendFailure) {
    if (!(failure instanceof Refusal)) return showFailure(failure, { retry: submit.retry })
    const told = (failure.data?.lines ?? []) as { index: number; error: string }[]
    const { tickets: _, ...fields } = failure.data?.fields ?? {}
    setErrors(fields)
    if (told.length > 0) {
      const sent = sets.filter((set) => !isBlank(set))
      flushSync(() => setRefused(new Map(told.map(({ index, error }) => [sent[index]!, error]))))
      grid.current?.focus({ index: told[0]!.index, cell: 'number' })
    }
    if (told.length > 0 || Object.keys(fields).length === 0) showFailure(failure, { retry: submit.retry })
  }

  function save() {
    const filled = sets.filter((set) => !isBlank(set))
    // Lines are counted without blank ones, by the server too.
    if (filled.length < sets.length) setSets(filled)
    const wrong = faultsIn(filled, station)
    const [first] = wrong
    if (first) {
      toast.warning(`Còn ${numberText(wrong.size)} dòng lỗi.`)
      requestAnimationFrame(() => grid.current?.focus({ index: first[0], cell: first[1].cell }))
      return
    }
    setErrors({})
    const tickets = readSets(filled, station)
    submit.mutate({ area_id: area_id!, open_date, base_id, note: note || null, tickets }, { transid: transid.current })
  }

  const whyNot = (area_id === null && 'Hãy chọn đài.') || (sums.set_count === 0 && 'Phiếu chưa có cặp nào.')
  return {
    draw,
    station,
    sets,
    setSets,
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
