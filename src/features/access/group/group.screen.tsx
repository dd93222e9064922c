import { useCallback, useRef, useState } from 'react'
import { Act } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import type { SendFailure } from '#web/call/send.ts'
import { changedFilters } from '#web/list/list-state.ts'
import { useNarrow } from '#web/list/use-narrow.ts'
import { planOf } from '#web/list/columns.ts'
import { ExportButton } from '#web/excel/export/export-button.tsx'
import { show } from '#web/value/kinds.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { useRights } from '#web/session/rights.ts'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { ListFallback } from '#web/record/fallback.tsx'
import { confirmDiscard } from '#web/ui/dialog/confirm-discard.ts'
import { Combobox } from '#web/ui/choice/combobox.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Toolbar } from '#web/ui/layout/layout.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { NavList } from '#web/ui/action/nav-list.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { idIn, useAddressValue, useList, type RowOf } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { Group, group } from './group.contract.ts'
import { groupPage } from '../pages.contract.ts'
import { pages } from './page-list.contract.ts'

const GroupEditor = lazyPart(() => import('./group-editor.screen.tsx'), {
  meanwhile: (
    <Panel fill>
      <Skeleton lines={8} />
    </Panel>
  ),
})

const max_groups = 300

const exportColumns = planOf<RowOf<typeof group.list>>(group.list, [
  'group_name',
  'description',
  'status',
  'user_count',
  'right_count',
  'created_by_name',
  'created_at',
  'updated_by_name',
  'updated_at',
])

export default function GroupScreen() {
  const { can } = useRights()
  const groups = useList(group.list, { page_size: max_groups })
  const [opened, setOpened] = useAddressValue('group_id')
  const [blanks, setBlanks] = useState(0)
  const discard = useRef<(() => void) | null>(null)
  const group_id = idIn(opened) || null
  const info = useRead(group.info, { group_id: group_id ?? 0 }, { enabled: group_id !== null })
  const matrix = useRead(pages.list, {}, { fresh_ms: 60_000 })
  const tellDirty = useCallback((discardChanges: (() => void) | null) => {
    discard.current = discardChanges
  }, [])

  async function choose(id: number | null) {
    if (id === group_id && id !== null) return
    if (discard.current && !(await confirmDiscard())) return
    discard.current?.()
    if (id === null) setBlanks(blanks + 1)
    setOpened(id === null ? null : String(id))
  }
  const reset = () => {
    discard.current?.()
    discard.current = null
    setBlanks((count) => count + 1)
    setOpened(null)
  }

  return (
    <ListScreen
      page={groupPage}
      actions={<ExportButton list={groups} columns={exportColumns} noun="nhóm" page={groupPage} />}
    >
      <Split fill aside={<GroupList list={groups} current={group_id} onChoose={(id) => void choose(id)} />}>
        {info.isError && group_id !== null ? (
          <FailurePanel failure={info.error} onRetry={() => void info.refetch()} />
        ) : matrix.isError ? (
          <FailurePanel failure={matrix.error} onRetry={() => void matrix.refetch()} />
        ) : !matrix.data || (group_id !== null && !info.data) ? (
          <Panel fill>
            <Skeleton lines={8} />
          </Panel>
        ) : group_id === null && !can(group.add) ? (
          <Panel fill>
            <EmptyState
              kind="empty"
              icon="shield"
              title="Chọn một nhóm"
              message="Chọn một nhóm ở danh sách để xem quyền và thành viên."
            />
          </Panel>
        ) : (
          <GroupEditor
            key={group_id ?? `new ${blanks}`}
            info={group_id === null ? null : info.data!}
            pageList={matrix.data}
            onDirty={tellDirty}
            onGone={reset}
          />
        )}
      </Split>
    </ListScreen>
  )
}

function FailurePanel({ failure, onRetry }: { failure: SendFailure; onRetry: () => void }) {
  return (
    <Panel fill>
      <EmptyState kind="error" message={failure.message} transid={failure.transid} onRetry={onRetry} />
    </Panel>
  )
}

interface GroupListProps {
  list: ReturnType<typeof useList<typeof group.list>>
  current: number | null
  onChoose: (group_id: number | null) => void
}

function GroupList({ list, current, onChoose }: GroupListProps) {
  // On a phone a list would push what it opens out of sight.
  const isUnfiltered = changedFilters(list.state, list.preset).length === 0
  const isOneChoice = useNarrow() && isUnfiltered && ['loading', 'rows'].includes(list.phase)
  const head = {
    title: `Danh sách nhóm${list.phase === 'rows' && list.total !== null ? ` (${list.total})` : ''}`,
    actions: (
      <Act call={group.add} variant="primary" icon="plus" onClick={() => onChoose(null)}>
        Thêm nhóm
      </Act>
    ),
  }
  if (isOneChoice)
    return (
      <Panel {...head}>
        <Field label="Nhóm" labelHidden>
          <Combobox
            value={list.phase === 'rows' ? current : null}
            onChange={(group_id) => group_id !== null && onChoose(group_id)}
            options={list.rows.map((row) => ({
              value: row.group_id,
              label: row.group_name,
              detail: detailOf(row),
            }))}
            placeholder="Chọn nhóm để xem"
            clearable={false}
          />
        </Field>
      </Panel>
    )
  return (
    <Panel
      {...head}
      fill
      flush
      scroll
      bar={
        <Toolbar>
          <SearchBar list={list} keyword="Tên nhóm, mô tả" filters={['status']} stacked />
        </Toolbar>
      }
    >
      <ListFallback list={list} lines={15} />
      {list.phase === 'unmatched' && <EmptyState kind="no-match" title="Không có nhóm phù hợp" onClear={list.clear} />}
      {list.phase === 'empty' && <EmptyState kind="empty" title="Chưa có nhóm nào" />}
      {list.phase === 'rows' && (
        <NavList
          label="Danh sách nhóm"
          current={current}
          onChoose={(key) => onChoose(Number(key))}
          items={list.rows.map((row) => ({
            key: row.group_id,
            title: row.group_name,
            detail: sizeOf(row),
            aside: show(infoOf(Group.shape.status), row.status),
          }))}
        />
      )}
      {(list.total ?? 0) > max_groups && (
        <Text tone="muted">Chỉ hiện {max_groups} nhóm đầu tiên; hãy tìm theo tên.</Text>
      )}
    </Panel>
  )
}

type GroupRow = RowOf<typeof group.list>

function sizeOf({ user_count, right_count }: GroupRow): string {
  return `${user_count} thành viên · ${right_count} quyền`
}

const statuses = infoOf(Group.shape.status)!.options!

/** With its status where it is not the usual one. */
function detailOf(row: GroupRow): string {
  const status = statuses.find(({ value }) => value === row.status)
  return [sizeOf(row), ...(row.status === 1 || !status ? [] : [status.label])].join(' · ')
}
