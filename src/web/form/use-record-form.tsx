/**
 * The state of a form that creates or changes a record: validated by the contract, stored as a draft, saved with one transid per intent, with a
 * dialog for conflicts with another person's change.
 */
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { Call, InputOf } from '#contract/call.ts'
import { check } from '#contract/wire.ts'
import { useWrite } from '#web/call/api.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { changeInput, changesOf, newInput, valuesOf, type Values } from './editor-values.ts'
import { conflictIn, showFailure } from '#web/call/failure-toast.ts'
import { newTransid, Refusal, type SendFailure } from '#web/call/send.ts'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import type { Choices, ChoiceSource } from '#web/choices/choice-source.ts'
import { focusFirstError } from './first-error.ts'
import { dropDraftOf, endSession, saveDraft } from './editor-session.ts'
import type { Session } from './editor-session.ts'

type Write = Call<'write'>

export interface RecordFormSetup {
  session: Session
  /** The fields on screen; errors of other fields are shown as a toast. */
  fields: readonly string[]
  fill?: ((row: never) => object) | undefined
  /** `later_values` has the fields that were changed while it was being saved. */
  onSaved: (answer: unknown, later_values: Values) => unknown
  invalidates?: readonly string[] | undefined
  choices?: Record<string, Choices | ChoiceSource>
  /** Renders values in the conflict dialog in a way that only this form knows. */
  render?: (name: string, value: unknown, base: Values) => ReactNode
}

export interface RecordForm {
  form: ReturnType<typeof useForm<Values>>
  session: Session
  changed: boolean
  pending: boolean
  /** Must be called when a field loses the focus: from then on the field is validated while it is edited. */
  onLeave: (name: string) => void
  save: () => void
  /** Discards the changes. */
  revert: () => void
  /** Shows another version of the record, with what was typed meanwhile; for a form without other changes. */
  reopen: (session: Session, later_values?: Values) => void
  /** Ref of the element around the fields, in which the first invalid one is searched. */
  box: RefObject<HTMLDivElement | null>
  /** The conflict dialog, while there is a conflict. */
  conflict: ReactNode
}

