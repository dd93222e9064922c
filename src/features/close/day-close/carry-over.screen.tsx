import { useState } from 'react'
import { ReasonField, useReason } from '#web/action/reason-field.tsx'
import { useWrite } from '#web/call/api.ts'
import { useChoices } from '#web/choices/use-choices.ts'
import { conflictIn } from '#web/call/failure-toast.ts'
import { showAtFields } from '#web/form/first-error.ts'
import { Combobox } from '#web/ui/choice/combobox.tsx'
import { addDays, today } from '#web/ui/date/date-text.ts'
import { DateInput } from '#web/ui/date/date-input.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { dayClose, type ExceptionRow } from './day-close.contract.ts'
import { assignmentText } from './difference.rules.ts'

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
  /** The exception as somebody else has carried it over meanwhile; this person's text replaces it only knowingly. */
  const [current, setCurrent] = useState<ExceptionRow | null>(null)
  const saved_due_date = dueDateOf(exception)
  const [user_id, setUserId] = useState(exception.user_id)
  const [due_date, setDueDate] = useState<string | null>(saved_due_date)
  const people = useChoices(
    dayClose.people,
    (person) => ({ value: person.user_id, label: person.full_name, detail: person.user_name }),
    { chosen: user_id === null ? [] : [user_id], extraOptions: savedPersonOf(exception) },
  )
  const reason = useReason(
    {
      field: dayClose.carryOver.input.shape.reason,
      emptyText: 'Hãy ghi lý do.',
      hint: 'Vì sao lệch và sẽ xử lý thế nào',
    },
    `Chuyển ngoại lệ ${exception.exception_id}`,
    exception.reason ?? '',
  )
  const [faults, setFaults] = useState<Record<string, string>>({})
  const carry = useWrite(dayClose.carryOver, {
    onSuccess: () => {
      toast.success('Đã chuyển ngoại lệ sang ngày sau.')
      onClose()
    },
    onFailure: (failure) => {
      const conflict = conflictIn(failure)
      if (conflict) setCurrent(conflict as ExceptionRow)
      else showAtFields(failure, setFaults)
    },
  })
  const whyNot = reason.whyNot || (user_id === null && 'Chọn người xử lý.') || (due_date === null && 'Chọn hạn xử lý.')
  return (
    <Dialog
      open
      onClose={onClose}
      title="Chuyển ngoại lệ sang ngày sau"
      description={exception.title}
      dirty={reason.changed || user_id !== exception.user_id || due_date !== saved_due_date}
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
          carried_at: (current ?? exception).carried_at,
        })
      }
    >
      <Stack gap={3}>
        {current && (
          <Banner kind="warning">
            {`${current.carried_by_name} vừa chuyển ngoại lệ này, chưa có gì bị ghi đè: ${assignmentText(current)}. Gửi lần nữa thì nội dung của bạn thay nội dung đó.`}
          </Banner>
        )}
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

function savedPersonOf({ user_id, user_name }: ExceptionRow) {
  return user_id === null ? [] : [{ value: user_id, label: user_name ?? String(user_id) }]
}

/** The saved due date where it may still be kept, otherwise tomorrow. */
function dueDateOf({ due_date }: ExceptionRow): string {
  return due_date !== null && due_date >= today() ? due_date : addDays(today(), 1)
}
