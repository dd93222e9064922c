/** The dialog that creates or changes a record. Fields, validation and messages come from the contract of the call that saves it. */
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { infoOf, shapeOf, type FieldInfo, type Kind } from '#contract/schema.ts'
import { mayBeEmpty, nameInRow, acceptsNull, type Values } from './editor-values.ts'
import { KindInput } from './kind-input.tsx'
import { useRights } from '#web/session/rights.ts'
import { Banner } from '#web/ui/message/banner.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { FullWidth, Grid } from '#web/ui/layout/grid.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import type { PhoneContent } from '#web/ui/show/phone-preview.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { dependentsOf, type Choices, type ChoiceSource } from '#web/choices/choice-source.ts'
import { useFieldChoices } from '#web/choices/use-field-choices.ts'
import type { Session } from './editor-session.ts'
import type { EditorState } from './use-editor.ts'
import { restored_text } from './restored-text.ts'
import { useRecordForm, type RecordForm } from './use-record-form.tsx'

/** Fields under a heading, for records with many fields. */
export interface Section {
  title: string
  fields: readonly string[]
}

export interface EditorLayout {
  /** Fields or sections in their order. Fields that are not in the call's input are left out. */
  fields: readonly (string | Section)[]
  choices?: Record<string, Choices | ChoiceSource>
  hints?: Record<string, ReactNode>
  /** A preview of what customers see on a phone, beside the fields. */
  preview?: (values: Record<string, string>) => PhoneContent
  /** An explanation of the current values, beside the fields. */
  aside?: (values: Values) => ReactNode
}

const PhonePreview = lazyPart(() => import('#web/ui/show/phone-preview.tsx'))

export interface EditorProps extends EditorLayout {
  editor: EditorState
  /** What is edited, as in 'Thêm tài khoản'. */
  noun: string
  /** The name of the record being changed. */
  subject?: (row: never) => string
  /** At the right edge of the window instead of the centre. */
  edge?: boolean
}

export default function EditorDialog(props: EditorProps) {
  const { session } = props.editor
  return session && <OpenEditor key={session.transid} {...props} session={session} />
}

function OpenEditor({
  editor,
  session: opened,
  noun,
  subject,
  edge = false,
  preview,
  aside,
  ...layout
}: EditorProps & { session: Session }) {
  const { can } = useRights()
  const { fill, onSaved, invalidates } = editor.setup
  const record = useRecordForm({
    session: opened,
    fields: layout.fields.flatMap((field) => (typeof field === 'string' ? field : field.fields)),
    fill,
    invalidates,
    ...(layout.choices && { choices: layout.choices }),
    onSaved: (answer) => {
      toast.success(opened.row ? `Đã cập nhật ${noun}.` : `Đã thêm ${noun}.`)
      editor.close()
      return onSaved?.(answer as never, opened.row === null)
    },
  })
  const { call, row, restored } = record.session
  const fields = <Fields record={record} readOnly={!can(call)} {...layout} />
  const side = preview ? (
    <PhonePreview {...preview(textsOf(record.form.values))} />
  ) : (
    aside?.(record.form.values as Values)
  )
  const sectioned = layout.fields.some((field) => typeof field !== 'string')
  return (
    <>
      <Dialog
        open
        onClose={editor.close}
        title={`${row ? 'Sửa' : 'Thêm'} ${noun}`}
        description={row && subject?.(row as never)}
        size={side ? 'xl' : edge || sectioned ? 'lg' : 'md'}
        edge={edge}
        dirty={record.changed}
        saving={record.pending}
        saveWhyNot={row && !record.changed && 'Chưa có thay đổi nào.'}
        {...(can(call) && { onSubmit: record.save })}
      >
        <Stack>
          {restored && <Banner kind="info">{restored_text}</Banner>}
          {side ? (
            <Split side="right" gap={5} aside={side}>
              {fields}
            </Split>
          ) : (
            fields
          )}
        </Stack>
      </Dialog>
      {record.conflict}
    </>
  )
}

/** The values that are texts; '' for all others. */
function textsOf(values: Values): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  )
}

export interface FieldsProps extends EditorLayout {
  record: RecordForm
  readOnly?: boolean
}

