/** The state of a short form of text fields, validated by a schema of the contract. */
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import { infoOf, isOptional, shapeOf } from '#contract/schema.ts'
import { check } from '#contract/wire.ts'

type Schema = z.ZodMiniType<object>
type Name<S extends Schema> = keyof z.input<S> & string

/** Props of a Field and its input. */
export interface FieldBinding {
  label: string
  required: boolean
  error: string | undefined
  value: string
  onChange: (value: string) => void
}

export interface Fields<S extends Schema> {
  field: (name: Name<S>) => FieldBinding
  values: Partial<Record<Name<S>, string>>
  /** Validates all fields; calls `send` when they are valid, else shows the errors and focuses the first one. */
  submit: (send: (value: z.output<S>) => void) => void
  /** Shows errors of the server. */
  setErrors: (errors: Record<string, string>) => void
  reset: () => void
}

/** The state of a small form without a record: texts by field, validated against the schema when it is submitted. */
export function useFields<S extends Schema>(schema: S): Fields<S> {
  const [values, setValues] = useState<Partial<Record<Name<S>, string>>>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const shape = shapeOf(schema)
  // After a failed submit, fields with errors are validated while they are edited; others wait until the next submit.
  const submitted = useRef(false)

  const change = (name: Name<S>, value: string) => {
    const changedValues = { ...values, [name]: value }
    setValues(changedValues)
    if (!(name in errors)) return
    const result = check(schema, withBlanks(shape, changedValues))
    const { [name]: _old, ...otherErrors } = errors
    const error = submitted.current && !result.ok ? result.fields[name] : undefined
    setErrors(error === undefined ? otherErrors : { ...otherErrors, [name]: error })
  }

  const show = (fieldErrors: Record<string, string>) => {
    submitted.current = true
    // Rendered synchronously, so that the invalid field can get the focus below.
    flushSync(() => setErrors(fieldErrors))
    const form = document.activeElement?.closest('form') ?? document.querySelector('form')
    form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  return {
    values,
    field: (name) => ({
      label: infoOf(shape[name]!)?.label ?? name,
      required: !isOptional(shape[name]!),
      error: errors[name],
      value: values[name] ?? '',
      onChange: (value) => change(name, value),
    }),
    submit: (send) => {
      const result = check(schema, withBlanks(shape, values))
      if (!result.ok) return show(result.fields)
      setErrors({})
      send(result.value)
    },
    setErrors: show,
    reset: () => {
      submitted.current = false
      setValues({})
      setErrors({})
    },
  }
}

/** Values with '' for the fields that were not edited, so that they count as empty instead of missing. */
function withBlanks(shape: Record<string, unknown>, values: object) {
  return { ...Object.fromEntries(Object.keys(shape).map((name) => [name, ''])), ...values }
}
