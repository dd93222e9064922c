/** Create and update in one dialog: fields, checks and sentences come from the contract of the call that saves. */
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { Call, InputOf } from '#contract/call.ts'
import { infoOf, shapeOf } from '#contract/fields.ts'
import { check } from '#contract/wire.ts'
import { useWrite } from './api.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { changeInput, changesOf, mayBeEmpty, newInput, valuesOf, type Values } from './editor-values.ts'
import { showFailure } from './failure-toast.ts'
import { KindInput } from './kinds.tsx'
import { useRights } from './rights.ts'
import { newTransid, Refusal, type SendFailure } from './send.ts'
import { Banner } from './ui/banner.tsx'
import { Dialog } from './ui/dialog.tsx'
import { Field } from './ui/field.tsx'
import { FullWidth, Grid, Stack } from './ui/layout.tsx'
import { toast } from './ui/toast-store.ts'
import type { Choices } from './use-choices.ts'
import { saveDraft, type EditorState, type Session } from './use-editor.ts'

export interface EditorProps {
  editor: EditorState
  /** What is being edited, as it stands after 'Thêm' and 'Sửa': 'tài khoản'. */
  noun: string
  /** Names the record that is being changed. */
  subject?: (row: never) => string
  /** The fields in their order; those that the call does not take are left out. */
  fields: readonly string[]
  choices?: Record<string, Choices>
  hints?: Record<string, ReactNode>
}

export function Editor(props: EditorProps) {
  const { session } = props.editor
  return session && <OpenEditor key={session.transid} {...props} session={session} />
}

function OpenEditor({ editor, session: opened, noun, subject, fields, choices = {}, hints = {} }: EditorProps & { session: Session }) {
  const { can } = useRights()
  const [session, setSession] = useState(opened)
  const [theirs, setTheirs] = useState<object | null>(null)
  const { call, row } = session
  const { fill, onSaved, touches } = editor.setup
  const box = useRef<HTMLDivElement>(null)
  const { form, changed, left, touchAll } = useCheckedForm(session)

  useEffect(() => saveDraft(session, form.values), [session, form.values])
  useWarningBeforeUnload(changed)

  const submit = useWrite(call, {
    ...(touches && { touches }),
    onSuccess: (answer) => {
      toast.success(row ? `Đã cập nhật ${noun}.` : `Đã thêm ${noun}.`)
      editor.close()
      return onSaved?.(answer as never, row === null)
    },
    onFailure: (failure) => {
      // A clear refusal ends the intent; after a missing answer the same transid finds out what became of it.
      if (failure instanceof Refusal && failure.status < 500) setSession({ ...session, transid: newTransid() })
      tell(failure)
    },
  })

  function tell(failure: SendFailure) {
    const current = failure instanceof Refusal && failure.error === 'changed_by_other' ? failure.data?.current : undefined
    if (current) return setTheirs(current as object)
    if (failure instanceof Refusal && failure.error === 'request_exists') {
      return void toast.warning('Lần lưu trước đã được thực hiện. Hãy đóng và mở lại để xem kết quả.')
    }
    const atFields = Object.entries((failure instanceof Refusal && failure.data?.fields) || {})
    for (const [name, sentence] of atFields) form.setFieldError(name, sentence)
    if (!atFields.some(([name]) => fields.includes(name))) showFailure(failure, { retry: submit.retry })
    else focusFirstError(box.current)
  }

  function save(values: Values, from: Session) {
    const result = check(call.input, inputOf(from, values))
    if (result.ok) return submit.mutate(inputOf(from, values) as InputOf<Call<'write'>>, { transid: from.transid })
    touchAll(fields)
    form.setErrors(result.fields)
    if (!fields.some((name) => name in result.fields)) toast.warning(Object.values(result.fields)[0] ?? '')
    focusFirstError(box.current)
  }

  const shape = shapeOf(call.input)
  return (
    <>
      <Dialog
        open
        onClose={editor.close}
        title={`${row ? 'Sửa' : 'Thêm'} ${noun}`}
        description={row && subject?.(row as never)}
        size="md"
        dirty={changed}
        saving={submit.pending}
        saveWhyNot={row && !changed && 'Chưa có thay đổi nào.'}
        {...(can(call) && { onSubmit: () => save(form.values, session) })}
      >
        <Stack>
          {session.restored && <Banner kind="info">{restoredText}</Banner>}
          <div ref={box}>
            <Grid>
              {fields
                .filter((name) => name in shape)
                .map((name) => (
                  <EditorField
                    key={name}
                    schema={shape[name]!}
                    value={form.values[name]}
                    error={form.errors[name]}
                    onChange={(value) => form.setFieldValue(name, value)}
                    onBlur={() => left(name)}
                    {...(choices[name] && { choices: choices[name] })}
                    {...(hints[name] !== undefined && { hint: hints[name] })}
                  />
                ))}
            </Grid>
          </div>
        </Stack>
      </Dialog>
      {theirs && row && (
        <ConflictDialog
          call={call}
          now={theirs}
          base={session.base}
          mine={form.values}
          theirs={valuesOf(call, theirs, fill?.(theirs as never))}
          choices={choices}
          onCancel={() => setTheirs(null)}
          onSettle={(values, base) => {
            const settled = { ...session, row: theirs, base, transid: newTransid() }
            setSession(settled)
            setTheirs(null)
            form.setValues(values)
            save(values, settled)
          }}
        />
      )}
    </>
  )
}

export const restoredText = 'Đã khôi phục nội dung bạn đang nhập dở. Hãy kiểm tra lại trước khi lưu.'

interface EditorFieldProps {
  schema: z.core.$ZodType
  value: unknown
  error: ReactNode
  onChange: (value: unknown) => void
  onBlur: () => void
  choices?: Choices
  hint?: ReactNode
}

/** A field as its contract describes it: label, control, limits. */
function EditorField({ schema, error, hint, ...control }: EditorFieldProps) {
  const info = infoOf(schema)!
  const optional = mayBeEmpty(schema)
  const wide = info.kind === 'note' || info.kind === 'list' || (info.kind === 'text' && (info.max ?? 0) > 200)
  const field = (
    <Field label={info.label} required={!optional} error={error} hint={hint}>
      <KindInput info={info} clearable={optional} {...control} />
    </Field>
  )
  return wide ? <FullWidth>{field}</FullWidth> : field
}

function inputOf({ call, row, base }: Session, values: Values): Values {
  return row ? changeInput(call, base, values) : newInput(values)
}

/** A form whose fields are checked when they are left, and from then on while they are typed. */
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
  const changed = Object.keys(changesOf(session.base, form.values)).length > 0
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
  return { form, changed, left, touchAll }
}

function problemsOf(session: Session, values: Values): Record<string, string> {
  const result = check(session.call.input, inputOf(session, values))
  return result.ok ? {} : result.fields
}

let pressed = false
addEventListener('pointerdown', () => (pressed = true), true)
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (pressed = false), true)

/** A sentence that appears moves what is below it: while a button there is being pressed, the press would miss. */
function afterPress(what: () => void) {
  if (pressed) addEventListener('pointerup', () => setTimeout(what), { once: true })
  else what()
}

function focusFirstError(box: HTMLElement | null) {
  requestAnimationFrame(() => box?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}

function useWarningBeforeUnload(changed: boolean) {
  useEffect(() => {
    if (!changed) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [changed])
}
