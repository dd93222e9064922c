import { useState } from 'react'
import { FieldContext, useFieldParts } from '#web/ui/field/field-context.ts'
import { Row } from '#web/ui/layout/layout.tsx'
import { DateInput } from './date-input.tsx'
import { TimeInput } from './time-input.tsx'

export type MomentInputProps = {
  /** ISO 8601 with the offset of Viet Nam (+07:00), as the server sends it. */
  value: string | null
  onChange: (moment: string | null) => void
  readOnly?: boolean
  onBlur?: () => void
}

type Parts = { day: string | null; time: string | null }
const nothing: Parts = { day: null, time: null }

/** A day and a time of day, in the time zone of Viet Nam. */
export function MomentInput({ value, onChange, ...rest }: MomentInputProps) {
  const parts = useFieldParts()
  // The value stays null until both day and time are filled in; meanwhile the filled-in one is kept here.
  const [incomplete, setIncomplete] = useState<Parts>(nothing)
  const day = value === null ? incomplete.day : value.slice(0, 10)
  const time = value === null ? incomplete.time : value.slice(11, 16)
  function change(moment: Parts) {
    const isComplete = moment.day !== null && moment.time !== null
    setIncomplete(isComplete ? nothing : moment)
    onChange(isComplete ? `${moment.day}T${moment.time}:00+07:00` : null)
  }
  return (
    <Row wrap={false} gap={1}>
      <DateInput
        value={day}
        isOtherFilled={time !== null}
        onChange={(chosen_day) => change({ day: chosen_day, time })}
        {...rest}
      />
      <FieldContext value={parts}>
        <TimeInput
          aria-label="Giờ"
          value={time}
          isOtherFilled={day !== null}
          onChange={(chosen_time) => change({ day, time: chosen_time })}
          {...rest}
        />
      </FieldContext>
    </Row>
  )
}
