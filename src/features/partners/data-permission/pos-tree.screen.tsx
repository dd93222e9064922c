/** A tree of groups and their points of sale; branches are loaded when they are opened, and a search finds both. */
import { useState } from 'react'
import { useRead } from '#web/call/api.ts'
import { Button, type WhyNot } from '#web/ui/action/button.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { SearchInput } from '#web/ui/field/search-input.tsx'
import { Spinner } from '#web/ui/message/spinner.tsx'
import { Tree, TreeItem, TreeNote } from '#web/ui/choice/tree.tsx'
import type { InputOf } from '#contract/call.ts'
import { fold } from '#contract/fold.ts'
import { pos } from '#features/partners/pos/pos.contract.ts'
import { numberText } from '#web/value/format.ts'

export interface PosName {
  pos_id: number
  pos_code: string
  pos_name: string
  pos_group_id?: number | null | undefined
}
export interface PosSelection {
  is_limited: boolean
  groups: ReadonlySet<number>
  pos: ReadonlyMap<number, PosName>
}
interface Group {
  pos_group_id: number
  pos_group_name: string
  pos_count: number
  may_give: boolean
}

interface PosTreeProps {
  groups: readonly Group[]
  selection: PosSelection
  /** Why the selection cannot be changed. */
  whyNot: WhyNot
  onChange: (selection: PosSelection) => void
}

const page_size = 50
/** The maximum number of listed groups; others are found by the search. */
const max_groups = 300

export function PosTree({ groups, selection, whyNot, onChange }: PosTreeProps) {
  const [keyword, setKeyword] = useState('')
  const ungrouped = useRead(pos.list, { ungrouped: true, page_size: 10, part: 'totals' }, { fresh_ms: 60_000 })
  const matches = keyword === '' ? groups : groups.filter((group) => fold(group.pos_group_name).includes(fold(keyword)))
  const branchProps: BranchProps = { selection, whyNot, onChange }
  const count = (total: number) => `${numberText(total)} điểm bán`

  function tickGroup(pos_group_id: number, on: boolean) {
    const chosenGroups = new Set(selection.groups)
    if (on) chosenGroups.add(pos_group_id)
    else chosenGroups.delete(pos_group_id)
    // The group already includes its points of sale.
    const outsideGroup = on
      ? [...selection.pos].filter(([, posRow]) => posRow.pos_group_id !== pos_group_id)
      : selection.pos
    onChange({ ...selection, groups: chosenGroups, pos: new Map(outsideGroup) })
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
        {matches.slice(0, max_groups).map(({ pos_group_id, pos_group_name, pos_count, may_give }) => (
          <TreeItem
            key={pos_group_id}
            label={pos_group_name}
            aside={count(pos_count)}
            checked={selection.groups.has(pos_group_id)}
            indeterminate={
              !selection.groups.has(pos_group_id) &&
              [...selection.pos.values()].some((chosenPos) => chosenPos.pos_group_id === pos_group_id)
            }
            onCheck={(on) => tickGroup(pos_group_id, on)}
            whyNot={whyNot || (!may_give && 'Bạn không được xem cả nhóm này nên không thể giao.')}
            {...(pos_count > 0 && { branch: () => <Branch {...branchProps} filter={{ pos_group_id }} /> })}
          />
        ))}
        {matches.length > max_groups && (
          <TreeNote>Còn {matches.length - max_groups} nhóm nữa, hãy gõ tên để tìm.</TreeNote>
        )}
        {keyword === '' && (ungrouped.data?.total ?? 0) > 0 && (
          <TreeItem
            label="Chưa có nhóm"
            aside={count(ungrouped.data?.total ?? 0)}
            checked={false}
            indeterminate={[...selection.pos.values()].some((chosenPos) => chosenPos.pos_group_id == null)}
            onCheck={() => undefined}
            whyNot="Hãy mở ra và chọn từng điểm bán."
            branch={() => <Branch {...branchProps} filter={{ ungrouped: true }} />}
          />
        )}
        {keyword !== '' && <Branch {...branchProps} filter={{ keyword }} />}
      </Tree>
    </Stack>
  )
}

type BranchProps = Omit<PosTreeProps, 'groups'>
type BranchFilter = Pick<InputOf<typeof pos.list>, 'pos_group_id' | 'ungrouped' | 'keyword'>

function Branch({ filter, ...branchProps }: BranchProps & { filter: BranchFilter }) {
  const [pages, setPages] = useState(1)
  return Array.from({ length: pages }, (_, index) => (
    <BranchPage
      key={index}
      {...branchProps}
      filter={filter}
      page_index={index + 1}
      {...(index === pages - 1 && { onMore: () => setPages(pages + 1) })}
    />
  ))
}

function BranchPage({
  filter,
  page_index,
  onMore,
  selection,
  whyNot,
  onChange,
}: BranchProps & { filter: BranchFilter; page_index: number; onMore?: () => void }) {
  const page = useRead(
    pos.list,
    { ...filter, sort: 'pos_name', page_index, page_size },
    { fresh_ms: 60_000, keepPrevious: true },
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
  const remaining = total - page_index * page_size

  function tick(posRow: PosName, on: boolean) {
    const chosenPos = new Map(selection.pos)
    if (on) chosenPos.set(posRow.pos_id, posRow)
    else chosenPos.delete(posRow.pos_id)
    onChange({ ...selection, pos: chosenPos })
  }
  return (
    <>
      {items.map((posRow) => {
        const by_group = posRow.pos_group_id != null && selection.groups.has(posRow.pos_group_id)
        return (
          <TreeItem
            key={posRow.pos_id}
            label={posRow.pos_name}
            aside={posRow.pos_code}
            checked={by_group || selection.pos.has(posRow.pos_id)}
            onCheck={(on) => tick(posRow, on)}
            whyNot={whyNot || (by_group && 'Đã được chọn theo nhóm.')}
          />
        )
      })}
      {onMore && remaining > 0 && (
        <TreeNote>
          <Button size="sm" onClick={onMore}>
            {`Hiện thêm (còn ${total_capped ? 'hơn ' : ''}${numberText(remaining)} điểm bán)`}
          </Button>
        </TreeNote>
      )}
    </>
  )
}
