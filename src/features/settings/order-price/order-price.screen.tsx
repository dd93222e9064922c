/** Limits of an order's value by product, today and from a day on, beside the values of recent orders. */
import { useEffect, useState } from 'react'
import { moneyText } from '#contract/text/money-text.ts'
import { Act } from '#web/action/act.tsx'
import { useRead, useWrite } from '#web/call/api.ts'
import { threeWayMerge, type Typing } from '#web/form/editor-base.tsx'
import { ariaKeys, keys } from '#web/palette/keys.ts'
import { showAtFields } from '#web/form/first-error.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { useRights } from '#web/session/rights.ts'
import { dayText, numberText, shortDayText } from '#web/value/format.ts'
import { Field } from '#web/ui/field/field.tsx'
import { MoneyInput } from '#web/ui/field/money-input.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { FullWidth, Grid } from '#web/ui/layout/grid.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { Badge } from '#web/ui/show/badge.tsx'
import { productName } from '#features/results/product/product-name.rules.ts'
import { FromDayField } from '#features/settings/setting-change/from-day-field.screen.tsx'
import { SettingsTable } from '#features/settings/setting-change/settings-table.screen.tsx'
import type { SettingChangeRow } from '#features/settings/setting-change/setting-change.contract.ts'
import { orderPrice, type OrderPriceRow } from './order-price.contract.ts'

type Bounds = Pick<OrderPriceRow, 'minimum' | 'maximum'>

export default function OrderPriceScreen() {
  const read = useRead(orderPrice.list, {})
  if (!read.data) return <ReadFallback read={read} lines={12} />
  return (
    <SettingsTable<OrderPriceRow, TypedBounds>
      items={read.data.items}
      history={read.data.history}
      label="Giá trị đơn"
      call={orderPrice.update}
      keyOf={(row) => row.category}
      nameOf={(row) => productName(row.category)}
      columns={[
        { key: 'category', head: 'Sản phẩm', width: 170, grow: true, cell: (row) => productName(row.category) },
        { key: 'minimum', head: 'Tối thiểu', width: 120, align: 'right', cell: minimumText },
        { key: 'maximum', head: 'Tối đa', width: 130, align: 'right', cell: maximumText },
        { key: 'seen', head: '7 ngày qua', width: 250, cell: seenText },
        { key: 'planned', head: 'Sẽ đổi', width: 230, cell: plannedOf },
      ]}
      linesOf={(_, change) => linesOf(change)}
      rebase={({ minimum, maximum, ...others }, from, to) => ({
        ...others,
        ...threeWayMerge({ minimum, maximum }, from, to),
      })}
    >
      {(row, start, typing) => <BoundsEditor row={row} start={start} typing={typing} />}
    </SettingsTable>
  )
}

interface BoundsEditorProps {
  row: OrderPriceRow
  /** A change of the history that is taken back; null to start with the current limits. */
  start: SettingChangeRow | null
  typing: Typing<TypedBounds>
}

/** What is typed in the editor. */
interface TypedBounds extends Bounds {
  from_day: string | null
  reason: string
}

