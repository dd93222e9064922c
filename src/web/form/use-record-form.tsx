/**
 * A form that creates or changes one record: checked by the contract of the call that saves it, kept as a draft, saved under one
 * transid, and never saved over someone else's change.
 */
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { Call, InputOf } from '#contract/call.ts'
import { check } from '#contract/wire.ts'
import { useWrite } from '#web/call/api.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { changeInput, changesOf, newInput, valuesOf, type Values } from './editor-values.ts'
import { showFailure } from '#web/call/failure-toast.ts'
import { newTransid, Refusal, type SendFailure } from '#web/call/send.ts'
import { toast } from '#web/ui/message/toast-store.ts'
import type { Choices, ChoiceSource } from '#web/list/use-choices.ts'
import { dropDraftOf, saveDraft } from './editor-session.ts'
import type { Session } from './editor-session.ts'

type Write = Call<'write'>

export interface RecordFormSetup {
  session: Session
  /** The fields that are on screen: sentences for others are told by a toast. */
  fields: readonly string[]
  fill?: ((row: never) => object) | undefined
  onSaved: (answer: unknown) => unknown
  invalidates?: readonly string[] | undefined
  choices?: Record<string, Choices | ChoiceSource>
  /** How the conflict dialog says values that only this form knows. */
  say?: (name: string, value: unknown, base: Values) => ReactNode
}

export interface RecordForm {
  form: ReturnType<typeof useForm<Values>>
  session: Session
  changed: boolean
  pending: boolean
  /** A field was left: from now on it is checked while it is typed. */
  left: (name: string) => void
  save: () => void
  /** Back to the record as it was opened; what was typed is given up. */
  revert: () => void
  /** Shows the record as it has become meanwhile; for a form that holds no changes. */
  reopen: (session: Session) => void
  /** Around the fields, so that the first wrong one is found. */
  box: RefObject<HTMLDivElement | null>
  /** The conflict dialog, while there is a conflict. */
  conflict: ReactNode
}

export function useRecordForm(setup: RecordFormSetup): RecordForm {
  const { fields, fill, onSaved, invalidates, choices, say } = setup
  const [session, setSession] = useState(setup.session)
  const [theirs, setTheirs] = useState<object | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const { call, row } = session
  const { form, left, touchAll } = useCheckedForm(session)
  const changed = Object.keys(changesOf(session.base, form.values)).length > 0

  useEffect(() => saveDraft(session, form.values), [session, form.values])
  useWarningBeforeUnload(changed)

  const submit = useWrite(call, {
    ...(invalidates && { invalidates }),
    onSuccess: (answer) => {
      dropDraftOf(session)
      const saved = answer as Values | null
      const base = { ...form.values, ...(saved && 'version' in form.values && { version: saved.version }) }
      if (row) {
        setSession({ ...session, row: saved ?? row, base, transid: newTransid(), restored: false })
        form.setValues(base)
      }
      return onSaved(answer)
    },
    onFailure: (failure) => {
      // A clear refusal ends the intent; after a missing answer the same transid finds out what became of it.
      if (failure instanceof Refusal && failure.status < 500) setSession({ ...session, transid: newTransid() })
      tell(failure)
    },
  })

  function tell(failure: SendFailure) {
    if (!(failure instanceof Refusal)) return showFailure(failure, { retry: submit.retry })
    if (failure.error === 'changed_by_other' && failure.data?.current) return setTheirs(failure.data.current as object)
    if (failure.error === 'request_exists') return void toast.warning(alreadySaved)
    const atFields = Object.entries(failure.data?.fields ?? {})
    // Drawn at once: the focus goes to the field that is marked as wrong.
    flushSync(() => {
      for (const [name, sentence] of atFields) form.setFieldError(name, sentence)
    })
    if (atFields.some(([name]) => fields.includes(name))) focusFirstError(box.current)
    else showFailure(failure, { retry: submit.retry })
  }

  function save(values = form.values, from = session) {
    const input = inputOf(from, values)
    const result = check(call.input, input)
    if (result.ok) return submit.mutate(input as InputOf<Write>, { transid: from.transid })
    touchAll(fields)
    flushSync(() => form.setErrors(result.fields))
    if (!fields.some((name) => name in result.fields)) toast.warning(Object.values(result.fields)[0] ?? '')
    focusFirstError(box.current)
  }

  const conflict = theirs && row && (
    <ConflictDialog
      call={call}
      now={theirs}
      base={session.base}
      mine={form.values}
      theirs={{ ...session.base, ...valuesOf(call, theirs, fill?.(theirs as never) as Values) }}
      was={row}
      {...(choices && { choices })}
      {...(say && { say: (name: string, value: unknown) => say(name, value, session.base) })}
      onCancel={() => setTheirs(null)}
      onSettle={(values, base) => {
        const settled = { ...session, row: theirs, base, transid: newTransid() }
        setSession(settled)
        setTheirs(null)
        form.setValues(values)
        save(values, settled)
      }}
    />
  )
  const revert = () => {
    dropDraftOf(session)
    form.setValues(session.base)
    form.clearErrors()
  }
  const reopen = (next: Session) => {
    setSession(next)
    form.setValues(next.values)
  }
  return { form, reopen, session, changed, pending: submit.pending, left, save: () => save(), revert, box, conflict }
}

