/** The sets of a slip: typed by Enter after Enter, or pasted as a table; what is wrong stands at its line. */
import { useMemo, useState, type RefObject } from 'react'
import { numberText, textOf } from '#web/format.ts'
import { useNarrow } from '#web/use-narrow.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EntryGrid, type EntryColumn, type EntryGridHandle } from '#web/ui/entry-grid.tsx'
import type { CellPosition } from '#web/ui/entry-keys.ts'
import { Field } from '#web/ui/field.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Row, Stack, Toolbar } from '#web/ui/layout.tsx'
import { moneyWords } from '#web/ui/money-words.ts'
import { Select } from '#web/ui/select.tsx'
import { Text } from '#web/ui/text.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { moneyText } from '#contract/money-text.ts'
import { pasteLines, ToFault } from '#features/tickets/typed-lines.screen.tsx'
import { sumsText } from './group-words.screen.tsx'
import { PhotosField } from './photos.screen.tsx'
import {
  blankSet,
  cheapIn,
  imagesOf,
  isBlank,
  kindOf,
  pricesOf,
  setsIn,
  type Fault,
  type Station,
  type TypedSet,
} from './set-lines.rules.ts'
import type { SetsForm } from './sets-form.screen.tsx'
import { GroupLine, setKind, ticketGroup, TicketGroup } from './ticket-group.contract.ts'
import { digitsOfSet, setNumber, ticketsOfSet } from './ticket-group.rules.ts'

const most_sets = infoOf(shapeOf(ticketGroup.add.input).tickets!)!.max!
const digitsOnly = (typed: string) => typed.replaceAll(/\D/g, '')

function columnsOf(digits: number, narrow: boolean, priced: boolean): EntryColumn[] {
  const numeric = { inputMode: 'numeric', clean: digitsOnly } as const
  return [
    {
      ...numeric,
      key: 'number',
      head: infoOf(GroupLine.shape.number)!.label,
      width: narrow ? 88 : 140,
      maxLength: digits,
    },
    {
      ...numeric,
      key: 'price',
      head: infoOf(GroupLine.shape.price)!.label,
      width: narrow ? 100 : 150,
      align: 'right',
      maxLength: 11,
      ...(priced && { placeholder: narrow ? 'Như trên' : 'Như cặp trên' }),
    },
  ]
}

export function SetLinesField({ form, grid }: { form: SetsForm; grid: RefObject<EntryGridHandle | null> }) {
  const { sets, setSets, faults, station, sums } = form
  const narrow = useNarrow()
  const [place, setPlace] = useState<CellPosition | null>(null)
  const [pictured, picture] = useState<number | null>(null)
  const last = useLast(place)
  const priced = sums.amount > 0
  const columns = useMemo(() => columnsOf(station.number_length, narrow, priced), [station, narrow, priced])
  const prices = useMemo(() => pricesBySet(sets, station), [sets, station])
  const problems = useMemo(() => withoutBegun(faults, sets, place, station), [faults, sets, place, station])
  const cheap = cheapIn(sets, station)

  function paste(text: string, index: number) {
    const pasted = setsIn(text)
    if (pasted.length === 0) return toast.warning('Không thấy số cuối nào trong phần vừa dán.')
    const onCut = () =>
      void toast.warning(`Một phiếu có nhiều nhất ${numberText(most_sets)} cặp: phần sau không được dán.`)
    setSets(pasteLines({ lines: sets, pasted, index, most: most_sets, isBlank, grid, onCut }))
  }
  return (
    <Stack gap={2}>
      <Toolbar
        end={
          <Button
            size="sm"
            icon="image"
            whyNot={sums.set_count === 0 && 'Hãy nhập cặp trước.'}
            onClick={() => picture(Math.min(last, sets.length - 1))}
          >
            Ảnh của cặp
          </Button>
        }
      >
        <Text tone="muted" size="sm">
          {kindsText(station)} {!narrow && <Keys />}
        </Text>
      </Toolbar>
      <EntryGrid
        ref={grid}
        label="Cặp của phiếu"
        columns={columns}
        rows={sets}
        blank={blankSet}
        onChange={setSets}
        most={most_sets}
        problems={problems}
        problemWidth={narrow ? null : 260}
        result={{
          head: narrow ? infoOf(TicketGroup.shape.quantity)!.label : infoOf(GroupLine.shape.kind)!.label,
          width: narrow ? 80 : 330,
          text: (set: TypedSet) => kindText(set, station, { price: prices.get(set), narrow }),
        }}
        onPaste={paste}
        onPlace={setPlace}
      />
      <Row justify="between">
        <Text strong>{sumsText(sums)}</Text>
        <ToFault problems={problems} place={place} grid={grid} />
      </Row>
      {place && problems.has(place.index) ? (
        <Text tone="danger">{`Dòng ${place.index + 1}: ${problems.get(place.index)!.error}`}</Text>
      ) : (
        <Text tone="muted">{sums.amount > 0 ? moneyWords(sums.amount) : 'Chưa có cặp nào'}</Text>
      )}
      {cheap.length > 0 && <Banner kind="warning">{cheapText(cheap)}</Banner>}
      {pictured !== null && <PhotosDialog form={form} index={pictured} onMove={picture} />}
    </Stack>
  )
}

