/** The tab 'Hiển thị sản phẩm': which products apps show, with order, name and picture. */
import { infoOf } from '#contract/schema.ts'
import { useKeptState } from '#web/form/kept-values.ts'
import { ariaKeys, keys } from '#web/palette/keys.ts'
import { Act, useAct } from '#web/action/act.tsx'
import { useRead, useWrite } from '#web/call/api.ts'
import { Editor } from '#web/form/editor.tsx'
import { useEditor } from '#web/form/use-editor.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { useRights } from '#web/session/rights.ts'
import { textOf } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Menu } from '#web/ui/action/menu.tsx'
import type { MenuItem } from '#web/ui/action/menu-item.ts'
import { SortableList } from '#web/ui/choice/sortable-list.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Switch } from '#web/ui/field/switch.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { Row, Spacer, Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { productName } from '#features/results/product/product-name.rules.ts'
import type { Product } from '#features/results/product/product.contract.ts'
import { SettingHistory } from '#features/settings/setting-change/setting-history.screen.tsx'
import type { SettingChangeRow } from '#features/settings/setting-change/setting-change.contract.ts'
import { ProductDisplay, productDisplay, type ProductDisplayRow } from './product-display.contract.ts'

type ShownValues = Pick<ProductDisplayRow, 'label' | 'image_url' | 'image_alt' | 'status'>

interface TypedOrder {
  /** Null while the order is unchanged. */
  product_ids: readonly number[] | null
  version: number
}

const Unassigned = lazyPart(() => import('./unassigned.screen.tsx'))
const RestoredBanner = lazyPart(() => import('#web/form/restored-banner.tsx'))

/** The history names at most this many moved products. */
const max_moved = 4
const all = { page_size: 100 }
const follows = 'Ứng dụng đổi theo trong vài giây.'
const added = `Đã thêm. ${follows}`

export default function ProductDisplayScreen() {
  const list = useRead(productDisplay.list, all)
  const historyRead = useRead(productDisplay.history, {})
  const { can } = useRights()
  /** The unsaved order, and the version from which it began, so that what another person saved meanwhile is not overwritten. */
  const { typed, setTyped, isRestored } = useKeptState<TypedOrder>(productDisplay.setup, 'all')
  const change = useAct(productDisplay.update, { success: `Đã đổi. ${follows}` })
  const add = useAct(productDisplay.add, { success: added })
  if (!list.data || !historyRead.data)
    return <ReadFallback read={[list, historyRead].find(({ data }) => !data)!} lines={12} />
  const { items: rows, version } = list.data
  const order = typed ?? { product_ids: null, version }
  const setOrder = (product_ids: readonly number[] | null) => setTyped(product_ids && { ...order, product_ids })

  async function revert(past_change: SettingChangeRow) {
    const { item, before } = past_change
    if (item === 'order') return setOrder((before as { product_ids: number[] }).product_ids)
    const row = rows.find(({ product_id }) => product_id === Number(item))
    const message = `Đưa ${nameOf(past_change)} về như trước thay đổi này?`
    if (!(await confirm({ message, confirmLabel: 'Quay lại' }))) return
    const display = before as unknown as ShownValues
    if (row) change.mutate({ product_id: row.product_id, version: row.version, ...display })
    else add.mutate({ product_id: Number(item), ...display })
  }

  return (
    <Split
      side="right"
      aside={
        <SettingHistory
          changes={historyRead.data.items}
          nameOf={nameOf}
          linesOf={linesOf}
          onRevert={can(productDisplay.update) ? (row) => void revert(row) : undefined}
        />
      }
    >
      <Stack>
        {isRestored && <RestoredBanner />}
        <Assigned rows={rows} order={order} onOrder={setOrder} />
        <Unassigned success={added} />
      </Stack>
    </Split>
  )
}

interface AssignedProps {
  rows: readonly ProductDisplayRow[]
  order: TypedOrder
  onOrder: (order: readonly number[] | null) => void
}

