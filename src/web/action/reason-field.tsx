/** The word on why that an act is done with: its label, its limit and what may stand in it come from the contract of the call. */
import { useState } from 'react'
import * as z from 'zod/mini'
import { infoOf } from '#contract/schema.ts'
import { Field } from '#web/ui/field/field.tsx'
import { TextArea } from '#web/ui/field/text-area.tsx'

export interface ReasonRequest {
  /** As the call's input has it. */
  field: z.core.$ZodType
  /** What is said while nothing is written; null where it may be left out. */
  ask: string | null
  /** What helps whoever reads it later. */
  hint?: string
}

export interface Reason {
  request: ReasonRequest | undefined
  text: string
  write: (text: string) => void
  changed: boolean
  /** What is wrong with what is written. */
  problem: string | null
  /** Why it cannot be sent as it stands. */
  whyNot: string | null
}

/** `before` is what was written an earlier time, `typed` what was not sent yet. */
export function useReason(request: ReasonRequest | undefined, before = '', typed = before): Reason {
  const [text, write] = useState(typed)
  const isBlank = text.trim() === ''
  const problem = request === undefined || isBlank ? null : problemOf(request.field, text)
  return { request, text, write, changed: text !== before, problem, whyNot: isBlank ? (request?.ask ?? null) : problem }
}

function problemOf(field: z.core.$ZodType, text: string): string | null {
  return z.safeParse(field as z.ZodMiniType, text).error?.issues[0]?.message ?? null
}

export function ReasonField({ reason: { request, text, write, problem } }: { reason: Reason }) {
  if (!request) return null
  const { label, max = 0 } = infoOf(request.field)!
  return (
    <Field label={label} required={request.ask !== null} hint={request.hint} error={problem}>
      <TextArea value={text} onChange={write} limit={max} />
    </Field>
  )
}
