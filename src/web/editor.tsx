/** Create and update in one dialog: fields, checks and sentences come from the contract of the call that saves. */
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { infoOf, shapeOf, type FieldInfo, type Kind } from '#contract/fields.ts'
import { mayBeEmpty } from './editor-values.ts'
import { KindInput } from './kinds.tsx'
import { useRights } from './rights.ts'
import { Banner } from './ui/banner.tsx'
import { Dialog } from './ui/dialog.tsx'
import { Field } from './ui/field.tsx'
import { FullWidth, Grid, Stack } from './ui/layout.tsx'
import { toast } from './ui/toast-store.ts'
import type { Choices } from './use-choices.ts'
import type { EditorState, Session } from './use-editor.ts'
import { restoredText, useRecordForm, type RecordForm } from './use-record-form.tsx'

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

function OpenEditor({ editor, session: opened, noun, subject, fields, ...looks }: EditorProps & { session: Session }) {
  const { can } = useRights()
  const { fill, onSaved, touches } = editor.setup
  const record = useRecordForm({
    session: opened,
    fields,
    fill,
    touches,
    ...(looks.choices && { choices: looks.choices }),
    onSaved: (answer) => {
      toast.success(opened.row ? `Đã cập nhật ${noun}.` : `Đã thêm ${noun}.`)
      editor.close()
      return onSaved?.(answer as never, opened.row === null)
    },
  })
  const { call, row, restored } = record.session
  return (
    <>
      <Dialog
        open
        onClose={editor.close}
        title={`${row ? 'Sửa' : 'Thêm'} ${noun}`}
        description={row && subject?.(row as never)}
        size="md"
        dirty={record.changed}
        saving={record.pending}
        saveWhyNot={row && !record.changed && 'Chưa có thay đổi nào.'}
        {...(can(call) && { onSubmit: record.save })}
      >
        <Stack>
          {restored && <Banner kind="info">{restoredText}</Banner>}
          <Fields record={record} fields={fields} {...looks} />
        </Stack>
      </Dialog>
      {record.conflict}
    </>
  )
}

export interface FieldsProps {
  record: RecordForm
  fields: readonly string[]
  choices?: Record<string, Choices>
  hints?: Record<string, ReactNode>
  readOnly?: boolean
}

/** Fields as their contract describes them: label, control, limits. */
export function Fields({ record, fields, choices = {}, hints = {}, readOnly = false }: FieldsProps) {
  const { form, left, session, box } = record
  const shape = shapeOf(session.call.input)
  const shown = fields.filter((name) => name in shape)
  const wide = wideOf(shown.map((name) => infoOf(shape[name]!)!))
  return (
    <div ref={box}>
      <Grid>
        {shown.map((name, index) => {
          const field = (
            <RecordField
              key={name}
              schema={shape[name]!}
              value={form.values[name]}
              error={form.errors[name]}
              hint={hints[name]}
              choices={choices[name]}
              readOnly={readOnly}
              onChange={(value) => form.setFieldValue(name, value)}
              onBlur={() => left(name)}
            />
          )
          return wide[index] ? <FullWidth key={name}>{field}</FullWidth> : field
        })}
      </Grid>
    </div>
  )
}

const muchKinds: ReadonlySet<Kind> = new Set<Kind>(['note', 'list', 'image', 'link'])

/** Which fields take the whole width: those for much text, and a text that would stand alone in its line. */
function wideOf(infos: readonly FieldInfo[]): boolean[] {
  const much = infos.map(({ kind, max = 0 }) => muchKinds.has(kind) || (kind === 'text' && max > 200))
  let inLine = 0
  return infos.map(({ kind }, index) => {
    const alone = inLine === 0 && (much[index + 1] ?? true)
    const wide = much[index]! || (alone && kind === 'text')
    inLine = wide ? 0 : 1 - inLine
    return wide
  })
}

interface RecordFieldProps {
  schema: z.core.$ZodType
  value: unknown
  error: ReactNode
  hint: ReactNode
  choices: Choices | undefined
  readOnly: boolean
  onChange: (value: unknown) => void
  onBlur: () => void
}

function RecordField({ schema, error, hint, ...control }: RecordFieldProps) {
  const optional = mayBeEmpty(schema)
  const info = infoOf(schema)!
  return (
    <Field label={info.label} required={!optional && !control.readOnly} error={error} hint={hint}>
      <KindInput info={info} clearable={optional} {...control} />
    </Field>
  )
}
