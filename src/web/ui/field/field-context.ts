import { createContext, useContext, useEffect, useMemo } from 'react'

/** A control's own message about its text: a date that does not exist, a text that is not a number, Caps Lock. */
export type FieldNote = { kind: 'error' | 'hint'; text: string } | null

export type FieldWiring = {
  /** Undefined for the parts of a group, which have names of their own. */
  id: string | undefined
  labelId: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
  setNote: (note: FieldNote) => void
}

export const FieldContext = createContext<FieldWiring | null>(null)

/** The attributes that connect a control with the Field around it; only `id` when there is no Field. */
export function useFieldControl(id?: string) {
  const field = useContext(FieldContext)
  return {
    id: id ?? field?.id,
    'aria-describedby': field?.describedBy,
    'aria-invalid': field?.invalid || undefined,
    'aria-required': field?.required || undefined,
  }
}

/** Like useFieldControl, for controls made of several elements: the label names the group instead of pointing at one element. */
export function useFieldGroup() {
  const field = useContext(FieldContext)
  return {
    'aria-labelledby': field?.labelId,
    'aria-describedby': field?.describedBy,
    'aria-invalid': field?.invalid || undefined,
    'aria-required': field?.required || undefined,
  }
}

/** The field context for the parts of a group: their messages still appear under the field. */
export function useFieldParts(): FieldWiring | null {
  const field = useContext(FieldContext)
  return useMemo(() => field && { ...field, id: undefined, describedBy: undefined }, [field])
}

/** Shows the control's own message under the field as long as it is not null. */
export function useFieldNote(note: FieldNote) {
  const setNote = useContext(FieldContext)?.setNote
  const kind = note?.kind
  const text = note?.text
  useEffect(() => {
    if (!setNote || !kind || !text) return
    setNote({ kind, text })
    return () => setNote(null)
  }, [setNote, kind, text])
}
