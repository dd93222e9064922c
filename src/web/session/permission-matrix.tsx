import { useState, type ReactNode } from 'react'
import type { WhyNot } from '#web/ui/action/button.tsx'
import { CheckMatrix } from '#web/ui/choice/check-matrix.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Stack, Toolbar } from '#web/ui/layout/layout.tsx'
import { SearchInput } from '#web/ui/field/search-input.tsx'
import { roleNames } from '#contract/page.ts'
import {
  allRoles,
  cellKey,
  cellsIn,
  searchMatrix,
  stateOf,
  toggle,
  type ChosenRights,
  type MatrixHeading,
  type MatrixPage,
} from './rights-matrix.ts'

interface PermissionMatrixProps {
  headings: readonly MatrixHeading[]
  /** The saved rights, and those that are chosen now. */
  before: ChosenRights
  chosen: ChosenRights
  /** Beside the search field; hidden where nothing can be changed. */
  tools?: ReactNode
  whyNot: WhyNot
  onChange: (chosen: ChosenRights) => void
}

/**
 * The matrix of rights: pages under their menu headings as rows, the six roles as columns. `chosen` and `onChange` have
 * keys of rights; with `whyNot` it is only read.
 */
export function PermissionMatrix({ headings, before, chosen, tools, whyNot, onChange }: PermissionMatrixProps) {
  const [keyword, setKeyword] = useState('')
  const visibleHeadings = searchMatrix(headings, keyword)
  const shownPages = visibleHeadings.flatMap((heading) => heading.pages)
  const pageOf = (page_id: number) => shownPages.filter((page) => page.page_id === page_id)
  const set = (keys: readonly string[], on: boolean) => onChange(toggle(headings, chosen, keys, on))

  return (
    <Stack>
      <Toolbar end={!whyNot && tools}>
        <Field label="Tìm trang" labelHidden width="lg">
          <SearchInput value={keyword} onSearch={setKeyword} delay={150} placeholder="Tìm trang" maxLength={100} />
        </Field>
      </Toolbar>
      {visibleHeadings.length === 0 ? (
        <EmptyState kind="no-match" title="Không có trang phù hợp" onClear={() => setKeyword('')} />
      ) : (
        <CheckMatrix
          label="Quyền theo trang"
          head="Trang"
          whyNot={whyNot}
          columns={allRoles.map((role) => ({
            label: roleNames[role],
            state: stateOf(chosen, cellsIn(shownPages, role)),
          }))}
          sections={visibleHeadings.map((heading) => ({
            key: heading.id,
            label: heading.name,
            detail: countOf(heading, chosen),
            state: stateOf(chosen, cellsIn(heading.pages)),
            rows: heading.pages.map((page) => rowOf(page, before, chosen)),
          }))}
          onCell={(page_id, column, on) => set([cellKey(page_id, allRoles[column]!)], on)}
          onRow={(page_id, on) => set(cellsIn(pageOf(page_id)), on)}
          onColumn={(column, on) => set(cellsIn(shownPages, allRoles[column]), on)}
          onSection={(id, on) => set(cellsIn(visibleHeadings.find((heading) => heading.id === id)?.pages ?? []), on)}
        />
      )}
    </Stack>
  )
}

function countOf({ pages }: MatrixHeading, chosen: ChosenRights): string {
  const keys = cellsIn(pages)
  return `${keys.filter((key) => chosen.has(key)).length}/${keys.length} quyền`
}

function rowOf(page: MatrixPage, before: ChosenRights, chosen: ChosenRights) {
  return {
    key: page.page_id,
    label: page.name,
    state: stateOf(chosen, cellsIn([page])),
    cells: allRoles.map((role) => {
      if (!page.roles.includes(role)) return null
      const key = cellKey(page.page_id, role)
      const isChosen = chosen.has(key)
      if (isChosen === before.has(key)) return { on: isChosen }
      return { on: isChosen, changed: isChosen ? ('gained' as const) : ('lost' as const) }
    }),
  }
}
