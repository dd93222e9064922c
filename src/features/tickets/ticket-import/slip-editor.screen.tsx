/** An import slip while it is written: which draw, and its lines, typed one after the other or pasted. */
import { useRef, useState, type RefObject } from 'react'
import { sumsText, useSlipForm, type SlipForm } from './slip-form.screen.tsx'
import { LinesField } from './slip-lines-field.screen.tsx'
import { dayText, momentText, numberText } from '#web/format.ts'
import { useRights } from '#web/rights.ts'
import { restoredText } from '#web/use-record-form.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { today } from '#web/ui/date-text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import type { EntryGridHandle } from '#web/ui/entry-grid.tsx'
import { Field } from '#web/ui/field.tsx'
import { Grid } from '#web/ui/grid.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { useFieldChoices } from '#web/use-choices.ts'
import type { EditorState, Session } from '#web/use-editor.ts'
import { infoOf, shapeOf } from '#contract/fields.ts'
import { placeChoices } from '#features/tickets/stock/place-choices.screen.tsx'
import type { Slip } from './slip-acts.screen.tsx'
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

const shape = shapeOf(ticketImport.create.input)
const labelOf = (name: 'open_date' | 'area_id' | 'base_id' | 'note') => infoOf(shape[name]!)!.label

function OpenSlip({ editor, session, reopen, again, setAgain, day, setDay }: OpenProps) {
  const row = session.row as Slip | null
  const grid = useRef<EntryGridHandle>(null)
  const form = useSlipForm(session, day, {
    grid,
    onSaved: () => {
      editor.close()
      if (row || !again) return
      setDay(form.open_date)
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
        {row ? <NoteField form={form} grid={grid} /> : <DrawFields form={form} grid={grid} />}
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
    <Field label={labelOf('note')} error={form.errors.note}>
      <TextInput
        value={form.note}
        onChange={form.setNote}
        maxLength={infoOf(shape.note!)!.max}
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

/** The day first: a morning's slips are of one day, and of each of its stations. */
function DrawFields({ form, grid }: FieldsProps) {
  const { me } = useRights()
  return (
    <Grid columns={me.base_id === null ? 4 : 3}>
      <Field label={labelOf('open_date')} required error={form.errors.open_date}>
        <DateInput value={form.open_date} onChange={(next) => next && form.setDay(next)} min={today()} />
      </Field>
      <Field
        label={labelOf('area_id')}
        required
        error={form.errors.area_id}
        hint={form.area?.period && `Nhập đến ${momentText(form.area.period.return_until)}`}
      >
        <Select
          value={form.area_id}
          onChange={form.setArea}
          placeholder={form.areasText}
          options={form.areas.map((area) => ({
            value: area.area_id,
            label: `${area.area_name} · quay ${area.draw_time}`,
            whyNot: area.whyNot,
          }))}
        />
      </Field>
      {me.base_id === null && <StoreField form={form} />}
      <NoteField form={form} grid={grid} />
    </Grid>
  )
}

function StoreField({ form }: { form: SlipForm }) {
  const { choices } = useFieldChoices(placeChoices.base_id, {}, form.base_id)
  return (
    <Field label={labelOf('base_id')} error={form.errors.base_id}>
      <Combobox
        value={form.base_id}
        onChange={(base_id) => form.setStore(base_id as number | null)}
        placeholder={form.area?.base_name ?? 'Kho phụ trách đài'}
        clearable
        {...choices}
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
        <span>
          {theirs.updated_by_name ?? 'Người khác'} đã lưu lúc {momentText(theirs.updated_at ?? theirs.created_at)}:{' '}
          {sumsText(theirs)}. Của bạn: {sumsText(form.sums)}. {closed}
        </span>
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
