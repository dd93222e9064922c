/** An import slip while it is written: which draw, and its lines, typed one after the other or pasted. */
import { useRef, useState, type RefObject } from 'react'
import { useSlipForm, type SlipForm } from './slip-form.screen.tsx'
import { LinesField } from './slip-lines-field.screen.tsx'
import { dayText, momentText, numberText } from '#web/format.ts'
import { useRights } from '#web/rights.ts'
import { restoredText } from '#web/use-record-form.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { EntryGridHandle } from '#web/ui/entry-grid.tsx'
import { Field } from '#web/ui/field.tsx'
import { Grid } from '#web/ui/grid.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import type { Session } from '#web/editor-session.ts'
import type { EditorState } from '#web/use-editor.ts'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { DrawFields } from '#features/tickets/draw-area/draw-choice.screen.tsx'
import { sumsText, type Slip } from './slip.screen.tsx'
import { ticketImport } from './ticket-import.contract.ts'
import { whyNotChange } from './ticket-import.rules.ts'

export interface SlipEditorProps {
  editor: EditorState
  /** Opens the slip as it has become meanwhile. */
  reopen: (slip: Slip) => void
}

export default function SlipEditor({ editor, reopen }: SlipEditorProps) {
  const { session } = editor
  // One slip after the other: the draw's day and the wish for a next one stay.
  const [again, setAgain] = useState(false)
  const [day, setDay] = useState<string | null>(null)
  return session && <OpenSlip key={session.transid} {...{ editor, session, reopen, again, setAgain, day, setDay }} />
}

interface OpenProps extends SlipEditorProps {
  session: Session
  again: boolean
  setAgain: (again: boolean) => void
  day: string | null
  setDay: (day: string) => void
}

const noteInfo = infoOf(shapeOf(ticketImport.create.input).note!)!

function OpenSlip({ editor, session, reopen, again, setAgain, day, setDay }: OpenProps) {
  const { me } = useRights()
  const row = session.row as Slip | null
  const grid = useRef<EntryGridHandle>(null)
  const form = useSlipForm(session, day, {
    grid,
    onSaved: () => {
      editor.close()
      if (row || !again) return
      setDay(form.draw.open_date)
      editor.open()
    },
  })
  const takeTheirs = (theirs: Slip) => {
    // With its draft, which would be taken up again.
    editor.close()
    reopen(theirs)
  }
  return (
    <Dialog
      open
      onClose={editor.close}
      title={row ? `Sửa phiếu ${row.import_code}` : 'Lập phiếu nhập vé'}
      description={row && `${row.area_name} · ${row.base_name} · mở thưởng ${dayText(row.open_date)}`}
      size="xl"
      dirty={form.changed}
      saveLabel={row ? 'Lưu phiếu' : 'Lập phiếu'}
      saving={form.pending}
      saveWhyNot={form.whyNot}
      onSubmit={form.save}
    >
      <Stack gap={4}>
        {session.restored && <Banner kind="info">{restoredText}</Banner>}
        {form.theirs && <Conflict form={form} theirs={form.theirs} takeTheirs={takeTheirs} />}
        {row ? (
          <NoteField form={form} grid={grid} />
        ) : (
          <Grid columns={me.base_id === null ? 4 : 3}>
            <DrawFields draw={form.draw} errors={form.errors} />
            <NoteField form={form} grid={grid} />
          </Grid>
        )}
        <LinesField form={form} grid={grid} />
        {!row && (
          <Row>
            <Checkbox checked={again} onChange={setAgain} label="Lập xong mở ngay phiếu tiếp theo" />
          </Row>
        )}
      </Stack>
    </Dialog>
  )
}

interface FieldsProps {
  form: SlipForm
  grid: RefObject<EntryGridHandle | null>
}

function NoteField({ form, grid }: FieldsProps) {
  return (
    <Field label={noteInfo.label} error={form.errors.note}>
      <TextInput
        value={form.note}
        onChange={form.setNote}
        maxLength={noteInfo.max}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          // On to the tickets: what was only begun is not sent.
          event.preventDefault()
          grid.current?.focus({ index: form.lines.length, cell: 'number' })
        }}
      />
    </Field>
  )
}

/** Somebody else has saved the slip meanwhile: nothing is overwritten before a person says so. */
function Conflict({ form, theirs, takeTheirs }: { form: SlipForm; theirs: Slip; takeTheirs: (slip: Slip) => void }) {
  const closed = whyNotChange(theirs)
  return (
    <Banner kind="warning" title="Phiếu đã được người khác sửa sau khi bạn mở">
      <Stack gap={2}>
        <Text>
          {theirs.updated_by_name ?? 'Người khác'} đã lưu lúc {momentText(theirs.updated_at ?? theirs.created_at)}:{' '}
          {sumsText(theirs)}. Của bạn: {sumsText(form.sums)}. {closed}
        </Text>
        <Row>
          <Button size="sm" onClick={() => takeTheirs(theirs)}>
            Lấy bản của họ
          </Button>
          {closed === null && (
            <Button size="sm" onClick={form.keepMine}>{`Giữ ${numberText(form.sums.line_count)} dòng của tôi`}</Button>
          )}
        </Row>
      </Stack>
    </Banner>
  )
}
