import { useState } from 'react'
import { FieldContext, useFieldParts } from '#web/ui/field/field-context.ts'
import { Row } from '#web/ui/layout/layout.tsx'
import { DateInput } from './date-input.tsx'
import { TimeInput } from './time-input.tsx'

export type MomentInputProps = {
  /** ISO 8601 by the clock of Viet Nam, as the server sends it. */
  value: string | null
  onChange: (moment: string | null) => void
  readOnly?: boolean
  onBlur?: () => void
}

/** A day with a time of day, by the clock of Viet Nam. */
export function MomentInput({ value, onChange, ...rest }: MomentInputProps) {
  const parts = useFieldParts()
  // Half of it is no moment: the other half is kept until then.
  const [half, setHalf] = useState<{ day: string | null; time: string | null }>({ day: null, time: null })
  const day = value === null ? half.day : value.slice(0, 10)
  const time = value === null ? half.time : value.slice(11, 16)
  function change(next: { day: string | null; time: string | null }) {
    setHalf(next)
    onChange(next.day !== null && next.time !== null ? `${next.day}T${next.time}:00+07:00` : null)
  }
  return (
    <Row wrap={false} gap={1}>
      <DateInput value={day} onChange={(next) => change({ day: next, time })} {...rest} />
      <FieldContext value={parts}>
        <TimeInput aria-label="Giờ" value={time} onChange={(next) => change({ day, time: next })} {...rest} />
      </FieldContext>
    </Row>
  )
}
