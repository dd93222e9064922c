/** Chooses a draw by group of products, day, and station or game; the initial choice may come from the page's address. */
import { useState } from 'react'
import { useRead } from '#web/call/api.ts'
import { serverNow } from '#web/call/clock.ts'
import { useAddressValue } from '#web/list/use-list.ts'
import { clockText } from '#web/value/format.ts'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { Combobox } from '#web/ui/choice/combobox.tsx'
import { DateInput } from '#web/ui/date/date-input.tsx'
import { addDays, today } from '#web/ui/date/date-text.ts'
import { Field } from '#web/ui/field/field.tsx'
import { RadioGroup } from '#web/ui/field/radio-group.tsx'
import { Row } from '#web/ui/layout/layout.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { isTraditional, product, type Product } from '#features/results/product/product.contract.ts'
import { period } from '#features/results/period/period.contract.ts'
import type { PeriodStatus } from '#features/results/period/period-fields.contract.ts'

const groups = {
  xskt: { label: 'XSKT', products: [product.south, product.central, product.north] },
  vietlott: {
    label: 'Vietlott',
    products: [product.mega645, product.power655, product.max3d, product.max3d_pro, product.lotto535],
  },
  fast: { label: 'Keno · Bingo18', products: [product.keno, product.bingo18] },
  others: { label: 'Khác', products: [product.dt6x36, product.dt123, product.than_tai4, product.loto] },
} as const satisfies Record<string, { label: string; products: readonly Product[] }>
type Group = keyof typeof groups

interface DrawOfDay {
  period_id: number
  period_code: string
  category: Product
  name: string
  area_id: number | null
  draw_at: string
  status: PeriodStatus
}

const isDrawn = ({ draw_at }: DrawOfDay) => Date.parse(draw_at) <= serverNow()

/** The chosen draw; at first the newest past draw of the South. */
export function useDrawChoice() {
  const [given_category] = useAddressValue('category')
  const [given_day] = useAddressValue('open_date')
  const [given_area] = useAddressValue('area_id')
  const [group, setGroup] = useState<Group>(() => groupOf(Number(given_category)))
  const [day, setDay] = useState(given_day ?? today())
  const [chosen, setChosen] = useState<number | null>(null)
  const { draws, isPending } = useDrawsOfDay(groups[group].products, day)
  const fromAddress = draws.find(({ area_id, category }) =>
    given_area === null ? category === Number(given_category) : area_id === Number(given_area),
  )
  const selected =
    draws.find(({ period_id }) => period_id === chosen) ?? fromAddress ?? draws.findLast(isDrawn) ?? draws[0]
  const first_drawn = draws.find(isDrawn)
  const draw = group === 'xskt' && chosen === null && !fromAddress ? (first_drawn ?? draws[0]) : selected
  return {
    group,
    setGroup,
    day,
    setDay,
    draws,
    isPending,
    period: draw ?? null,
    is_drawn: draw !== undefined && isDrawn(draw),
    setChosen,
  }
}

function groupOf(category: number): Group {
  const entry = Object.entries(groups).find(([, { products }]) => (products as readonly number[]).includes(category))
  return (entry?.[0] as Group | undefined) ?? 'xskt'
}

const max_products = 5

/** The draws of a day for up to five products, with one request each: no group has more products. */
function useDrawsOfDay(products: readonly Product[], date: string): { draws: DrawOfDay[]; isPending: boolean } {
  const slots = Array.from({ length: max_products }, (_, index) => products[index] ?? null)
  const [a, b, c, d, e] = slots
  const answers = [useOfDay(a!, date), useOfDay(b!, date), useOfDay(c!, date), useOfDay(d!, date), useOfDay(e!, date)]
  return { draws: answers.flatMap(({ items }) => items), isPending: answers.some((answer) => answer.isPending) }
}

function useOfDay(category: Product | null, date: string): { items: readonly DrawOfDay[]; isPending: boolean } {
  const enabled = category !== null
  const { data, isPending } = useRead(period.ofDay, { category: category ?? product.south, date }, { enabled })
  return enabled ? { items: data?.items ?? [], isPending } : { items: [], isPending: false }
}

/** Above this number of options a search box is shown instead of buttons. */
const max_buttons = 8

export function DrawFields({ draw }: { draw: ReturnType<typeof useDrawChoice> }) {
  const { group, draws, day } = draw
  const label = group === 'xskt' ? 'Đài' : 'Kỳ'
  return (
    <>
      <Field label="Sản phẩm" group>
        <Segmented<Group>
          aria-label="Sản phẩm"
          value={group}
          onChange={draw.setGroup}
          options={Object.entries(groups).map(([value, drawGroup]) => ({
            value: value as Group,
            label: drawGroup.label,
          }))}
        />
      </Field>
      <Field label="Ngày mở thưởng" group>
        <Row wrap={false}>
          <IconButton bordered icon="chevron-left" label="Ngày trước" onClick={() => draw.setDay(addDays(day, -1))} />
          <DateInput value={day} onChange={(value) => value && draw.setDay(value)} max={today()} />
          <IconButton bordered icon="chevron-right" label="Ngày sau" onClick={() => draw.setDay(addDays(day, 1))} />
        </Row>
      </Field>
      {!draw.isPending && draws.length > max_buttons ? (
        <Field label={label}>
          <Combobox
            value={draw.period?.period_id ?? null}
            onChange={(value) => draw.setChosen(value)}
            options={[...draws.filter(isDrawn).toReversed(), ...draws.filter((option) => !isDrawn(option))].map(
              (option) => ({
                value: option.period_id,
                label: nameOf(option),
                whyNot: !isDrawn(option) && `chưa quay, ${clockText(option.draw_at)}`,
              }),
            )}
          />
        </Field>
      ) : (
        <Field label={label} group>
          {draw.isPending ? (
            <Skeleton lines={7} />
          ) : draws.length === 0 ? (
            <Text tone="muted">Ngày này không quay</Text>
          ) : (
            <RadioGroup
              value={draw.period?.period_id ?? null}
              onChange={draw.setChosen}
              options={draws.map((option) => ({
                value: option.period_id,
                label: `${nameOf(option)} · ${isDrawn(option) ? 'quay' : 'chưa quay,'} ${clockText(option.draw_at)}`,
              }))}
            />
          )}
        </Field>
      )}
    </>
  )
}

function nameOf({ category, name, period_code }: DrawOfDay): string {
  return isTraditional(category) ? name : `${name} · ${period_code}`
}
