/** Which draw something new is for: the day first, then one of the stations that draw on it; the head office may name a store. */
import { useState } from 'react'
import { useRead } from '#web/api.ts'
import { momentText } from '#web/format.ts'
import { useRights } from '#web/rights.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { addDays, today } from '#web/ui/date-text.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { useFieldChoices } from '#web/use-choices.ts'
import { infoOf } from '#contract/schema.ts'
import { placeChoices } from '#features/tickets/stock/place-choices.screen.tsx'
import { periodStatus } from '#features/results/period/period.contract.ts'
import { DrawPeriod, DrawArea, drawArea, type AreaOfDayRow } from './draw-area.contract.ts'

export interface WishedDraw {
  open_date: string | null
  area_id: number | null
  base_id: number | null
}

export type DrawChoice = ReturnType<typeof useDrawChoice>

/** Without a wish it is the next draw that still takes tickets. */
export function useDrawChoice(start: WishedDraw) {
  const { me } = useRights()
  const [day, setDay] = useState(start.open_date)
  const [base_id, setStore] = useState(start.base_id)
  const [wanted, setArea] = useState(start.area_id)
  const store = base_id === null ? {} : { base_id }
  const now = useRead(drawArea.byBase, { ...store, open_date: today() })
  const isOver = now.data !== undefined && !now.data.items.some(takesTickets)
  const open_date = day ?? (isOver ? addDays(today(), 1) : today())
  const ofDay = useRead(drawArea.byBase, { ...store, open_date })
  const areas = (ofDay.data?.items ?? []).map((area) => ({ ...area, whyNot: whyNotInto(area, base_id ?? me.base_id) }))
  const possible = areas.filter((area) => !area.whyNot)
  const only = possible.length === 1 ? possible[0]!.area_id : null
  const area = areas.find(({ area_id }) => area_id === (wanted ?? only)) ?? null
  return {
    open_date,
    area_id: area?.area_id ?? null,
    base_id,
    area,
    areas,
    hint: ofDay.isPending ? 'Đang tải…' : areas.length === 0 ? 'Không có đài quay' : 'Chọn đài',
    setDay,
    setStore,
    setArea,
  }
}

function takesTickets({ period }: AreaOfDayRow): boolean {
  return period !== null && period.status <= periodStatus.open && Date.parse(period.return_until) > Date.now()
}

function whyNotInto(area: AreaOfDayRow, store: number | null): string | false {
  if (area.period?.status === periodStatus.cancelled) return 'kỳ đã hủy'
  if (!takesTickets(area)) return 'đã hết giờ nhập'
  return area.base_id === null && store === null && 'chưa có kho phụ trách'
}

interface DrawFieldsProps {
  draw: DrawChoice
  errors: Partial<Record<'open_date' | 'area_id' | 'base_id', string>>
}

/** The day first: a morning's slips are of one day, and of each of its stations. Cells of a Grid. */
export function DrawFields({ draw, errors }: DrawFieldsProps) {
  const { me } = useRights()
  return (
    <>
      <Field label={infoOf(DrawPeriod.shape.open_date)!.label} required error={errors.open_date}>
        <DateInput value={draw.open_date} onChange={(day) => day && draw.setDay(day)} min={today()} />
      </Field>
      <Field
        label={infoOf(DrawArea.shape.area_name)!.label}
        required
        error={errors.area_id}
        hint={draw.area?.period && `Nhập đến ${momentText(draw.area.period.return_until)}`}
      >
        <Select
          value={draw.area_id}
          onChange={draw.setArea}
          placeholder={draw.hint}
          options={draw.areas.map((area) => ({
            value: area.area_id,
            label: `${area.area_name} · quay ${area.draw_time}`,
            whyNot: area.whyNot,
          }))}
        />
      </Field>
      {me.base_id === null && <StoreField draw={draw} error={errors.base_id} />}
    </>
  )
}

function StoreField({ draw, error }: { draw: DrawChoice; error: string | undefined }) {
  const { choices } = useFieldChoices(placeChoices.base_id, {}, draw.base_id)
  return (
    <Field label="Kho" error={error}>
      <Combobox
        value={draw.base_id}
        onChange={(base_id) => draw.setStore(base_id as number | null)}
        placeholder={draw.area?.base_name ?? 'Kho phụ trách đài'}
        clearable
        {...choices}
      />
    </Field>
  )
}
