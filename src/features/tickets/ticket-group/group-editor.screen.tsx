/** A set that is there is changed: its price, its pictures, and its number as long as it waits. */
import { restoredText, useRecordForm } from '#web/use-record-form.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Grid } from '#web/ui/grid.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { MoneyInput } from '#web/ui/money-input.tsx'
import { Pictures } from '#web/ui/pictures.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import type { Session } from '#web/editor-session.ts'
import type { EditorState } from '#web/use-editor.ts'
import { infoOf } from '#contract/schema.ts'
import { drawText, type Group } from './group-words.screen.tsx'
import { PhotosField } from './photos.screen.tsx'
import { TicketGroup } from './ticket-group.contract.ts'
import { setNumber, whyNotRename, whyNotReprice } from './ticket-group.rules.ts'

export interface GroupEditorProps {
  editor: EditorState
}

export default function GroupEditor({ editor }: GroupEditorProps) {
  const { session } = editor
  return session?.row && <OpenEditor key={session.transid} editor={editor} session={session} />
}

const labelOf = (name: 'number' | 'price' | 'images') => infoOf(TicketGroup.shape[name])!.label
const fields = ['number', 'price', 'images'] as const

function OpenEditor({ editor, session }: GroupEditorProps & { session: Session }) {
  const record = useRecordForm({
    session,
    fields,
    touches: editor.setup.touches,
    say: (name, value) =>
      name === 'images' ? <Pictures label={labelOf('images')} pictures={value as string[]} /> : undefined,
    onSaved: () => {
      toast.success('Đã cập nhật cặp.')
      editor.close()
    },
  })
  const { form, left, box, changed } = record
  const set = record.session.row as Group
  const { number, price, images } = form.values as Pick<Group, (typeof fields)[number]>
  const fixed = { number: whyNotRename(set), price: whyNotReprice(set) }
  const digits = set.number.length
  return (
    <>
      <Dialog
        open
        onClose={editor.close}
        title={`Sửa cặp ${set.group_code}`}
        description={`${setNumber(set)} · ${drawText(set)} · ${set.base_name}`}
        dirty={changed}
        saving={record.pending}
        saveWhyNot={
          (!changed && 'Chưa có thay đổi nào.') || (number.length !== digits && `Số cuối phải có ${digits} chữ số.`)
        }
        onSubmit={record.save}
      >
        <Stack>
          {session.restored && <Banner kind="info">{restoredText}</Banner>}
          <Grid ref={box}>
            <Field
              label={labelOf('number')}
              required={fixed.number === null}
              error={form.errors.number}
              hint={fixed.number ?? `${digits} chữ số`}
            >
              <TextInput
                value={number}
                onChange={(typed) => form.setFieldValue('number', typed.replaceAll(/\D/g, ''))}
                onBlur={() => left('number')}
                maxLength={digits}
                inputMode="numeric"
                readOnly={fixed.number !== null}
              />
            </Field>
            <Field
              label={labelOf('price')}
              required={fixed.price === null}
              error={form.errors.price}
              hint={fixed.price}
            >
              <MoneyInput
                value={price}
                onChange={(amount) => form.setFieldValue('price', amount)}
                onBlur={() => left('price')}
                readOnly={fixed.price !== null}
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
