/** The members of a partner within its details: a searchable list, with adding and removing. */
import type { ReactNode } from 'react'
import { Act, runAct, type RowAct } from '#web/action/act.tsx'
import { useRights } from '#web/session/rights.ts'
import ListPager from '#web/list/list-pager.tsx'
import { ListFallback } from '#web/record/fallback.tsx'
import type { WhyNot } from '#web/ui/action/button.tsx'
import { Combobox } from '#web/ui/choice/combobox.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import type { IconName } from '#web/ui/icon/icon-names.ts'
import { Stack, Toolbar } from '#web/ui/layout/layout.tsx'
import { RecordList, type RecordItem } from '#web/ui/show/record-list.tsx'
import { SearchInput } from '#web/ui/field/search-input.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import type { Choices } from '#web/choices/choice-source.ts'
import type { List } from '#web/list/use-list.ts'
import type { Call } from '#contract/call.ts'
import { isHeadOffice } from '#contract/person.ts'

interface MembersProps<Row extends object> {
  noun: string
  icon: IconName
  list: List<Row>
  /** The placeholder of the search box. */
  keyword: string
  itemOf: (row: Row) => Omit<RecordItem, 'icon' | 'action'>
  removal: (row: Row) => RowAct
  /** The control for adding a member. */
  picker: ReactNode
}

export function Members<Row extends object>(props: MembersProps<Row>) {
  const { noun, icon, list, keyword, itemOf, removal, picker } = props
  const { me, can } = useRights()
  const isOfHeadOffice = isHeadOffice(me)
  return (
    <Stack>
      {isOfHeadOffice ? picker : <Text tone="muted">Việc gán và gỡ {noun} do trụ sở chính thực hiện.</Text>}
      {(list.phase === 'unmatched' || list.state.keyword !== undefined || (list.total ?? 0) > 5) && (
        <SearchInput
          aria-label={`Tìm ${noun}`}
          value={String(list.state.keyword ?? '')}
          placeholder={keyword}
          maxLength={100}
          onSearch={(text) => list.filter({ keyword: text || undefined }, true)}
        />
      )}
      <Phase list={list} noun={noun} icon={icon} />
      {list.phase === 'rows' && (
        <RecordList
          items={list.rows.map((row) => {
            const act = removal(row)
            return {
              ...itemOf(row),
              icon,
              action: isOfHeadOffice && can(act.call) && (
                <IconButton
                  icon="trash"
                  tone="danger"
                  label={act.label}
                  whyNot={act.whyNot}
                  onClick={() => void runAct(act)}
                />
              ),
            }
          })}
        />
      )}
      {list.pageCount > 1 && <ListPager list={list} unit={noun} />}
    </Stack>
  )
}

function Phase({ list, noun, icon }: { list: List; noun: string; icon: IconName }) {
  const { phase } = list
  if (phase === 'unmatched')
    return <EmptyState kind="no-match" title={`Không có ${noun} phù hợp`} onClear={list.clear} />
  if (phase === 'empty') return <EmptyState kind="empty" icon={icon} title={`Đại lý chưa có ${noun} nào`} />
  return <ListFallback list={list} lines={4} />
}

interface PickerProps {
  call: Call
  label: string
  /** Why no member can be added. */
  whyNot?: WhyNot
  choices: Choices<number>
  picked: number | null
  onPick: (id: number | null) => void
  busy: boolean
  onAdd: (id: number) => void
}

export function MemberPicker({ call, label, whyNot, choices, picked, onPick, busy, onAdd }: PickerProps) {
  const { can } = useRights()
  if (!can(call)) return null
  return (
    <Toolbar>
      <Field label={label} width="lg">
        <Combobox {...choices} value={picked} onChange={onPick} placeholder="Gõ để tìm" clearable />
      </Field>
      <Act
        call={call}
        icon="plus"
        busy={busy}
        whyNot={whyNot || (picked === null && 'Hãy chọn ở ô bên cạnh trước.')}
        onClick={() => picked !== null && onAdd(picked)}
      >
        Thêm
      </Act>
    </Toolbar>
  )
}
