import type { HTMLAttributes } from 'react'
import { Field } from '#web/ui/field/field.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import type { FieldBinding } from '#web/form/use-fields.ts'

export interface EntryFieldProps {
  field: FieldBinding
  name: string
  autoComplete: string
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  autoCapitalize?: string
}

/** One line of a public form. */
export function EntryField({ field, ...native }: EntryFieldProps) {
  return (
    <Field label={field.label} required={field.required} error={field.error}>
      <TextInput value={field.value} onChange={field.onChange} {...native} />
    </Field>
  )
}
