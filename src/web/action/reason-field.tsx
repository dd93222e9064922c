/** The field for the reason of an action, with label, length and rules from the call's contract. */
import { useState } from 'react'
import * as z from 'zod/mini'
import { infoOf } from '#contract/schema.ts'
import { Field } from '#web/ui/field/field.tsx'
import { TextArea } from '#web/ui/field/text-area.tsx'

export interface ReasonRequest {
  /** The schema of the reason in the call's input. */
  field: z.core.$ZodType
  /** The explanation while the field is empty; null where the reason is optional. */
  emptyText: string | null
  /** A hint what to write. */
  hint?: string
}

export interface Reason {
  request: ReasonRequest | undefined
  text: string
  setText: (text: string) => void
  changed: boolean
  /** The error of the text. */
  problem: string | null
  /** Why the action cannot be submitted with this text. */
  whyNot: string | null
}

/** `saved_text` is the reason on record; `typed_text` what to start with, where an earlier one was not submitted. */
export function useReason(request: ReasonRequest | undefined, saved_text = '', typed_text = saved_text): Reason {
  const [text, setText] = useState(typed_text)
  const isBlank = text.trim() === ''
  const problem = request === undefined || isBlank ? null : problemOf(request.field, text)
  return {
    request,
    text,
    setText,
    changed: text !== saved_text,
    problem,
    whyNot: isBlank ? (request?.emptyText ?? null) : problem,
  }
}

function problemOf(field: z.core.$ZodType, text: string): string | null {
  return z.safeParse(field as z.ZodMiniType, text).error?.issues[0]?.message ?? null
}

/**
 * The input of `useReason`, with label and length from the call's contract; nothing where the action needs no reason.
 */
export function ReasonField({ reason: { request, text, setText, problem } }: { reason: Reason }) {
  if (!request) return null
  const { label, max = 0 } = infoOf(request.field)!
  return (
    <Field label={label} required={request.emptyText !== null} hint={request.hint} error={problem}>
      <TextArea value={text} onChange={setText} limit={max} />
    </Field>
  )
}
