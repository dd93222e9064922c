/** A sale group: its payment sources, its products and its own prices. */
import { useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { useAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { EditorBase } from '#web/form/editor-base.tsx'
import { lastKeptRow } from '#web/form/kept-values.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { useRights } from '#web/session/rights.ts'
import { numberText } from '#web/value/format.ts'
import { Combobox } from '#web/ui/choice/combobox.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Switch } from '#web/ui/field/switch.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { productName } from '#features/results/product/product-name.rules.ts'
import type { Product } from '#features/results/product/product.contract.ts'
import { SettingHistory } from '#features/settings/setting-change/setting-history.screen.tsx'
import type { SettingChangeRow } from '#features/settings/setting-change/setting-change.contract.ts'
import { GroupPrices, priceLinesOf, type TypedPrices } from './group-price.screen.tsx'
import { groupPrice, productGroup, saleGroup, saleGroupPayment, type SaleGroupRow } from './sale-group.contract.ts'

export default function SaleGroupScreen() {
  const read = useRead(saleGroup.list, {})
  const [chosen, setChosen] = useState(() => lastKeptRow<{ group_id: number }>(groupPrice.update)?.group_id ?? null)
  if (!read.data) return <ReadFallback read={read} lines={12} />
  const { items } = read.data
  const group = items.find(({ group_id }) => group_id === chosen) ?? items.find(isSet) ?? items[0]
  if (!group)
    return (
      <EmptyState
        kind="empty"
        title="Chưa có nhóm điểm bán"
        message="Tạo nhóm ở trang Phân quyền dữ liệu, rồi chọn nhóm cho từng điểm bán."
      />
    )
  return <Group key={group.group_id} group={group} groups={items} onChoose={setChosen} />
}

const isSet = ({ sources, products, prices }: SaleGroupRow) => sources + products + prices > 0

function summaryOf({ sources, products, prices }: SaleGroupRow): string {
  const parts = [
    sources > 0 && `${numberText(sources)} nguồn TT`,
    products > 0 && `${numberText(products)} sản phẩm`,
    prices > 0 && `${numberText(prices)} giá riêng`,
  ].filter(Boolean)
  return parts.join(' · ') || 'chưa đặt gì: bán mọi thứ như thường'
}

interface GroupProps {
  group: SaleGroupRow
  groups: readonly SaleGroupRow[]
  onChoose: (group_id: number | null) => void
}

const invalidates = ['cms/config']

function Group(props: GroupProps) {
  const { group_id } = props.group
  const sources = useRead(saleGroupPayment.list, { group_id })
  const products = useRead(productGroup.list, { group_id })
  const prices = useRead(groupPrice.list, { group_id })
  if (!sources.data) return <ReadFallback read={sources} lines={12} />
  if (!products.data) return <ReadFallback read={products} lines={12} />
  if (!prices.data) return <ReadFallback read={prices} lines={12} />
  return <GroupSettings {...props} sources={sources.data} products={products.data} prices={prices.data} />
}

interface GroupSettingsProps extends GroupProps {
  sources: AnswerOf<typeof saleGroupPayment.list>
  products: AnswerOf<typeof productGroup.list>
  prices: AnswerOf<typeof groupPrice.list>
}

function GroupSettings({ group, groups, onChoose, sources, products, prices }: GroupSettingsProps) {
  const { group_id } = group
  const { can } = useRights()
  const mayChange = can(saleGroupPayment.add)
  /** Prices from the history that the price form starts with; `n` counts the starts, so that the same change can be taken again. */
  const [priceStart, setPriceStart] = useState<{ change: SettingChangeRow | null; n: number }>({ change: null, n: 0 })
  const { setSource, setProduct } = useGroupMembers(group_id)
  const changes = [...products.history, ...prices.history].sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
  const sourceName = (id: number) =>
    sources.items.find(({ payment_vendor_id }) => payment_vendor_id === id)?.vendor_name ?? String(id)
  function revert(change: SettingChangeRow) {
    if (isPrices(change)) return setPriceStart(({ n }) => ({ change, n: n + 1 }))
    const [membersBefore, membersAfter] = membersIn(change)
    for (const id of missingFrom(membersAfter.payment_vendor_ids, membersBefore.payment_vendor_ids)) setSource(id, true)
    for (const id of missingFrom(membersBefore.payment_vendor_ids, membersAfter.payment_vendor_ids))
      setSource(id, false)
    for (const id of missingFrom(membersAfter.categories, membersBefore.categories)) setProduct(id, true)
    for (const id of missingFrom(membersBefore.categories, membersAfter.categories)) setProduct(id, false)
  }
  return (
    <Split
      side="right"
      aside={
        <SettingHistory
          changes={changes}
          nameOf={(change) => (isPrices(change) ? 'Giá' : 'Nguồn TT, sản phẩm')}
          linesOf={(change) => (isPrices(change) ? priceLinesOf(change) : linesOf(change, sourceName))}
          onRevert={mayChange ? revert : undefined}
          whyNotRevert={(change) => whyNotRevert(change, sources.items, products.items)}
        />
      }
    >
      <Stack>
        <GroupChoice group={group} groups={groups} onChoose={onChoose} />
        <Members
          title="Nguồn thanh toán"
          noun="nguồn"
          all="Chưa chọn nguồn nào: nhóm dùng được mọi nguồn đang mở."
          refusal="mã 1024"
          mayChange={mayChange}
          onSet={setSource}
          rows={sources.items.map((row) => ({
            ...row,
            key: row.payment_vendor_id,
            name: row.vendor_name,
            note: row.status === 1 ? '' : 'đang đóng ở Nguồn TT',
          }))}
        />
        <Members
          title="Sản phẩm"
          noun="sản phẩm"
          all="Chưa chọn sản phẩm nào: nhóm bán mọi sản phẩm đang bán."
          refusal="mã 1025"
          mayChange={mayChange}
          onSet={setProduct}
          rows={products.items.map((row) => ({
            ...row,
            key: row.product_id,
            name: productName(row.product_id),
            note: row.status === 1 ? '' : 'đã ngừng bán',
          }))}
        />
        <EditorBase
          row={{ ...prices, group_id }}
          call={groupPrice.update}
          record={String(group_id)}
          beginning={String(priceStart.n)}
          start={priceStart.change}
          // Only changed prices are typed.
          rebase={(typed: TypedPrices) => typed}
        >
          {({ items, version }, change, typing) => (
            <GroupPrices group_id={group_id} items={items} version={version} start={change} typing={typing} />
          )}
        </EditorBase>
      </Stack>
    </Split>
  )
}

/** Adds or removes a payment source or a product of the group. */
function useGroupMembers(group_id: number) {
  const addSource = useAct(saleGroupPayment.add, { success: 'Đã thêm nguồn thanh toán vào nhóm.', invalidates })
  const removeSource = useAct(saleGroupPayment.remove, { success: 'Đã bỏ nguồn thanh toán khỏi nhóm.', invalidates })
  const addProduct = useAct(productGroup.add, { success: 'Đã thêm sản phẩm vào nhóm.', invalidates })
  const removeProduct = useAct(productGroup.remove, { success: 'Đã bỏ sản phẩm khỏi nhóm.', invalidates })
  return {
    setSource: (payment_vendor_id: number, is_member: boolean) =>
      (is_member ? addSource : removeSource).mutate({ group_id, payment_vendor_id }),
    setProduct: (product_id: Product, is_member: boolean) =>
      (is_member ? addProduct : removeProduct).mutate({ group_id, product_id }),
  }
}

function GroupChoice({ group, groups, onChoose }: GroupProps) {
  return (
    <Panel>
      <Stack gap={2}>
        <Field label="Nhóm điểm bán" width="xl">
          <Combobox
            value={group.group_id}
            onChange={onChoose}
            clearable={false}
            options={groups.map((otherGroup) => ({
              value: otherGroup.group_id,
              label: otherGroup.pos_group_name,
              detail: `${numberText(otherGroup.pos_count)} điểm bán · ${summaryOf(otherGroup)}`,
            }))}
          />
        </Field>
        <Text tone="muted">{`${numberText(group.pos_count)} điểm bán · ${summaryOf(group)}`}</Text>
      </Stack>
    </Panel>
  )
}

interface Member<K> {
  key: K
  name: string
  note: string
  is_in_group: boolean
  orders: number
  total: number
}

interface MembersProps<K> {
  title: string
  noun: string
  /** The text while the group has none of its own. */
  all: string
  refusal: string
  mayChange: boolean
  rows: readonly Member<K>[]
  onSet: (key: K, add: boolean) => void
}

/** The group's sources or products with the sales of the last days. Choosing the first one asks before it closes the others. */
function Members<K extends number>({ title, noun, all, refusal, mayChange, rows, onSet }: MembersProps<K>) {
  const members = rows.filter((row) => row.is_in_group)
  const set = async (row: Member<K>) => {
    const otherRows = rows.filter(({ key }) => key !== row.key)
    const orders = sum(otherRows, (otherRow) => otherRow.orders)
    const question = row.is_in_group
      ? members.length === 1
        ? `Bỏ ${noun} cuối cùng: từ đơn tiếp theo nhóm không còn giới hạn ${noun} nào.`
        : `Từ đơn tiếp theo nhóm không nhận ${row.name} nữa (${refusal}). 7 ngày qua có ${numberText(row.orders)} đơn · ${moneyText(row.total)}.`
      : members.length === 0
        ? `Từ đơn tiếp theo nhóm chỉ còn ${row.name}, các ${noun} khác bị từ chối (${refusal}). 7 ngày qua có ${numberText(orders)} đơn · ${moneyText(sum(otherRows, (otherRow) => otherRow.total))} qua ${noun} khác.`
        : null
    if (question && !(await confirm({ message: question, confirmLabel: row.is_in_group ? 'Bỏ' : 'Thêm' }))) return
    onSet(row.key, !row.is_in_group)
  }
  return (
    <Panel
      flush
      title={title}
      actions={
        <Text tone="muted" size="sm">
          {members.length === 0 ? all : `${numberText(members.length)} ${noun}`}
        </Text>
      }
    >
      <Table<Member<K>>
        label={title}
        rows={rows}
        rowKey={({ key }) => key}
        density="compact"
        columns={[
          {
            key: 'name',
            head: title,
            width: 170,
            grow: true,
            cell: ({ name, note }) => [name, note].filter(Boolean).join(' · '),
          },
          {
            key: 'is_in_group',
            head: 'Trong nhóm',
            width: 160,
            cell: (row) => {
              const label = row.is_in_group ? 'Trong nhóm' : members.length === 0 ? 'Như mọi nhóm' : 'Không nhận'
              return (
                <Switch
                  checked={row.is_in_group}
                  label={label}
                  aria-label={`${row.name}: ${label}`}
                  whyNot={!mayChange && 'Bạn không có quyền sửa.'}
                  onChange={() => void set(row)}
                />
              )
            },
          },
          { key: 'orders', head: 'Đơn 7 ngày', width: 110, align: 'right', cell: (row) => numberText(row.orders) },
          { key: 'total', head: 'Tiền 7 ngày', width: 140, align: 'right', cell: (row) => moneyText(row.total) },
        ]}
      />
    </Panel>
  )
}

const sum = <T,>(rows: readonly T[], valueOf: (row: T) => number) =>
  rows.reduce((total, row) => total + valueOf(row), 0)

interface GroupMembers {
  payment_vendor_ids: number[]
  categories: Product[]
}

const isPrices = ({ after }: SettingChangeRow) => after !== null && 'prices' in after
const membersIn = ({ before, after }: SettingChangeRow) => [before, after] as unknown as [GroupMembers, GroupMembers]
const missingFrom = <K,>(ids: readonly K[], candidates: readonly K[]) => candidates.filter((id) => !ids.includes(id))

/** A change of a source or product can be reverted only while the group's state is still the result of that change. */
function whyNotRevert(
  change: SettingChangeRow,
  sources: GroupSettingsProps['sources']['items'],
  products: GroupSettingsProps['products']['items'],
): string | null {
  if (isPrices(change)) return null
  const [membersBefore, membersAfter] = membersIn(change)
  const current_sources = sources.filter((row) => row.is_in_group).map((row) => row.payment_vendor_id)
  const current_products = products.filter((row) => row.is_in_group).map((row) => row.product_id)
  const differs =
    wasChangedAgain(membersBefore.payment_vendor_ids, membersAfter.payment_vendor_ids, current_sources) ||
    wasChangedAgain(membersBefore.categories, membersAfter.categories, current_products)
  return differs ? 'Đã được đổi lại từ đó.' : null
}

/** Whether one of the ids that the change added or removed is now on the other side again. */
function wasChangedAgain<K>(ids_before: readonly K[], ids_after: readonly K[], current_ids: readonly K[]): boolean {
  const changed_ids = [...missingFrom(ids_after, ids_before), ...missingFrom(ids_before, ids_after)]
  return changed_ids.some((id) => current_ids.includes(id) !== ids_after.includes(id))
}

/** The removed and added members of a change. */
function linesOf(change: SettingChangeRow, sourceName: (id: number) => string) {
  const [membersBefore, membersAfter] = membersIn(change)
  const line = (label: string, before: readonly string[], after: readonly string[]) => ({
    key: label,
    label,
    set: true,
    before: before.filter((name) => !after.includes(name)).join(', '),
    after: after.filter((name) => !before.includes(name)).join(', '),
  })
  return [
    line('Nguồn TT', membersBefore.payment_vendor_ids.map(sourceName), membersAfter.payment_vendor_ids.map(sourceName)),
    line('Sản phẩm', membersBefore.categories.map(productName), membersAfter.categories.map(productName)),
  ].filter(({ before, after }) => before + after !== '')
}
