/** The form of a slip of ticket groups: values, errors, draft and saving. */
import { useMemo, useState } from 'react'
import { numberText } from '#web/value/format.ts'
import { toast } from '#web/ui/message/toast-store.ts'
import type { Session } from '#web/form/editor-session.ts'
import { useWarningBeforeUnload } from '#web/form/use-record-form.tsx'
import { usePeriodChoice, type PeriodSelection } from '#features/tickets/draw-area/period-choice.screen.tsx'
import { useSlipSubmit, withRefusals, type SlipFormSetup } from '#features/tickets/typed-lines.screen.tsx'
import { sumsText } from '#features/tickets/ticket-group/group-texts.screen.tsx'
import { faultsOf, isBlank, readGroups, sumsOf, type StationFormat, type TypedGroup } from './group-lines.rules.ts'
import { ticketGroup } from '#features/tickets/ticket-group/ticket-group.contract.ts'

export type GroupSlipForm = ReturnType<typeof useGroupSlipForm>

/** The person's usual station, until one is chosen. */
const defaultFormat: StationFormat = { number_length: 6, series_count: 0, face_value: 0 }

export function useGroupSlipForm(session: Session, { grid, onSaved }: SlipFormSetup) {
  const { values } = session
  const [groups, setGroups] = useState(values.tickets as readonly TypedGroup[])
  const [note, setNote] = useState(String(values.note ?? ''))
  const period = usePeriodChoice(values as unknown as PeriodSelection)
  const { open_date, area_id, base_id } = period
  const station = period.area ?? defaultFormat
  const sums = useMemo(() => sumsOf(groups, station), [groups, station])
  const changed = groups.length > 0 || note !== ''
  const draft = useMemo(
    () => ({ ...values, open_date, area_id, base_id, note, tickets: groups }),
    [values, open_date, area_id, base_id, note, groups],
  )

  useWarningBeforeUnload(changed)
  const { send, pending, errors, refusals } = useSlipSubmit(session, ticketGroup.add, {
    draft,
    changed,
    lines: groups,
    isBlank,
    grid,
    onSaved: (slip) => {
      toast.success(`Đã lập phiếu ${slip.import_code} (${sumsText(slip)}), chờ người khác duyệt.`)
      onSaved()
    },
  })
  const faults = useMemo(() => withRefusals(faultsOf(groups, station), groups, refusals), [groups, station, refusals])

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
    send({ area_id: area_id!, open_date, base_id, note: note || null, tickets: readGroups(filled, station) })
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
    pending,
    save,
  }
}
