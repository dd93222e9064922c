/** The word on why that an act is done with: its label, its limit and what may stand in it come from the contract of the call. */
import { useState } from 'react'
import * as z from 'zod/mini'
import { infoOf } from '#contract/schema.ts'
import { Field } from './ui/field.tsx'
import { TextArea } from './ui/text-area.tsx'

export interface ReasonAsked {
  /** As the call's input has it. */
  field: z.core.$ZodType
  /** What is said while nothing is written; null where it may be left out. */
  ask: string | null
  /** What helps whoever reads it later. */
  hint?: string
}

export interface Reason {
  asked: ReasonAsked | undefined
  text: string
  write: (text: string) => void
  changed: boolean
  /** What is wrong with what is written. */
  problem: string | null
  /** Why it cannot be sent as it stands. */
  whyNot: string | null
}

/** `before` is what was written an earlier time, `typed` what was not sent yet. */
export function useReason(asked: ReasonAsked | undefined, before = '', typed = before): Reason {
  const [text, write] = useState(typed)
  const isBlank = text.trim() === ''
  const problem = asked === undefined || isBlank ? null : problemOf(asked.field, text)
  return { asked, text, write, changed: text !== before, problem, whyNot: isBlank ? (asked?.ask ?? null) : problem }
}

function problemOf(field: z.core.$ZodType, text: string): string | null {
  return z.safeParse(field as z.ZodMiniType, text).error?.issues[0]?.message ?? null
}

export function ReasonField({ reason: { asked, text, write, problem } }: { reason: Reason }) {
  if (!asked) return null
  const { label, max = 0 } = infoOf(asked.field)!
  return (
    <Field label={label} required={asked.ask !== null} hint={asked.hint} error={problem}>
      <TextArea value={text} onChange={write} limit={max} />
    </Field>
  )
}
