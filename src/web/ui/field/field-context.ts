import { createContext, useContext, useEffect, useMemo } from 'react'

/** What a control says about its own text: a date that does not exist, a number that is none, Caps Lock. */
export type FieldNote = { kind: 'error' | 'hint'; text: string } | null

export type FieldWiring = {
  /** Missing for the parts of a group, which have names of their own. */
  id: string | undefined
  labelId: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
  setNote: (note: FieldNote) => void
}

export const FieldContext = createContext<FieldWiring | null>(null)

/** The attributes by which a control belongs to the field around it; harmless when there is none. */
export function useFieldControl(id?: string) {
  const field = useContext(FieldContext)
  return {
    id: id ?? field?.id,
    'aria-describedby': field?.describedBy,
    'aria-invalid': field?.invalid || undefined,
    'aria-required': field?.required || undefined,
  }
}

/** For controls made of several elements: they are named by the field's label instead of being its target. */
export function useFieldGroup() {
  const field = useContext(FieldContext)
  return {
    'aria-labelledby': field?.labelId,
    'aria-describedby': field?.describedBy,
    'aria-invalid': field?.invalid || undefined,
    'aria-required': field?.required || undefined,
  }
}

/** The wiring for the parts of a group: their remarks still appear under the field. */
export function useFieldParts(): FieldWiring | null {
  const field = useContext(FieldContext)
  return useMemo(() => field && { ...field, id: undefined, describedBy: undefined }, [field])
}

/** Shows the control's own remark under the field for as long as it holds. */
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