/** The line that had the focus last: a press of a button takes it away. */
function useLast(place: CellPosition | null): number {
  const [last, setLast] = useState(0)
  if (place !== null && place.index !== last) setLast(place.index)
  return last
}

/** A number is not short while it is being typed, nor is its price missing before one could type it. */
function withoutBegun(
  faults: ReadonlyMap<number, Fault>,
  sets: readonly TypedSet[],
  place: CellPosition | null,
  { number_length }: Station,
): ReadonlyMap<number, Fault> {
  const fault = place && faults.get(place.index)
  if (!place || !fault) return faults
  const number = sets[place.index]!.number
  const short = fault.cell === 'number' && place.cell === 'number' && number.length < number_length - 1
  const unpriced = fault.cell === 'price' && sets[place.index]!.price === ''
  return short || unpriced ? new Map([...faults].filter(([index]) => index !== place.index)) : faults
}

function Keys() {
  return (
    <>
      <Kbd keys={['Enter']} /> sang ô sau, dán được bảng từ Excel, Zalo; <Kbd keys={['Ctrl', 'Delete']} /> bỏ dòng,{' '}
      <Kbd keys={['Ctrl', 'Enter']} /> lập phiếu.
    </>
  )
}

const kindName = (kind: 1 | 2) => textOf(infoOf(GroupLine.shape.kind), kind)

/** '5 số cuối: Nguyên cặp 10 đầu (110 vé); 6 số: Cùng dãy số (11 vé).' */
function kindsText(station: Station): string {
  const kinds = [setKind.ten_heads, setKind.same_number].map((kind) => {
    const size = station.series_count > 0 ? ` (${numberText(ticketsOfSet(kind, station.series_count))} vé)` : ''
    return `${digitsOfSet(kind, station.number_length)} số: ${kindName(kind)}${size}`
  })
  return `${kinds.join('; ')}.`
}

/** Also the price of a set whose own cell is empty. */
function pricesBySet(sets: readonly TypedSet[], station: Station): ReadonlyMap<TypedSet, number | null> {
  const prices = pricesOf(sets, station)
  return new Map(sets.map((set, index) => [set, prices[index]!]))
}

type Look = { price: number | null | undefined; narrow: boolean }

function kindText(set: TypedSet, station: Station, { price, narrow }: Look): string {
  const kind = kindOf(set.number, station)
  if (kind === null || station.series_count === 0) return ''
  const size = numberText(ticketsOfSet(kind, station.series_count))
  if (narrow) return size
  const photos = imagesOf(set).length
  const parts = [photos > 0 && `${photos} ảnh`, kindName(kind), `${size} vé`, price != null && moneyText(price)]
  return parts.filter(Boolean).join(' · ')
}

function cheapText(cheap: readonly number[]): string {
  const lines = cheap.slice(0, 5).map((index) => index + 1)
  const more = cheap.length > lines.length ? ` và ${numberText(cheap.length - lines.length)} dòng khác` : ''
  return `Dòng ${lines.join(', ')}${more}: giá thấp hơn mệnh giá của cả cặp. Hãy xem lại số cuối và giá.`
}

interface PhotosDialogProps {
  form: SetsForm
  index: number
  onMove: (index: number | null) => void
}

/** The pictures of one set after the other; they are kept with the slip. */
function PhotosDialog({ form, index, onMove }: PhotosDialogProps) {
  const { sets, setSets, station } = form
  const set = sets[index]!
  const options = [...sets.entries()]
    .filter(([, one]) => !isBlank(one))
    .map(([value, one]) => {
      const photos = imagesOf(one).length
      const kind = kindOf(one.number, station)
      const name = kind === null ? one.number : setNumber({ kind, number: one.number })
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
        <Field label={infoOf(GroupLine.shape.number)!.label}>
          <Select value={index} onChange={onMove} options={options} />
        </Field>
        <PhotosField
          key={index}
          value={imagesOf(set)}
          onChange={(images) => setSets((now) => now.with(index, { ...now[index]!, images: images.join(' ') }))}
        />
      </Stack>
    </Dialog>
  )
}