function BoundsEditor({ row, start, typing }: BoundsEditorProps) {
  const { before, onTyped } = typing
  const begin = before ?? (start?.before as Bounds | undefined) ?? row
  const { can } = useRights()
  const mayChange = can(orderPrice.update)
  const [minimum, setMinimum] = useState<number | null>(begin.minimum)
  const [maximum, setMaximum] = useState<number | null>(begin.maximum)
  const [from_day, setFromDay] = useState((before ?? start)?.from_day ?? null)
  const [reason, setReason] = useState(before?.reason ?? '')
  const [faults, setFaults] = useState<Record<string, string>>({})
  const name = productName(row.category)
  const save = useWrite(orderPrice.update, {
    onSuccess: () => {
      onTyped(null)
      toast.success(
        from_day === null
          ? `Đã đổi giá trị đơn ${name}. Kênh bán áp dụng từ đơn tiếp theo.`
          : `Đã đặt giá trị đơn ${name} từ ${dayText(from_day)}.`,
      )
    },
    onFailure: (failure) => showAtFields(failure, setFaults),
  })
  const min_amount = minimum ?? 0
  const isSame = from_day === null && min_amount === row.minimum && maximum === row.maximum
  const isEdited = !isSame || reason !== ''
  useEffect(
    () => onTyped(isEdited ? { minimum: min_amount, maximum, from_day, reason } : null),
    [onTyped, isEdited, min_amount, maximum, from_day, reason],
  )
  return (
    <Panel
      title={name}
      actions={
        <Act
          call={orderPrice.update}
          variant="primary"
          aria-keyshortcuts={ariaKeys(keys.save)}
          busy={save.pending}
          whyNot={isSame && 'Chưa có thay đổi nào.'}
          onClick={() =>
            save.mutate({
              category: row.category,
              minimum: min_amount,
              maximum,
              from_day,
              reason: reason.trim() === '' ? null : reason,
              version: row.version,
            })
          }
        >
          {from_day === null ? 'Áp dụng ngay' : `Đặt từ ${dayText(from_day)}`}
        </Act>
      }
    >
      <Stack>
        <Grid columns={3}>
          <Field label="Mỗi đơn tối thiểu" hint="Tiền vé, chưa có phí" error={faults.minimum}>
            <MoneyInput value={minimum} onChange={setMinimum} readOnly={!mayChange} />
          </Field>
          <Field label="Mỗi đơn tối đa" hint="Để trống: không giới hạn" error={faults.maximum}>
            <MoneyInput value={maximum} onChange={setMaximum} readOnly={!mayChange} />
          </Field>
          {mayChange && <FromDayField value={from_day} onChange={setFromDay} error={faults.from_day} />}
          {mayChange && (
            <FullWidth>
              <Field label="Lý do" error={faults.reason}>
                <TextInput value={reason} onChange={setReason} maxLength={200} />
              </Field>
            </FullWidth>
          )}
        </Grid>
        {turnsAway(row, min_amount, maximum) && (
          <Banner kind="warning" title="Có đơn 7 ngày qua nằm ngoài mức này">
            {`${seenText(row)}. Những đơn ngoài mức sẽ bị từ chối (mã 124).`}
          </Banner>
        )}
      </Stack>
    </Panel>
  )
}

/** Whether an order of the last seven days would be refused within these bounds. */
function turnsAway({ orders, smallest, largest }: OrderPriceRow, minimum: number, maximum: number | null): boolean {
  return orders > 0 && ((smallest !== null && smallest < minimum) || (maximum !== null && largest! > maximum))
}

const minimumText = ({ minimum }: Bounds) => (minimum === 0 ? '–' : moneyText(minimum))
const maximumText = ({ maximum }: Bounds) => (maximum === null ? '–' : moneyText(maximum))

function seenText({ orders, smallest, largest }: OrderPriceRow): string {
  if (orders === 0) return 'chưa có đơn'
  const range = smallest === largest ? moneyText(smallest!) : `${moneyText(smallest!)} – ${moneyText(largest!)}`
  return `${numberText(orders)} đơn, ${range}`
}

function plannedOf({ planned }: OrderPriceRow) {
  const [nextPrice] = planned
  return nextPrice ? (
    <Badge tone="blue">{`${minimumText(nextPrice)} đến ${maximumText(nextPrice)} từ ${shortDayText(nextPrice.from_day)}`}</Badge>
  ) : (
    '–'
  )
}

function linesOf({ before, after }: SettingChangeRow) {
  const [was, is] = [before, after] as unknown as [Bounds, Bounds]
  return [
    { key: 'minimum', label: 'Tối thiểu', before: minimumText(was), after: minimumText(is) },
    { key: 'maximum', label: 'Tối đa', before: maximumText(was), after: maximumText(is) },
  ].filter((line) => line.before !== line.after)
}
