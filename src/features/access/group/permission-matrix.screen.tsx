/** Which pages a group may open and what it may do there: pages under their menu headings against the six roles. */
import { useState } from 'react'
import { useRead } from '#web/api.ts'
import { showFailure } from '#web/failure-toast.ts'
import { send, type SendFailure } from '#web/send.ts'
import type { WhyNot } from '#web/ui/button.tsx'
import { CheckMatrix } from '#web/ui/check-matrix.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Stack, Toolbar } from '#web/ui/layout.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { roleNames } from '#contract/page.ts'
import { group } from './group.contract.ts'
import {
  allRoles,
  chosenOf,
  rightKey,
  rightsIn,
  searchMatrix,
  stateOf,
  toggle,
  type Chosen,
  type MatrixHeading,
  type MatrixPage,
} from './group.rules.ts'

interface PermissionMatrixProps {
  headings: readonly MatrixHeading[]
  /** What the group has now, and what is chosen instead. */
  before: Chosen
  chosen: Chosen
  own_id: number | null
  whyNot: WhyNot
  onChange: (chosen: Chosen) => void
}

export function PermissionMatrix({ headings, before, chosen, own_id, whyNot, onChange }: PermissionMatrixProps) {
  const [keyword, setKeyword] = useState('')
  const shown = searchMatrix(headings, keyword)
  const shownPages = shown.flatMap((heading) => heading.pages)
  const pageOf = (page_id: number) => shownPages.filter((page) => page.page_id === page_id)
  const set = (keys: readonly string[], on: boolean) => onChange(toggle(headings, chosen, keys, on))

  return (
    <Stack>
      <Toolbar end={!whyNot && <CopyMenu own_id={own_id} onCopy={onChange} />}>
        <Field label="Tìm trang" labelHidden width="lg">
          <SearchInput value={keyword} onSearch={setKeyword} delay={150} placeholder="Tìm trang" maxLength={100} />
        </Field>
      </Toolbar>
      {shown.length === 0 ? (
        <EmptyState kind="no-match" title="Không có trang phù hợp" onClear={() => setKeyword('')} />
      ) : (
        <CheckMatrix
          label="Quyền theo trang"
          head="Trang"
          whyNot={whyNot}
          columns={allRoles.map((role) => ({
            label: roleNames[role],
            state: stateOf(chosen, rightsIn(shownPages, role)),
          }))}
          sections={shown.map((heading) => ({
            key: heading.id,
            label: heading.name,
            detail: countOf(heading, chosen),
            state: stateOf(chosen, rightsIn(heading.pages)),
            rows: heading.pages.map((page) => rowOf(page, before, chosen)),
          }))}
          onCell={(page_id, column, on) => set([rightKey(page_id, allRoles[column]!)], on)}
          onRow={(page_id, on) => set(rightsIn(pageOf(page_id)), on)}
          onColumn={(column, on) => set(rightsIn(shownPages, allRoles[column]), on)}
          onSection={(id, on) => set(rightsIn(shown.find((heading) => heading.id === id)?.pages ?? []), on)}
        />
      )}
    </Stack>
  )
}

function countOf({ pages }: MatrixHeading, chosen: Chosen): string {
  const keys = rightsIn(pages)
  return `${keys.filter((key) => chosen.has(key)).length}/${keys.length} quyền`
}

function rowOf(page: MatrixPage, before: Chosen, chosen: Chosen) {
  return {
    key: page.page_id,
    label: page.name,
    state: stateOf(chosen, rightsIn([page])),
    cells: allRoles.map((role) => {
      if (!page.roles.includes(role)) return null
      const key = rightKey(page.page_id, role)
      const on = chosen.has(key)
      if (on === before.has(key)) return { on }
      return { on, changed: on ? ('gained' as const) : ('lost' as const) }
    }),
  }
}

/** Takes over the rights of another group, in place of those chosen here. */
function CopyMenu({ own_id, onCopy }: { own_id: number | null; onCopy: (chosen: Chosen) => void }) {
  const groups = useRead(group.list, { page_size: 300 }, { fresh: 60_000 })
  const others = groups.data?.items.filter((one) => one.group_id !== own_id) ?? []

  async function copy(group_id: number, name: string) {
    try {
      const info = await send(group.info, { group_id })
      onCopy(chosenOf(info.group_page_infos))
      toast.info(`Đã chép quyền của nhóm “${name}”. Chưa lưu.`)
    } catch (failure) {
      showFailure(failure as SendFailure)
    }
  }
  return (
    <Menu
      text
      icon="copy"
      label="Chép từ nhóm khác"
      items={others.map((one) => ({
        label: one.group_name,
        hint: `${one.right_count} quyền`,
        onSelect: () => void copy(one.group_id, one.group_name),
      }))}
    />
  )
}
