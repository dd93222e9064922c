/** The field for the reason of an action, with label, length and rules from the call's contract. */
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { infoOf } from '#contract/schema.ts'
import { useKeptText } from '#web/form/kept-text.ts'
import { Banner } from '#web/ui/message/banner.tsx'
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
  /** Whether it was typed before a reload or the end of the session. */
  isRestored: boolean
  /** The error of the text. */
  problem: string | null
  /** Why the action cannot be submitted with this text. */
  whyNot: string | null
}

/**
 * What is typed survives the end of the session.
 *
 * @param about the act and the record, which tell the text from others of the same page
 * @param saved_text the reason on record
 */
export function useReason(request: ReasonRequest | undefined, about: string, saved_text = ''): Reason {
  const { before: storedText, store } = useKeptText(about)
  const [text, setText] = useState(storedText || saved_text)
  useEffect(() => store(text === saved_text ? '' : text), [store, text, saved_text])
  const isBlank = text.trim() === ''
  const problem = request === undefined || isBlank ? null : problemOf(request.field, text)
  return {
    request,
    text,
    setText,
    changed: text !== saved_text,
    isRestored: storedText !== '',
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
export function ReasonField({ reason: { request, text, setText, problem, isRestored } }: { reason: Reason }) {
  if (!request) return null
  const { label, max = 0 } = infoOf(request.field)!
  return (
    <>
      {isRestored && <Banner kind="info">Đã khôi phục nội dung bạn đang nhập dở. Hãy kiểm tra lại.</Banner>}
      <Field label={label} required={request.emptyText !== null} hint={request.hint} error={problem}>
        <TextArea value={text} onChange={setText} limit={max} />
      </Field>
    </>
  )
}
