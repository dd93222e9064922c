import { useState } from 'react'
import { ReasonField, useReason } from '#web/action/reason-field.tsx'
import { useWrite } from '#web/call/api.ts'
import { useChoices } from '#web/choices/use-choices.ts'
import { showAtFields } from '#web/form/first-error.ts'
import { Combobox } from '#web/ui/choice/combobox.tsx'
import { addDays, today } from '#web/ui/date/date-text.ts'
import { DateInput } from '#web/ui/date/date-input.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { dayClose, type ExceptionRow } from './day-close.contract.ts'

interface CarryOverProps {
  day: string
  /** The exception to carry over; null while the dialog is closed. */
  exception: ExceptionRow | null
  onClose: () => void
}

export default function CarryOver({ day, exception, onClose }: CarryOverProps) {
  return exception && <Form key={exception.exception_id} day={day} exception={exception} onClose={onClose} />
}

function Form({ day, exception, onClose }: CarryOverProps & { exception: ExceptionRow }) {
  const people = useChoices(dayClose.people, ({ user_id, full_name, user_name }) => ({
    value: user_id,
    label: full_name,
    detail: user_name,
  }))
  const [user_id, setUserId] = useState<number | null>(null)
  const [due_date, setDueDate] = useState<string | null>(addDays(today(), 1))
  const reason = useReason(
    {
      field: dayClose.carryOver.input.shape.reason,
      emptyText: 'Hãy ghi lý do.',
      hint: 'Vì sao lệch và sẽ xử lý thế nào',
    },
    exception.reason ?? '',
  )
  const [faults, setFaults] = useState<Record<string, string>>({})
  const carry = useWrite(dayClose.carryOver, {
    onSuccess: () => {
      toast.success('Đã chuyển ngoại lệ sang ngày sau.')
      onClose()
    },
    onFailure: (failure) => showAtFields(failure, setFaults),
  })
  const whyNot = reason.whyNot || (user_id === null && 'Chọn người xử lý.') || (due_date === null && 'Chọn hạn xử lý.')
  return (
    <Dialog
      open
      onClose={onClose}
      title="Chuyển ngoại lệ sang ngày sau"
      description={exception.title}
      dirty={reason.changed}
      saveLabel="Chuyển sang ngày sau"
      saving={carry.pending}
      saveWhyNot={whyNot}
      onSubmit={() =>
        carry.mutate({
          day,
          exception_id: exception.exception_id,
          reason: reason.text,
          user_id: user_id!,
          due_date: due_date!,
        })
      }
    >
      <Stack gap={3}>
        <ReasonField reason={reason} />
        <Field label="Người xử lý" required error={faults.user_id}>
          <Combobox {...people} value={user_id} onChange={setUserId} />
        </Field>
        <Field label="Hạn xử lý" required hint="Quá hạn mà chưa khớp thì chặn các ngày sau" error={faults.due_date}>
          <DateInput
            value={due_date}
            min={today()}
            onChange={(next) => {
              setFaults({})
              setDueDate(next)
            }}
          />
        </Field>
      </Stack>
    </Dialog>
  )
}
