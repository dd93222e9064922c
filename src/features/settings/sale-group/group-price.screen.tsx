/** A group's price of each product: the usual price, or the group's own at once or from a day on. */
import { useEffect, useState } from 'react'
import { moneyText } from '#contract/text/money-text.ts'
import type { Typing } from '#web/form/editor-base.tsx'
import { Act } from '#web/action/act.tsx'
import { useWrite } from '#web/call/api.ts'
import { showFailure } from '#web/call/failure-toast.ts'
import { Refusal } from '#web/call/send.ts'
import { useRights } from '#web/session/rights.ts'
import { dayText, shortDayText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { NumberInput } from '#web/ui/field/number-input.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { Row, Spacer } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { Badge } from '#web/ui/show/badge.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { productName } from '#features/results/product/product-name.rules.ts'
import type { Product } from '#features/results/product/product.contract.ts'
import { FromDayField } from '#features/settings/setting-change/from-day-field.screen.tsx'
import type { SettingChangeRow } from '#features/settings/setting-change/setting-change.contract.ts'
import { groupPrice, type GroupPriceRow } from './sale-group.contract.ts'

interface Price {
  category: Product
  price: number | null
}
const pricesIn = (value: SettingChangeRow['before']) => (value?.prices ?? []) as Price[]

/** The prices that a person has typed and not saved, by product; null is the usual price. */
type DraftPrices = ReadonlyMap<Product, number | null>

interface Props {
  group_id: number
  items: readonly GroupPriceRow[]
  version: number
  /** A change of the history that is to be reverted. */
  start: SettingChangeRow | null
  typing: Typing<TypedPrices>
}

/** What is typed in the editor. */
export interface TypedPrices {
  prices: readonly (readonly [Product, number | null])[]
  /** Null for at once. */
  from_day: string | null
  reason: string
}

const blank: TypedPrices = { prices: [], from_day: null, reason: '' }

function startOf({ before, from_day }: SettingChangeRow): TypedPrices {
  return { ...blank, prices: pricesIn(before).map(({ category, price }) => [category, price]), from_day }
}

export function GroupPrices({ group_id, items, version, start, typing }: Props) {
  const { before, onTyped } = typing
  const { can } = useRights()
  const mayChange = can(groupPrice.update)
  const [typed, setTyped] = useState<TypedPrices>(() => ({ ...blank, ...(before ?? (start && startOf(start))) }))
  const change = (changed: Partial<TypedPrices>) => setTyped((stored) => ({ ...stored, ...changed }))
  const isEdited = typed.prices.length > 0 || typed.from_day !== null || typed.reason !== ''
  useEffect(() => onTyped(isEdited ? typed : null), [onTyped, isEdited, typed])
  const drafts: DraftPrices = new Map(typed.prices)
  return (
    <Panel
      flush
      title="Giá theo nhóm"
      actions={
        <Text tone="muted" size="sm">
          Một vé hoặc một lần chơi; để trống là giá thường. Cặp nguyên giữ giá riêng.
        </Text>
      }
      footer={
        mayChange && (
          <SavePrices
            group_id={group_id}
            version={version}
            typed={typed}
            onChange={change}
            onDiscard={isEdited ? () => setTyped(blank) : undefined}
            onSaved={() => onTyped(null)}
          />
        )
      }
    >
      <PriceTable
        items={items}
        drafts={drafts}
        readOnly={!mayChange}
        onChange={(row, price) =>
          setTyped((stored) => ({ ...stored, prices: [...withDraft(new Map(stored.prices), row, price)] }))
        }
      />
    </Panel>
  )
}

interface SavePricesProps {
  group_id: number
  version: number
  typed: TypedPrices
  onChange: (changed: Partial<TypedPrices>) => void
  /** Undefined while nothing is typed. */
  onDiscard: (() => void) | undefined
  onSaved: () => void
}

function SavePrices({ group_id, version, typed, onChange, onDiscard, onSaved }: SavePricesProps) {
  const { from_day, reason } = typed
  const [faults, setFaults] = useState<Record<string, string>>({})
  const save = useWrite(groupPrice.update, {
    invalidates: ['cms/config'],
    onSuccess: () => {
      onSaved()
      toast.success(
        from_day === null ? 'Đã đổi giá. Đơn tiếp theo bán theo giá mới.' : `Đã đặt giá từ ${dayText(from_day)}.`,
      )
    },
    onFailure: (failure) => {
      const fields = failure instanceof Refusal ? failure.data?.fields : undefined
      if (fields?.from_day) setFaults(fields)
      else showFailure(failure)
    },
  })
  const prices = typed.prices.map(([category, price]) => ({ category, price }))
  return (
    <Row align="end">
      <FromDayField value={from_day} onChange={(day) => onChange({ from_day: day })} error={faults.from_day} />
      <Field label="Lý do" width="lg">
        <TextInput value={reason} onChange={(text) => onChange({ reason: text })} maxLength={200} />
      </Field>
      <Spacer />
      {onDiscard && <Button onClick={onDiscard}>Bỏ thay đổi</Button>}
      <Act
        call={groupPrice.update}
        variant="primary"
        busy={save.pending}
        whyNot={prices.length === 0 && 'Chưa có thay đổi nào.'}
        onClick={() =>
          save.mutate({ group_id, prices, from_day, reason: reason.trim() === '' ? null : reason, version })
        }
      >
        {from_day === null ? 'Đổi giá ngay' : `Đặt giá từ ${dayText(from_day)}`}
      </Act>
    </Row>
  )
}

interface PriceTableProps {
  items: readonly GroupPriceRow[]
  drafts: DraftPrices
  readOnly: boolean
  onChange: (row: GroupPriceRow, price: number | null) => void
}

function PriceTable({ items, drafts, readOnly, onChange }: PriceTableProps) {
  const priceOf = ({ category, price }: GroupPriceRow) => {
    const draft_price = drafts.get(category)
    return draft_price === undefined ? price : draft_price
  }
  return (
    <Table<GroupPriceRow>
      label="Giá theo nhóm"
      rows={items}
      rowKey={({ category }) => category}
      density="compact"
      columns={[
        { key: 'category', head: 'Sản phẩm', width: 200, grow: true, cell: (row) => productName(row.category) },
        {
          key: 'usual_price',
          head: 'Giá thường',
          width: 120,
          align: 'right',
          cell: (row) => moneyText(row.usual_price),
        },
        {
          key: 'price',
          head: 'Giá của nhóm',
          width: 190,
          cell: (row) => (
            <Field label={`Giá của nhóm: ${productName(row.category)}`} labelHidden>
              <NumberInput
                value={priceOf(row)}
                min={1}
                max={100_000_000}
                suffix="đ"
                align="right"
                placeholder="như thường"
                readOnly={readOnly}
                onChange={(price) => onChange(row, price)}
              />
            </Field>
          ),
        },
        { key: 'planned', head: 'Sẽ đổi', width: 210, cell: plannedOf },
      ]}
    />
  )
}

/** The draft with this price; a price equal to the current one is removed from the draft. */
function withDraft(drafts: DraftPrices, row: GroupPriceRow, price: number | null): DraftPrices {
  const changedPrices = new Map(drafts)
  if (price === row.price) changedPrices.delete(row.category)
  else changedPrices.set(row.category, price)
  return changedPrices
}

const priceText = (price: number | null) => (price === null ? 'giá thường' : moneyText(price))

function plannedOf({ planned }: GroupPriceRow) {
  const [nextPrice] = planned
  return nextPrice ? (
    <Badge tone="blue">{`${priceText(nextPrice.price)} từ ${shortDayText(nextPrice.from_day)}`}</Badge>
  ) : (
    '–'
  )
}

export function priceLinesOf({ before, after }: SettingChangeRow) {
  const previousPrices = pricesIn(before)
  return pricesIn(after).map(({ category, price }) => ({
    key: String(category),
    label: productName(category),
    before: priceText(previousPrices.find((previousPrice) => previousPrice.category === category)?.price ?? null),
    after: priceText(price),
  }))
}
