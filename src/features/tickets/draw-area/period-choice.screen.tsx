/** The draw for something new: the day, then a station that draws on it; the head office may choose a store. */
import { useState } from 'react'
import { useRead } from '#web/call/api.ts'
import { serverNow } from '#web/call/clock.ts'
import { momentText } from '#web/value/format.ts'
import { useRights } from '#web/session/rights.ts'
import { Combobox } from '#web/ui/choice/combobox.tsx'
import { DateInput } from '#web/ui/date/date-input.tsx'
import { addDays, today } from '#web/ui/date/date-text.ts'
import { Field } from '#web/ui/field/field.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { useFieldChoices } from '#web/choices/use-field-choices.ts'
import { infoOf } from '#contract/schema.ts'
import { openStores } from '#features/tickets/stock/stock-choices.screen.tsx'
import { DrawPeriod, DrawArea, drawArea } from './draw-area.contract.ts'
import { takesTickets, whyNotStation } from './station-choice.rules.ts'

export interface PeriodSelection {
  open_date: string | null
  area_id: number | null
  base_id: number | null
}

export type PeriodChoice = ReturnType<typeof usePeriodChoice>

/** Starts with the next draw that still takes tickets, unless one is given. */
export function usePeriodChoice(start: PeriodSelection) {
  const { me } = useRights()
  const [opened_at] = useState(serverNow)
  const [day, setDay] = useState(start.open_date)
  const [base_id, setBaseId] = useState(start.base_id)
  const [chosen_area_id, setAreaId] = useState(start.area_id)
  const store = base_id === null ? {} : { base_id }
  const areasOfToday = useRead(drawArea.byBase, { ...store, open_date: today() })
  // Set once: the cut-off must not move the day of a slip that is being typed.
  if (day === null && areasOfToday.data) {
    const isTodayOver = !areasOfToday.data.items.some((area) => takesTickets(area, serverNow()))
    setDay(isTodayOver ? addDays(today(), 1) : today())
  }
  const open_date = day ?? today()
  const areasOfDay = useRead(drawArea.byBase, { ...store, open_date })
  const areas = (areasOfDay.data?.items ?? []).map((area) => ({
    ...area,
    whyNot: whyNotStation(area, base_id ?? me.base_id, serverNow()),
  }))
  const possible = areas.filter((area) => !whyNotStation(area, base_id ?? me.base_id, opened_at))
  const single_area_id = possible.length === 1 ? possible[0]!.area_id : null
  const area = areas.find(({ area_id }) => area_id === (chosen_area_id ?? single_area_id)) ?? null
  return {
    open_date,
    area_id: area?.area_id ?? null,
    base_id,
    area,
    areas,
    hint: areasOfDay.isPending ? 'Đang tải…' : areas.length === 0 ? 'Không có đài quay' : 'Chọn đài',
    setDay,
    setStore: setBaseId,
    setArea: setAreaId,
  }
}

interface PeriodFieldsProps {
  period: PeriodChoice
  errors: Partial<Record<'open_date' | 'area_id' | 'base_id', string>>
}

/** Fields for a Grid; the day comes first because a morning's slips share it. */
export function PeriodFields({ period: draw, errors }: PeriodFieldsProps) {
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

function StoreField({ draw, error }: { draw: PeriodChoice; error: string | undefined }) {
  const { choices } = useFieldChoices(openStores, {}, draw.base_id)
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
