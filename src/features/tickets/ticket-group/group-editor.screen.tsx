/** Changes a ticket group: its price, its pictures, and its number as long as it waits. */
import { restored_text } from '#web/form/restored-text.ts'
import { useRecordForm } from '#web/form/use-record-form.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { MoneyInput } from '#web/ui/field/money-input.tsx'
import { Pictures } from '#web/ui/picture/pictures.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { digitsOnly } from '#web/ui/field/typed-number.ts'
import { toast } from '#web/ui/message/toast-store.ts'
import type { Session } from '#web/form/editor-session.ts'
import type { EditorState } from '#web/form/use-editor.ts'
import { infoOf } from '#contract/schema.ts'
import { periodText, type TicketGroupRow } from './group-texts.screen.tsx'
import { PhotosField } from './photos.screen.tsx'
import { TicketGroup } from './ticket-group.contract.ts'
import { groupNumber, whyNotRename, whyNotReprice } from './ticket-group.rules.ts'

export interface TicketGroupEditorProps {
  editor: EditorState
}

export default function TicketGroupEditor({ editor }: TicketGroupEditorProps) {
  const { session } = editor
  return session?.row && <OpenEditor key={session.transid} editor={editor} session={session} />
}

const labelOf = (name: 'number' | 'price' | 'images') => infoOf(TicketGroup.shape[name])!.label
const fields = ['number', 'price', 'images'] as const

function OpenEditor({ editor, session }: TicketGroupEditorProps & { session: Session }) {
  const record = useRecordForm({
    session,
    fields,
    invalidates: editor.setup.invalidates,
    render: (name, value) =>
      name === 'images' ? <Pictures label={labelOf('images')} pictures={value as string[]} /> : undefined,
    onSaved: () => {
      toast.success('Đã cập nhật cặp.')
      editor.close()
    },
  })
  const { form, onLeave, box, changed } = record
  const group = record.session.row as TicketGroupRow
  const { number, price, images } = form.values as Pick<TicketGroupRow, (typeof fields)[number]>
  const readOnlyReason = { number: whyNotRename(group), price: whyNotReprice(group) }
  const digits = group.number.length
  return (
    <>
      <Dialog
        open
        onClose={editor.close}
        title={`Sửa cặp ${group.group_code}`}
        description={`${groupNumber(group)} · ${periodText(group)} · ${group.base_name}`}
        dirty={changed}
        saving={record.pending}
        saveWhyNot={
          (!changed && 'Chưa có thay đổi nào.') || (number.length !== digits && `Số cuối phải có ${digits} chữ số.`)
        }
        onSubmit={record.save}
      >
        <Stack>
          {session.restored && <Banner kind="info">{restored_text}</Banner>}
          <Grid ref={box}>
            <Field
              label={labelOf('number')}
              required={readOnlyReason.number === null}
              error={form.errors.number}
              hint={readOnlyReason.number ?? `${digits} chữ số`}
            >
              <TextInput
                value={number}
                onChange={(typed) => form.setFieldValue('number', digitsOnly(typed))}
                onBlur={() => onLeave('number')}
                maxLength={digits}
                inputMode="numeric"
                readOnly={readOnlyReason.number !== null}
              />
            </Field>
            <Field
              label={labelOf('price')}
              required={readOnlyReason.price === null}
              error={form.errors.price}
              hint={readOnlyReason.price}
            >
              <MoneyInput
                value={price}
                onChange={(amount) => form.setFieldValue('price', amount)}
                onBlur={() => onLeave('price')}
                readOnly={readOnlyReason.price !== null}
              />
            </Field>
          </Grid>
          <PhotosField value={images} onChange={(pictures) => form.setFieldValue('images', pictures)} />
        </Stack>
      </Dialog>
      {record.conflict}
    </>
  )
}