/** The fields of a record form, with label, input and limits from the contract. */
export function Fields({ record, fields, ...layout }: FieldsProps) {
  const plain = fields.filter((field) => typeof field === 'string')
  const sections = fields.filter((field) => typeof field !== 'string')
  const { box, form, onLeave, session } = record
  const grid = { form, onLeave, session, ...layout }
  return (
    <div ref={box}>
      <Stack gap={5}>
        {plain.length > 0 && <FieldGrid fields={plain} {...grid} />}
        {sections.map((section) => (
          <Stack key={section.title}>
            <Heading level={3}>{section.title}</Heading>
            <FieldGrid fields={section.fields} {...grid} />
          </Stack>
        ))}
      </Stack>
    </div>
  )
}

type GridProps = Omit<FieldsProps, 'fields' | 'record'> &
  Pick<RecordForm, 'form' | 'onLeave' | 'session'> & { fields: readonly string[] }

function FieldGrid(props: GridProps) {
  const { form, onLeave, session, fields, choices = {}, hints = {}, readOnly = false } = props
  const shape = shapeOf(session.call.input)
  const names = fields.filter((name) => name in shape)
  const isWide = wideOf(names.map((name) => infoOf(shape[name]!)!))
  // One by one, because setting many values at once would clear the errors of all fields.
  const change = (name: string) => (value: unknown) => {
    if (value !== form.values[name]) for (const other of dependentsOf(choices, name)) form.setFieldValue(other, null)
    form.setFieldValue(name, value)
  }
  return (
    <Grid>
      {names.map((name, index) => {
        const field: RecordFieldProps = {
          schema: shape[name]!,
          value: form.values[name],
          error: form.errors[name],
          hint: hints[name],
          readOnly,
          onChange: change(name),
          onBlur: () => onLeave(name),
        }
        const from = choices[name]
        const cell =
          from && 'call' in from ? (
            <ChosenField key={name} {...field} name={name} from={from} session={session} values={form.values} />
          ) : (
            <RecordField key={name} {...field} choices={from} />
          )
        return isWide[index] ? <FullWidth key={name}>{cell}</FullWidth> : cell
      })}
    </Grid>
  )
}

/** A text field that takes more characters has the whole width. */
const wide_text_length = 200
const wide_kinds: ReadonlySet<Kind> = new Set<Kind>(['note', 'rich', 'list', 'image', 'link', 'place'])

/** Which fields take both columns of the grid: those for long text, and a text that would be alone in its row. */
function wideOf(infos: readonly FieldInfo[]): boolean[] {
  const isLong = infos.map(({ kind, max = 0 }) => wide_kinds.has(kind) || (kind === 'text' && max > wide_text_length))
  let inLine = 0
  return infos.map(({ kind }, index) => {
    const isAlone = inLine === 0 && (isLong[index + 1] ?? true)
    const isWide = isLong[index]! || (isAlone && kind === 'text')
    inLine = isWide ? 0 : 1 - inLine
    return isWide
  })
}

interface RecordFieldProps {
  schema: z.core.$ZodType
  value: unknown
  error: ReactNode
  hint: ReactNode
  choices?: Choices | undefined
  readOnly: boolean
  /** Disabled until the field on which its options depend is filled in. */
  waits?: boolean
  onChange: (value: unknown) => void
  onBlur: () => void
}

function RecordField({ schema, error, hint, readOnly, waits = false, ...control }: RecordFieldProps) {
  const optional = mayBeEmpty(schema)
  const info = infoOf(schema)!
  return (
    <Field label={info.label} required={!optional && !readOnly} error={error} hint={hint} group={info.kind === 'rich'}>
      <KindInput info={info} clearable={acceptsNull(schema)} readOnly={readOnly || waits} {...control} />
    </Field>
  )
}

interface ChosenFieldProps extends RecordFieldProps {
  name: string
  from: ChoiceSource
  session: Session
  values: Values
}

/** A field that loads its options when the user reaches for it; disabled until the field on which they depend has a value. */
function ChosenField({ name, from, session, values, ...field }: ChosenFieldProps) {
  const extraOptions = nameInRow(session.row, name, session.base[name])
  const { choices, waitsFor } = useFieldChoices(from, values, field.value, extraOptions)
  const parent = waitsFor === undefined ? undefined : infoOf(shapeOf(session.call.input)[waitsFor]!)
  return (
    <RecordField
      {...field}
      choices={choices}
      waits={parent !== undefined}
      hint={parent ? `Chọn ${parent.label.toLocaleLowerCase('vi')} trước` : field.hint}
    />
  )
}