/** The form of one record: its checked values, its draft, saving it, and the dialog when somebody else has changed the record. */
export function useRecordForm(setup: RecordFormSetup): RecordForm {
  const { fields, fill, onSaved, invalidates, choices, render } = setup
  const [session, setSession] = useState(setup.session)
  const [theirs, setTheirs] = useState<object | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const sentValues = useRef<Values>(setup.session.values)
  const { call, row } = session
  const { form, onLeave, touchAll } = useCheckedForm(session)
  const isChanged = Object.keys(changesOf(session.base, form.values)).length > 0

  useEffect(() => saveDraft(session, form.values), [session, form.values])
  useWarningBeforeUnload(isChanged)

  const submit = useWrite(call, {
    ...(invalidates && { invalidates }),
    onSuccess: (answer) => {
      if (row) dropDraftOf(session)
      else endSession(session)
      const savedValues = answer as Values | null
      const later_values = changesOf(sentValues.current, form.values)
      const base = {
        ...sentValues.current,
        ...(savedValues && 'version' in form.values && { version: savedValues.version }),
      }
      if (row) {
        setSession({ ...session, row: savedValues ?? row, base, transid: newTransid(), restored: false })
        form.setValues({ ...base, ...later_values })
      }
      return onSaved(answer, later_values)
    },
    onFailure: (failure, _input, retry) => {
      // A refusal ends the intent. While the result is unknown the transid stays, so that a retry is not carried out twice.
      if (failure instanceof Refusal && failure.status < 500) setSession({ ...session, transid: newTransid() })
      report(failure, retry)
    },
  })

  function report(failure: SendFailure, retry: () => void) {
    if (!(failure instanceof Refusal)) return showFailure(failure, { retry })
    const current = conflictIn(failure)
    if (current && row) return setTheirs(current)
    if (current) return void toast.warning(failure.message, { detail: reopen_text })
    if (failure.error === 'request_exists') return void toast.warning(already_saved_text)
    const fieldErrors = Object.entries(failure.data?.fields ?? {})
    // Rendered synchronously, so that the invalid field can get the focus below.
    flushSync(() => {
      for (const [name, message] of fieldErrors) form.setFieldError(name, message)
    })
    if (fieldErrors.some(([name]) => fields.includes(name))) focusFirstError(box.current)
    else showFailure(failure, { retry })
  }

  async function save(values = form.values, from = session) {
    const input = inputOf(from, values)
    const result = check(call.input, input)
    if (result.ok) {
      // A new record with nothing but its defaults: the shortcut may have been pressed by chance.
      if (!row && !isChanged && !(await confirm({ message: 'Chưa nhập gì. Vẫn lưu?', confirmLabel: 'Lưu' }))) return
      sentValues.current = values
      return submit.mutate(input as InputOf<Write>, { transid: from.transid })
    }
    touchAll(fields)
    flushSync(() => form.setErrors(result.fields))
    if (!fields.some((name) => name in result.fields)) toast.warning(Object.values(result.fields)[0] ?? '')
    focusFirstError(box.current)
  }

  const conflict = theirs && row && (
    <ConflictDialog
      call={call}
      current={theirs}
      base={session.base}
      mine={form.values}
      theirs={{ ...session.base, ...valuesOf(call, theirs, fill?.(theirs as never) as Values) }}
      before={row}
      {...(choices && { choices })}
      {...(render && { render: (name: string, value: unknown) => render(name, value, session.base) })}
      onCancel={() => setTheirs(null)}
      onResolve={(values, base) => {
        const resolvedSession = { ...session, row: theirs, base, transid: newTransid() }
        setSession(resolvedSession)
        setTheirs(null)
        form.setValues(values)
        void save(values, resolvedSession)
      }}
    />
  )
  const revert = () => {
    dropDraftOf(session)
    form.setValues(session.base)
    form.clearErrors()
  }
  const reopen = (nextSession: Session, later_values: Values = {}) => {
    setSession(nextSession)
    form.setValues({ ...nextSession.values, ...later_values })
  }
  return {
    form,
    reopen,
    session,
    changed: isChanged,
    pending: submit.pending,
    onLeave,
    save: () => void save(),
    revert,
    box,
    conflict,
  }
}

const reopen_text = 'Hãy đóng, xem lại bản ghi rồi làm lại.'
const already_saved_text = 'Lần lưu trước đã được thực hiện. Hãy đóng và mở lại để xem kết quả.'

function inputOf({ call, row, base }: Session, values: Values): Values {
  return row ? changeInput(call, base, values) : newInput(values)
}

function problemsOf(session: Session, values: Values): Record<string, string> {
  const result = check(session.call.input, inputOf(session, values))
  return result.ok ? {} : result.fields
}

/** A form whose fields are validated when they lose the focus, and from then on while they are edited. */
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
  const onLeave = (name: string) =>
    afterPress(() => {
      touched.current.add(name)
      const problem = problemsOf(session, latest.current)[name]
      if (problem) form.setFieldError(name, problem)
    })
  const touchAll = (names: readonly string[]) => {
    for (const name of names) touched.current.add(name)
  }
  return { form, onLeave, touchAll }
}

let pressed = false
addEventListener('pointerdown', () => (pressed = true), true)
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (pressed = false), true)

/** Delays an action until the pointer is released: an error that appears moves the buttons below, and the click would miss. */
function afterPress(action: () => void) {
  if (pressed) addEventListener('pointerup', () => setTimeout(action), { once: true })
  else action()
}

/** Lets the browser ask before the page is closed with unsaved changes. */
export function useWarningBeforeUnload(changed: boolean) {
  useEffect(() => {
    if (!changed) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [changed])
}
