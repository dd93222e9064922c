/** The editor of a new slip of ticket groups: its period and its groups. */
import { useRef, type RefObject } from 'react'
import { restored_text } from '#web/form/restored-text.ts'
import { Banner } from '#web/ui/message/banner.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import type { EntryGridHandle } from '#web/ui/entry-grid/entry-grid.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { useRights } from '#web/session/rights.ts'
import type { Session } from '#web/form/editor-session.ts'
import type { EditorState } from '#web/form/use-editor.ts'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { PeriodFields } from '#features/tickets/draw-area/period-choice.screen.tsx'
import { GroupLinesField } from './group-lines.screen.tsx'
import { useGroupSlipForm, type GroupSlipForm } from './group-slip-form.screen.tsx'
import { ticketGroup } from '#features/tickets/ticket-group/ticket-group.contract.ts'

export interface GroupSlipEditorProps {
  editor: EditorState
}

export default function GroupSlipEditor({ editor }: GroupSlipEditorProps) {
  const { session } = editor
  return session?.row === null && <OpenEditor key={session.transid} editor={editor} session={session} />
}

function OpenEditor({ editor, session }: GroupSlipEditorProps & { session: Session }) {
  const { me } = useRights()
  const grid = useRef<EntryGridHandle>(null)
  const form = useGroupSlipForm(session, { grid, onSaved: editor.close })
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
        {session.restored && <Banner kind="info">{restored_text}</Banner>}
        <Grid columns={me.base_id === null ? 4 : 3}>
          <PeriodFields period={form.period} errors={form.errors} />
          <NoteField form={form} grid={grid} />
        </Grid>
        <GroupLinesField form={form} grid={grid} />
      </Stack>
    </Dialog>
  )
}

const { label, max } = infoOf(shapeOf(ticketGroup.add.input).note!)!

function NoteField({ form, grid }: { form: GroupSlipForm; grid: RefObject<EntryGridHandle | null> }) {
  return (
    <Field label={label} error={form.errors.note}>
      <TextInput
        value={form.note}
        onChange={form.setNote}
        maxLength={max}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          // Enter moves on to the groups instead of submitting the form.
          event.preventDefault()
          grid.current?.focus({ index: form.groups.length, cell: 'number' })
        }}
      />
    </Field>
  )
}
