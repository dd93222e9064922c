/** Groups and their points of sale, loaded branch by branch as they are opened, and found by typing. */
import { useState } from 'react'
import { useRead } from '#web/api.ts'
import { Button, type WhyNot } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Tree, TreeItem, TreeNote } from '#web/ui/tree.tsx'
import type { InputOf } from '#contract/call.ts'
import { fold } from '#contract/fold.ts'
import { pos } from '#features/partners/pos/pos.contract.ts'

export interface Shop {
  pos_id: number
  pos_code: string
  pos_name: string
  pos_group_id?: number | null | undefined
}
export interface Given {
  is_limited: boolean
  groups: ReadonlySet<number>
  pos: ReadonlyMap<number, Shop>
}
interface Group {
  pos_group_id: number
  pos_group_name: string
  pos_count: number
  may_give: boolean
}

interface PosTreeProps {
  groups: readonly Group[]
  given: Given
  /** Why nothing can be changed. */
  whyNot: WhyNot
  onChange: (given: Given) => void
}

const at_once = 50
/** Of more, the person is asked to type. */
const most_groups = 300

export function PosTree({ groups, given, whyNot, onChange }: PosTreeProps) {
  const [keyword, setKeyword] = useState('')
  const ungrouped = useRead(pos.list, { ungrouped: true, page_size: 10, part: 'totals' }, { fresh: 60_000 })
  const shown = keyword === '' ? groups : groups.filter((one) => fold(one.pos_group_name).includes(fold(keyword)))
  const shops: ShopsProps = { given, whyNot, onChange }
  const count = (total: number) => `${total.toLocaleString('vi-VN')} điểm bán`

  function tickGroup(pos_group_id: number, on: boolean) {
    const chosen = new Set(given.groups)
    if (on) chosen.add(pos_group_id)
    else chosen.delete(pos_group_id)
    // The group says it for all of its shops.
    const left = on ? [...given.pos].filter(([, shop]) => shop.pos_group_id !== pos_group_id) : given.pos
    onChange({ ...given, groups: chosen, pos: new Map(left) })
  }
  return (
    <Stack gap={2}>
      <Field label="Tìm nhóm, điểm bán" labelHidden>
        <SearchInput
          value={keyword}
          onSearch={setKeyword}
          placeholder="Tìm nhóm, mã, tên, địa chỉ điểm bán"
          maxLength={100}
        />
      </Field>
      <Tree label="Nhóm và điểm bán được xem">
        {shown.slice(0, most_groups).map(({ pos_group_id, pos_group_name, pos_count, may_give }) => (
          <TreeItem
            key={pos_group_id}
            label={pos_group_name}
            aside={count(pos_count)}
            checked={given.groups.has(pos_group_id)}
            indeterminate={
              !given.groups.has(pos_group_id) &&
              [...given.pos.values()].some((one) => one.pos_group_id === pos_group_id)
            }
            onCheck={(on) => tickGroup(pos_group_id, on)}
            whyNot={whyNot || (!may_give && 'Bạn không được xem cả nhóm này nên không thể giao.')}
            {...(pos_count > 0 && { branch: () => <Branch {...shops} of={{ pos_group_id }} /> })}
          />
        ))}
        {shown.length > most_groups && (
          <TreeNote>Còn {shown.length - most_groups} nhóm nữa, hãy gõ tên để tìm.</TreeNote>
        )}
        {keyword === '' && (ungrouped.data?.total ?? 0) > 0 && (
          <TreeItem
            label="Chưa có nhóm"
            aside={count(ungrouped.data?.total ?? 0)}
            checked={false}
            indeterminate={[...given.pos.values()].some((one) => one.pos_group_id == null)}
            onCheck={() => undefined}
            whyNot="Hãy mở ra và chọn từng điểm bán."
            branch={() => <Branch {...shops} of={{ ungrouped: true }} />}
          />
        )}
        {keyword !== '' && <Branch {...shops} of={{ keyword }} />}
      </Tree>
    </Stack>
  )
}

type ShopsProps = Omit<PosTreeProps, 'groups'>
type Of = Pick<InputOf<typeof pos.list>, 'pos_group_id' | 'ungrouped' | 'keyword'>

function Branch({ of, ...shops }: ShopsProps & { of: Of }) {
  const [pages, setPages] = useState(1)
  return Array.from({ length: pages }, (_, index) => (
    <ShopsPage
      key={index}
      {...shops}
      of={of}
      page_index={index + 1}
      {...(index === pages - 1 && { onMore: () => setPages(pages + 1) })}
    />
  ))
}

function ShopsPage({
  of,
  page_index,
  onMore,
  given,
  whyNot,
  onChange,
}: ShopsProps & { of: Of; page_index: number; onMore?: () => void }) {
  const page = useRead(
    pos.list,
    { ...of, sort: 'pos_name', page_index, page_size: at_once },
    { fresh: 60_000, keep: true },
  )
  if (page.isPending)
    return (
      <TreeNote>
        <Spinner label="Đang tải điểm bán" />
      </TreeNote>
    )
  if (page.isError)
    return (
      <TreeNote>
        {page.error.message}
        <Button size="sm" onClick={() => void page.refetch()}>
          Thử lại
        </Button>
      </TreeNote>
    )
  const { items, total = 0, total_capped } = page.data
  if (total === 0) return <TreeNote>Không có điểm bán phù hợp.</TreeNote>
  const left = total - page_index * at_once

  function tick(shop: Shop, on: boolean) {
    const chosen = new Map(given.pos)
    if (on) chosen.set(shop.pos_id, shop)
    else chosen.delete(shop.pos_id)
    onChange({ ...given, pos: chosen })
  }
  return (
    <>
      {items.map((shop) => {
        const by_group = shop.pos_group_id != null && given.groups.has(shop.pos_group_id)
        return (
          <TreeItem
            key={shop.pos_id}
            label={shop.pos_name}
            aside={shop.pos_code}
            checked={by_group || given.pos.has(shop.pos_id)}
            onCheck={(on) => tick(shop, on)}
            whyNot={whyNot || (by_group && 'Đã được chọn theo nhóm.')}
          />
        )
      })}
      {onMore && left > 0 && (
        <TreeNote>
          <Button size="sm" onClick={onMore}>
            {`Hiện thêm (còn ${total_capped ? 'hơn ' : ''}${left.toLocaleString('vi-VN')} điểm bán)`}
          </Button>
        </TreeNote>
      )}
    </>
  )
}
