/** A slip of whole sets while it is written: which draw, and its sets, typed one after the other or pasted. */
import { useRef, type RefObject } from 'react'
import { restoredText } from '#web/use-record-form.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { EntryGridHandle } from '#web/ui/entry-grid.tsx'
import { Field } from '#web/ui/field.tsx'
import { Grid } from '#web/ui/grid.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { useRights } from '#web/rights.ts'
import type { Session } from '#web/editor-session.ts'
import type { EditorState } from '#web/use-editor.ts'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { DrawFields } from '#features/tickets/draw-area/draw-choice.screen.tsx'
import { SetLinesField } from './set-lines.screen.tsx'
import { useSetsForm, type SetsForm } from './sets-form.screen.tsx'
import { ticketGroup } from './ticket-group.contract.ts'

export interface SetsEditorProps {
  editor: EditorState
}

export default function SetsEditor({ editor }: SetsEditorProps) {
  const { session } = editor
  return session?.row === null && <OpenSlip key={session.transid} editor={editor} session={session} />
}

function OpenSlip({ editor, session }: SetsEditorProps & { session: Session }) {
  const { me } = useRights()
  const grid = useRef<EntryGridHandle>(null)
  const form = useSetsForm(session, { grid, onSaved: editor.close })
  return (
    <Dialog
      open
      onClose={editor.close}
      title="Nhập cặp nguyên"
      description="Các cặp của một đài và một ngày thành một phiếu. Vé vào kho khi người khác duyệt phiếu."
      size="xl"
      dirty={form.changed}
      saveLabel="Lập phiếu"
      saving={form.pending}
      saveWhyNot={form.whyNot}
      onSubmit={form.save}
    >
      <Stack gap={4}>
        {session.restored && <Banner kind="info">{restoredText}</Banner>}
        <Grid columns={me.base_id === null ? 4 : 3}>
          <DrawFields draw={form.draw} errors={form.errors} />
          <NoteField form={form} grid={grid} />
        </Grid>
        <SetLinesField form={form} grid={grid} />
      </Stack>
    </Dialog>
  )
}

const { label, max } = infoOf(shapeOf(ticketGroup.add.input).note!)!

function NoteField({ form, grid }: { form: SetsForm; grid: RefObject<EntryGridHandle | null> }) {
  return (
    <Field label={label} error={form.errors.note}>
      <TextInput
        value={form.note}
        onChange={form.setNote}
        maxLength={max}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          // On to the sets: what was only begun is not sent.
          event.preventDefault()
          grid.current?.focus({ index: form.sets.length, cell: 'number' })
        }}
      />
    </Field>
  )
}
