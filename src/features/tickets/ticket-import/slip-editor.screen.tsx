/** The editor of an import slip: its period and its lines. */
import { useRef, useState, type RefObject } from 'react'
import { useSlipForm, type SlipForm } from './slip-form.screen.tsx'
import { LinesField } from '#features/tickets/ticket-import-line/slip-lines-field.screen.tsx'
import { dayText, momentText, numberText } from '#web/value/format.ts'
import { useRights } from '#web/session/rights.ts'
import { restored_text } from '#web/form/restored-text.ts'
import { Banner } from '#web/ui/message/banner.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import type { EntryGridHandle } from '#web/ui/entry-grid/entry-grid.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import type { Session } from '#web/form/editor-session.ts'
import type { EditorState } from '#web/form/use-editor.ts'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { PeriodFields } from '#features/tickets/draw-area/period-choice.screen.tsx'
import { sumsText, type Slip } from './slip.screen.tsx'
import { ticketImport } from './ticket-import.contract.ts'
import { whyNotChange } from './ticket-import.rules.ts'

export interface SlipEditorProps {
  editor: EditorState
  /** Opens the slip as somebody else has changed it. */
  reopen: (slip: Slip) => void
}

export default function SlipEditor({ editor, reopen }: SlipEditorProps) {
  const { session } = editor
  // The day, and whether to open another slip, are kept from one slip to the next.
  const [opensNext, setOpensNext] = useState(false)
  const [day, setDay] = useState<string | null>(null)
  return (
    session && (
      <OpenEditor key={session.transid} {...{ editor, session, reopen, opensNext, setOpensNext, day, setDay }} />
    )
  )
}

interface OpenProps extends SlipEditorProps {
  session: Session
  opensNext: boolean
  setOpensNext: (opensNext: boolean) => void
  day: string | null
  setDay: (day: string) => void
}

const noteInfo = infoOf(shapeOf(ticketImport.create.input).note!)!

function OpenEditor({ editor, session, reopen, opensNext, setOpensNext, day, setDay }: OpenProps) {
  const { me } = useRights()
  const row = session.row as Slip | null
  const grid = useRef<EntryGridHandle>(null)
  const form = useSlipForm(session, day, {
    grid,
    onSaved: () => {
      editor.close()
      if (row || !opensNext) return
      setDay(form.period.open_date)
      editor.open()
    },
  })
  const takeTheirs = (theirs: Slip) => {
    // Closing also deletes the draft, which would be restored otherwise.
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
        {session.restored && <Banner kind="info">{restored_text}</Banner>}
        {form.conflicting && <Conflict form={form} theirs={form.conflicting} takeTheirs={takeTheirs} />}
        {row ? (
          <NoteField form={form} grid={grid} />
        ) : (
          <Grid columns={me.base_id === null ? 4 : 3}>
            <PeriodFields period={form.period} errors={form.errors} />
            <NoteField form={form} grid={grid} />
          </Grid>
        )}
        <LinesField form={form} grid={grid} />
        {!row && (
          <Row>
            <Checkbox checked={opensNext} onChange={setOpensNext} label="Lập xong mở ngay phiếu tiếp theo" />
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
          // Enter moves on to the tickets instead of submitting the form.
          event.preventDefault()
          grid.current?.focus({ index: form.lines.length, cell: 'number' })
        }}
      />
    </Field>
  )
}

/** Somebody else has saved the slip: nothing is overwritten until the person decides. */
function Conflict({ form, theirs, takeTheirs }: { form: SlipForm; theirs: Slip; takeTheirs: (slip: Slip) => void }) {
  const closedReason = whyNotChange(theirs)
  return (
    <Banner kind="warning" title="Phiếu đã được người khác sửa sau khi bạn mở">
      <Stack gap={2}>
        <Text>
          {theirs.updated_by_name ?? 'Người khác'} đã lưu lúc {momentText(theirs.updated_at ?? theirs.created_at)}:{' '}
          {sumsText(theirs)}. Của bạn: {sumsText(form.sums)}. {closedReason}
        </Text>
        <Row>
          <Button size="sm" onClick={() => takeTheirs(theirs)}>
            Lấy bản của họ
          </Button>
          {closedReason === null && (
            <Button size="sm" onClick={form.keepMine}>{`Giữ ${numberText(form.sums.line_count)} dòng của tôi`}</Button>
          )}
        </Row>
      </Stack>
    </Banner>
  )
}
