/** The ticket groups of a slip, typed with Enter or pasted as a table, each with its error beside it. */
import { useMemo, useState, type RefObject } from 'react'
import { numberText, textOf } from '#web/value/format.ts'
import { useNarrow } from '#web/list/use-narrow.ts'
import { Banner } from '#web/ui/message/banner.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { EntryGrid, type EntryColumn, type EntryGridHandle } from '#web/ui/entry-grid/entry-grid.tsx'
import type { CellPosition } from '#web/ui/entry-grid/entry-keys.ts'
import { Field } from '#web/ui/field/field.tsx'
import { digitsOnly, numberOf } from '#web/ui/field/typed-number.ts'
import { Kbd } from '#web/ui/action/kbd.tsx'
import { Row, Stack, Toolbar } from '#web/ui/layout/layout.tsx'
import { moneyWords } from '#contract/text/money-words.ts'
import { Select } from '#web/ui/field/select.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { pasteLines, NextFaultButton } from '#features/tickets/typed-lines.screen.tsx'
import { sumsText } from '#features/tickets/ticket-group/group-texts.screen.tsx'
import { PhotosField } from '#features/tickets/ticket-group/photos.screen.tsx'
import {
  blankGroup,
  linesBelowFaceValue,
  imagesOf,
  isBlank,
  kindOf,
  nearestGroup,
  pricesOf,
  parseGroups,
  type Fault,
  type StationFormat,
  type TypedGroup,
} from './group-lines.rules.ts'
import type { GroupSlipForm } from './group-slip-form.screen.tsx'
import {
  TicketGroupLine,
  ticketGroupKind,
  ticketGroup,
  TicketGroup,
} from '#features/tickets/ticket-group/ticket-group.contract.ts'
import { digitsOfKind, groupNumber, ticketsOfKind } from '#features/tickets/ticket-group/ticket-group.rules.ts'

const max_groups = infoOf(shapeOf(ticketGroup.add.input).tickets!)!.max!

function columnsOf(digits: number, narrow: boolean, priced: boolean): EntryColumn[] {
  const numeric = { inputMode: 'numeric', clean: digitsOnly } as const
  return [
    {
      ...numeric,
      key: 'number',
      head: infoOf(TicketGroupLine.shape.number)!.label,
      width: narrow ? 88 : 140,
      maxLength: digits,
    },
    {
      ...numeric,
      key: 'price',
      head: infoOf(TicketGroupLine.shape.price)!.label,
      width: narrow ? 100 : 150,
      align: 'right',
      maxLength: 11,
      readPasted: (pasted) => String(numberOf(pasted) ?? pasted),
      ...(priced && { placeholder: narrow ? 'Như trên' : 'Như cặp trên' }),
    },
  ]
}

export function GroupLinesField({ form, grid }: { form: GroupSlipForm; grid: RefObject<EntryGridHandle | null> }) {
  const { groups, setGroups: setSets, faults, station, sums } = form
  const narrow = useNarrow()
  const [position, setPosition] = useState<CellPosition | null>(null)
  const [photosOf, setPhotosOf] = useState<number | null>(null)
  const lastLine = useLastLine(position)
  const hasPrice = sums.amount > 0
  const columns = useMemo(() => columnsOf(station.number_length, narrow, hasPrice), [station, narrow, hasPrice])
  const prices = useMemo(() => pricesByGroup(groups, station), [groups, station])
  const problems = useMemo(
    () => withoutUnfinished(faults, groups, position, station),
    [faults, groups, position, station],
  )
  const below_face_value = linesBelowFaceValue(groups, station)

  function paste(text: string, index: number) {
    const pastedGroups = parseGroups(text, station)
    if (pastedGroups.length === 0) return toast.warning('Không thấy số cuối nào trong phần vừa dán.')
    const onCut = () =>
      void toast.warning(`Một phiếu có nhiều nhất ${numberText(max_groups)} cặp: phần sau không được dán.`)
    setSets(pasteLines({ lines: groups, pasted: pastedGroups, index, max_lines: max_groups, isBlank, grid, onCut }))
  }
  return (
    <Stack gap={2}>
      <Toolbar
        end={
          <Button
            size="sm"
            icon="image"
            whyNot={sums.set_count === 0 && 'Hãy nhập cặp trước.'}
            onClick={() => setPhotosOf(nearestGroup(groups, lastLine))}
          >
            Ảnh của cặp
          </Button>
        }
      >
        <Text tone="muted" size="sm">
          {kindsText(station)} {!narrow && <KeyHints />}
        </Text>
      </Toolbar>
      <EntryGrid
        ref={grid}
        label="Cặp của phiếu"
        columns={columns}
        rows={groups}
        blank={blankGroup}
        onChange={setSets}
        maxRows={max_groups}
        problems={problems}
        problemWidth={narrow ? null : 260}
        result={{
          head: narrow ? infoOf(TicketGroup.shape.quantity)!.label : infoOf(TicketGroupLine.shape.kind)!.label,
          width: narrow ? 80 : 330,
          text: (group: TypedGroup) => kindText(group, station, { price: prices.get(group), narrow }),
        }}
        onPaste={paste}
        onFocusCell={setPosition}
      />
      <Row justify="between">
        <Text strong>{sumsText(sums)}</Text>
        <NextFaultButton problems={problems} position={position} grid={grid} />
      </Row>
      {position && problems.has(position.index) ? (
        <Text tone="danger">{`Dòng ${position.index + 1}: ${problems.get(position.index)!.error}`}</Text>
      ) : (
        <Text tone="muted">
          {sums.amount > 0
            ? moneyWords(sums.amount)
            : sums.set_count > 0
              ? 'Chưa cặp nào tính được tiền'
              : 'Chưa có cặp nào'}
        </Text>
      )}
      {below_face_value.length > 0 && <Banner kind="warning">{belowFaceValueText(below_face_value)}</Banner>}
      {photosOf !== null && <PhotosDialog form={form} index={photosOf} onMove={setPhotosOf} />}
    </Stack>
  )
}

