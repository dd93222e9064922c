import { KindInput } from '#web/form/kind-input.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Pictures } from '#web/ui/picture/pictures.tsx'
import { defOf, infoOf } from '#contract/schema.ts'
import { TicketGroup } from './ticket-group.contract.ts'

const list = TicketGroup.shape.images
const { label, max = 0 } = infoOf(list)!
const picture_field = infoOf(defOf(list).element!)!

interface PhotosFieldProps {
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** The pictures of a ticket group while they are chosen, as addresses of files that are already uploaded. */
export function PhotosField({ value, onChange }: PhotosFieldProps) {
  return (
    <Field label={label} group={value.length >= max} hint={`Không bắt buộc, nhiều nhất ${max} ảnh`}>
      <Stack gap={2}>
        {value.length > 0 && (
          <Pictures
            label="Ảnh đã có"
            pictures={value}
            onRemove={(picture) => onChange(value.filter((other) => other !== picture))}
          />
        )}
        {value.length < max && (
          <KindInput
            info={picture_field}
            value={null}
            onChange={(picture) => {
              if (typeof picture === 'string' && !value.includes(picture)) onChange([...value, picture])
            }}
          />
        )}
      </Stack>
    </Field>
  )
}