export const restoredText = 'Đã khôi phục nội dung bạn đang nhập dở. Hãy kiểm tra lại trước khi lưu.'
const alreadySaved = 'Lần lưu trước đã được thực hiện. Hãy đóng và mở lại để xem kết quả.'

function inputOf({ call, row, base }: Session, values: Values): Values {
  return row ? changeInput(call, base, values) : newInput(values)
}

function problemsOf(session: Session, values: Values): Record<string, string> {
  const result = check(session.call.input, inputOf(session, values))
  return result.ok ? {} : result.fields
}

/** Fields are checked when they are left, and from then on while they are typed. */
function useCheckedForm(session: Session) {
  const touched = useRef(new Set<string>())
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: session.values,
    onValuesChange: (values, previous) => {
      const problems = problemsOf(session, values)
      for (const name of Object.keys(values)) {
        if (values[name] === previous[name]) continue
        if (touched.current.has(name) && problems[name]) form.setFieldError(name, problems[name])
        else form.clearFieldError(name)
      }
    },
  })
  const latest = useRef(form.values)
  useEffect(() => {
    latest.current = form.values
  })
  const left = (name: string) =>
    afterPress(() => {
      touched.current.add(name)
      const problem = problemsOf(session, latest.current)[name]
      if (problem) form.setFieldError(name, problem)
    })
  const touchAll = (names: readonly string[]) => {
    for (const name of names) touched.current.add(name)
  }
  return { form, left, touchAll }
}

let pressed = false
addEventListener('pointerdown', () => (pressed = true), true)
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (pressed = false), true)

/** A sentence that appears moves what is below it: while a button there is being pressed, the press would miss. */
function afterPress(what: () => void) {
  if (pressed) addEventListener('pointerup', () => setTimeout(what), { once: true })
  else what()
}

/** A control that is still being fetched takes the focus when it comes, unless the person has gone on meanwhile. */
function focusFirstError(box: HTMLElement | null) {
  const field = box?.querySelector('[data-invalid]')
  if (!field) return
  const control = () => field.querySelector<HTMLElement>('[aria-invalid="true"]')
  if (control()) return control()!.focus()
  const left = document.activeElement
  const arrival = new MutationObserver(() => {
    const has_gone_on = document.activeElement !== left
    if (!has_gone_on && !control()) return
    arrival.disconnect()
    if (!has_gone_on) control()!.focus()
  })
  arrival.observe(field, { childList: true, subtree: true, attributeFilter: ['aria-invalid'] })
}

export function useWarningBeforeUnload(changed: boolean) {
  useEffect(() => {
    if (!changed) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [changed])
}