/** The last focused line, because pressing a button takes the focus away. */
function useLastLine(position: CellPosition | null): number {
  const [last, setLast] = useState(0)
  if (position !== null && position.index !== last) setLast(position.index)
  return last
}

/** Hides the errors of the line that is being typed: its number may still be short and its price still missing. */
function withoutUnfinished(
  faults: ReadonlyMap<number, Fault>,
  groups: readonly TypedGroup[],
  position: CellPosition | null,
  { number_length }: StationFormat,
): ReadonlyMap<number, Fault> {
  const fault = position && faults.get(position.index)
  if (!position || !fault) return faults
  const number = groups[position.index]!.number
  const isTooShort = fault.cell === 'number' && position.cell === 'number' && number.length < number_length - 1
  const unpriced = fault.cell === 'price' && groups[position.index]!.price === ''
  return isTooShort || unpriced ? new Map([...faults].filter(([index]) => index !== position.index)) : faults
}

function KeyHints() {
  return (
    <>
      <Kbd keys={['Enter']} /> sang ô sau, dán được bảng từ Excel, Zalo; <Kbd keys={['Ctrl', 'Delete']} /> bỏ dòng,{' '}
      <Kbd keys={['Ctrl', 'Enter']} /> lập phiếu.
    </>
  )
}

const kindName = (kind: 1 | 2) => textOf(infoOf(TicketGroupLine.shape.kind), kind)

/** '5 số cuối: Nguyên cặp 10 đầu (110 vé); 6 số: Cùng dãy số (11 vé).' */
function kindsText(station: StationFormat): string {
  const kinds = [ticketGroupKind.ten_heads, ticketGroupKind.same_number].map((kind) => {
    const size = station.series_count > 0 ? ` (${numberText(ticketsOfKind(kind, station.series_count))} vé)` : ''
    return `${digitsOfKind(kind, station.number_length)} số: ${kindName(kind)}${size}`
  })
  return `${kinds.join('; ')}.`
}

/** Includes the price of a group whose own cell is empty. */
function pricesByGroup(groups: readonly TypedGroup[], station: StationFormat): ReadonlyMap<TypedGroup, number | null> {
  const prices = pricesOf(groups, station)
  return new Map(groups.map((group, index) => [group, prices[index]!]))
}

type KindTextOptions = { price: number | null | undefined; narrow: boolean }

function kindText(group: TypedGroup, station: StationFormat, { price, narrow }: KindTextOptions): string {
  const kind = kindOf(group.number, station)
  if (kind === null || station.series_count === 0) return ''
  const size = numberText(ticketsOfKind(kind, station.series_count))
  if (narrow) return size
  const photos = imagesOf(group).length
  const parts = [photos > 0 && `${photos} ảnh`, kindName(kind), `${size} vé`, price != null && moneyText(price)]
  return parts.filter(Boolean).join(' · ')
}

function belowFaceValueText(cheap: readonly number[]): string {
  const lines = cheap.slice(0, 5).map((index) => index + 1)
  const moreText = cheap.length > lines.length ? ` và ${numberText(cheap.length - lines.length)} dòng khác` : ''
  return `Dòng ${lines.join(', ')}${moreText}: giá thấp hơn mệnh giá của cả cặp. Hãy xem lại số cuối và giá.`
}

interface PhotosDialogProps {
  form: GroupSlipForm
  index: number
  onMove: (index: number | null) => void
}

/** The pictures of one ticket group after the other, kept with the slip. */
function PhotosDialog({ form, index, onMove }: PhotosDialogProps) {
  const { groups, setGroups: setSets, station } = form
  const group = groups[index]!
  const options = [...groups.entries()]
    .filter(([, typedGroup]) => !isBlank(typedGroup))
    .map(([value, typedGroup]) => {
      const photos = imagesOf(typedGroup).length
      const kind = kindOf(typedGroup.number, station)
      const name = kind === null ? typedGroup.number : groupNumber({ kind, number: typedGroup.number })
      return { value, label: `Dòng ${value + 1}: ${name}${photos > 0 ? ` · ${photos} ảnh` : ''}` }
    })
  return (
    <Dialog
      open
      onClose={() => onMove(null)}
      title="Ảnh của cặp"
      size="md"
      footer={
        <Button variant="primary" onClick={() => onMove(null)}>
          Xong
        </Button>
      }
    >
      <Stack>
        <Field label={infoOf(TicketGroupLine.shape.number)!.label}>
          <Select value={index} onChange={onMove} options={options} />
        </Field>
        <PhotosField
          key={index}
          value={imagesOf(group)}
          onChange={(images) => setSets((now) => now.with(index, { ...now[index]!, images: images.join(' ') }))}
        />
      </Stack>
    </Dialog>
  )
}
