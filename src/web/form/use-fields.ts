/** A short form: what is typed, and the sentences of the contract at its fields. */
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import { infoOf, isOptional, shapeOf } from '#contract/schema.ts'
import { check } from '#contract/wire.ts'

type Schema = z.ZodMiniType<object>
type Name<S extends Schema> = keyof z.input<S> & string

/** What a kit field and its control need to know. */
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
  /** Checks everything; hands on what is valid, else shows the sentences and goes to the first of them. */
  submit: (send: (value: z.output<S>) => void) => void
  /** Sentences from elsewhere: the server's. */
  setErrors: (errors: Record<string, string>) => void
  reset: () => void
}

export function useFields<S extends Schema>(schema: S): Fields<S> {
  const [values, setValues] = useState<Partial<Record<Name<S>, string>>>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const shape = shapeOf(schema)
  // A field that was wrong is checked again while it is mended; others are left in peace until the form is sent.
  const touched = useRef(false)

  const change = (name: Name<S>, value: string) => {
    const next = { ...values, [name]: value }
    setValues(next)
    if (!(name in errors)) return
    const again = check(schema, withBlanks(shape, next))
    const { [name]: _old, ...others } = errors
    const still = touched.current && !again.ok ? again.fields[name] : undefined
    setErrors(still === undefined ? others : { ...others, [name]: still })
  }

  const show = (found: Record<string, string>) => {
    touched.current = true
    // Drawn at once: the focus goes to the field that is marked as wrong.
    flushSync(() => setErrors(found))
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
      const checked = check(schema, withBlanks(shape, values))
      if (!checked.ok) return show(checked.fields)
      setErrors({})
      send(checked.value)
    },
    setErrors: show,
    reset: () => {
      touched.current = false
      setValues({})
      setErrors({})
    },
  }
}

/** What nobody touched is empty, not missing. */
function withBlanks(shape: Record<string, unknown>, values: object) {
  return { ...Object.fromEntries(Object.keys(shape).map((name) => [name, ''])), ...values }
}