function Assigned({ rows, order, onOrder }: AssignedProps) {
  const { can } = useRights()
  const { typed, setTyped } = useKeptState<{ reason: string }>(productDisplay.setup, 'reason')
  const reason = typed?.reason ?? ''
  const setReason = (text: string) => setTyped(text === '' ? null : { reason: text })
  const editor = useEditor({ update: productDisplay.update })
  const end = () => {
    onOrder(null)
    setReason('')
  }
  const arrange = useWrite(productDisplay.setup, {
    onSuccess: () => {
      end()
      toast.success(`Đã lưu thứ tự sản phẩm. ${follows}`)
    },
  })
  const items = inOrder(rows, order.product_ids)
  const is_moved = items.some((row, n) => row !== rows[n])
  const mayChange = can(productDisplay.update)
  const save = () =>
    arrange.mutate({
      product_ids: items.map(({ product_id }) => product_id),
      reason: reason.trim() === '' ? null : reason,
      version: order.version,
    })
  return (
    <Panel
      title="Đang gán"
      actions={
        <Text tone="muted" size="sm">
          {`${items.filter(({ status }) => status === 1).length} đang hiện / ${items.length}`}
        </Text>
      }
      footer={
        mayChange && (
          <Row>
            <Field label="Lý do" labelHidden width="xl">
              <TextInput value={reason} onChange={setReason} maxLength={200} placeholder="Lý do đổi thứ tự" />
            </Field>
            <Spacer />
            {is_moved && <Button onClick={end}>Bỏ thay đổi</Button>}
            <Act
              call={productDisplay.setup}
              variant="primary"
              aria-keyshortcuts={ariaKeys(keys.save)}
              busy={arrange.pending}
              whyNot={!is_moved && 'Thứ tự chưa thay đổi.'}
              onClick={save}
            >
              Lưu thứ tự
            </Act>
          </Row>
        )
      }
    >
      {items.length === 0 ? (
        <EmptyState kind="empty" icon="image" title="Ứng dụng chưa hiện sản phẩm nào" message="Thêm từ mục dưới." />
      ) : (
        <SortableList
          label="Thứ tự sản phẩm"
          readOnly={!mayChange}
          onChange={onOrder}
          items={items.map((row) => ({
            key: row.product_id,
            name: row.label,
            image: row.image_url ?? null,
            lines: [factsOf(row)],
            controls: <ProductActs row={row} onEdit={() => editor.open(row)} />,
          }))}
        />
      )}
      <Editor
        editor={editor}
        noun="sản phẩm hiển thị"
        subject={(row: ProductDisplayRow) => row.label}
        fields={['label', 'image_url', 'image_alt', 'status']}
        hints={{
          image_url: 'Biểu tượng của sản phẩm trên ứng dụng',
          image_alt: 'Cho người không xem được ảnh: trong ảnh có gì',
        }}
      />
    </Panel>
  )
}

function ProductActs({ row, onEdit }: { row: ProductDisplayRow; onEdit: () => void }) {
  const { product_id, version, label, status } = row
  const { can } = useRights()
  const change = useAct(productDisplay.update, { success: `Đã đổi. ${follows}` })
  const remove = useAct(productDisplay.delete, { success: `Đã bỏ khỏi ứng dụng. ${follows}` })
  const mayChange = can(productDisplay.update)
  async function takeOut() {
    const message = `Bỏ “${label}” khỏi ứng dụng? Sản phẩm vẫn bán như cũ, tên và ảnh có thể lấy lại từ lịch sử.`
    if (await confirm({ message, confirmLabel: 'Bỏ', danger: true })) remove.mutate({ product_id })
  }
  const items: MenuItem[] = [
    ...(mayChange ? [{ label: 'Sửa', icon: 'pencil' as const, onSelect: onEdit }] : []),
    ...(can(productDisplay.delete)
      ? [{ label: 'Bỏ khỏi ứng dụng', icon: 'trash' as const, danger: true, onSelect: () => void takeOut() }]
      : []),
  ]
  return (
    <Row wrap={false}>
      <Switch
        checked={status === 1}
        label={status === 1 ? 'Hiện' : 'Ẩn'}
        whyNot={!mayChange && 'Bạn không có quyền sửa.'}
        onChange={(is_shown) => change.mutate({ product_id, version, status: is_shown ? 1 : 0 })}
      />
      {items.length > 0 && <Menu label={`Thao tác với ${label}`} items={items} />}
    </Row>
  )
}

const factsOf = ({ category_code, line, is_sold }: ProductDisplayRow) =>
  [category_code, textOf(infoOf(ProductDisplay.shape.line), line), !is_sold && 'sản phẩm đã đóng: ứng dụng không hiện']
    .filter(Boolean)
    .join(' · ')

/** The rows in the unsaved order; rows that were added meanwhile are last. */
function inOrder(rows: readonly ProductDisplayRow[], order: readonly number[] | null): ProductDisplayRow[] {
  if (order === null) return [...rows]
  const place = new Map(order.map((product_id, n) => [product_id, n]))
  return rows.toSorted((a, b) => (place.get(a.product_id) ?? rows.length) - (place.get(b.product_id) ?? rows.length))
}

const nameOf = ({ item }: SettingChangeRow) => (item === 'order' ? 'Thứ tự' : productName(Number(item) as Product))

function linesOf({ item, before, after }: SettingChangeRow) {
  if (item === 'order') {
    const [ids_before, ids_after] = [before, after].map((value) => (value as { product_ids: Product[] }).product_ids)
    const movedProducts = ids_after!.filter((id, n) => ids_before!.indexOf(id) !== n)
    const lines = movedProducts.slice(0, max_moved).map((movedProduct) => ({
      key: String(movedProduct),
      label: productName(movedProduct),
      before: `thứ ${ids_before!.indexOf(movedProduct) + 1}`,
      after: `thứ ${ids_after!.indexOf(movedProduct) + 1}`,
    }))
    const extra = movedProducts.length - lines.length
    return extra === 0 ? lines : [...lines, { key: 'more', label: 'Khác', before: '', after: `${extra} sản phẩm` }]
  }
  const shape = ProductDisplay.shape
  const [was, is] = [before, after] as unknown as [ShownValues | null, ShownValues | null]
  return (['label', 'status', 'image_url', 'image_alt'] as const)
    .filter((name) => was?.[name] !== is?.[name])
    .map((name) => ({
      key: name,
      label: infoOf(shape[name])!.label,
      before: show(infoOf(shape[name]), was?.[name]),
      after: show(infoOf(shape[name]), is?.[name]),
    }))
}
