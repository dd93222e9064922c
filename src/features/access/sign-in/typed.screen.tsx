import type { HTMLAttributes } from 'react'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import type { FieldBinding } from '#web/use-fields.ts'

export interface TypedProps {
  field: FieldBinding
  name: string
  autoComplete: string
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  autoCapitalize?: string
}

/** One line of a public form. */
export function Typed({ field, ...native }: TypedProps) {
  return (
    <Field label={field.label} required={field.required} error={field.error}>
      <TextInput value={field.value} onChange={field.onChange} {...native} />
    </Field>
  )
}
