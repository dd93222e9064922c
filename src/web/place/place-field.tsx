/** The input for a place: coordinates, and a map to choose them on where one is configured. */
import { useState } from 'react'
import { FieldContext, useFieldNote } from '#web/ui/field/field-context.ts'
import { Stack } from '#web/ui/layout/layout.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { PlaceMap } from './place-map.tsx'
import { pointOf, pointText } from './point.ts'
import { useMapAccess } from './use-map-access.ts'

interface PlaceFieldProps {
  value: string
  onChange: (value: string) => void
  readOnly?: boolean
  onBlur?: () => void
}

const manual_hint = 'Nhập vĩ độ và kinh độ, ví dụ 10.762622, 106.660172'

export default function PlaceField({ value, onChange, readOnly, onBlur }: PlaceFieldProps) {
  const access = useMapAccess()
  const [failed, setFailed] = useState(false)
  const map_problem = access === null ? 'Chưa cấu hình bản đồ.' : failed ? 'Không tải được bản đồ.' : null
  useFieldNote(map_problem === null ? null : { kind: 'hint', text: `${map_problem} ${manual_hint}` })
  return (
    <Stack gap={2}>
      <TextInput
        value={value}
        onChange={onChange}
        placeholder="10.762622, 106.660172"
        inputMode="decimal"
        {...(readOnly && { readOnly })}
        {...(onBlur && { onBlur })}
      />
      {access && !failed && (
        // The field's label is the coordinates'; what stands on the map has names of its own.
        <FieldContext value={null}>
          <PlaceMap
            access={access}
            value={pointOf(value)}
            onChange={readOnly ? undefined : (point) => onChange(pointText(point))}
            onFailure={() => setFailed(true)}
          />
        </FieldContext>
      )}
    </Stack>
  )
}
