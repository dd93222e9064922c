import { useState } from 'react'
import type { Call } from '#contract/call.ts'
import { export_role, type May, type Page } from '#contract/page.ts'
import { useRights } from '#web/session/rights.ts'
import { Button } from '#web/ui/action/button.tsx'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import type { List } from '#web/list/use-list.ts'
import { useNarrow } from '#web/list/use-narrow.ts'
import type { ShownColumn } from './export-columns.ts'
import type { ServerExport } from './export-panel.tsx'
import { useExportRun } from './export-runs.ts'

const ExportPanel = lazyPart(() => import('./export-panel.tsx'))

export interface ExportButtonProps {
  list: List
  /** The columns that the list shows. */
  columns: readonly ShownColumn[]
  /** What the rows are, as in '12 tài khoản'. */
  noun: string
  /** The page of the list, whose export right is needed; null: the right of the list's call. */
  page: Page | null
  byServer?: ServerExport | undefined
}

/**
 * The button 'Xuất file excel': opens a dialog with the row count, then exports all rows that match the filters.
 * Nothing without the right to export.
 */
export function ExportButton({ list, columns, noun, page, byServer }: ExportButtonProps) {
  const { can } = useRights()
  const [asking, setAsking] = useState(false)
  const isNarrow = useNarrow()
  const run = useExportRun(list.call.name)
  if (!can(byServer?.call ?? exportRight(page, list.call))) return null
  const busy = run !== undefined || list.phase === 'loading'
  const label = run ? 'Xin chờ...' : 'Xuất file excel'
  const button = {
    icon: 'sheet',
    busy,
    whyNot: !busy && list.rows.length === 0 && 'Không có dòng nào để xuất.',
    onClick: () => setAsking(true),
  } as const
  return (
    <>
      {isNarrow ? <IconButton {...button} label={label} /> : <Button {...button}>{label}</Button>}
      {(asking || run) && (
        <ExportPanel
          list={list}
          columns={columns}
          noun={noun}
          page={page}
          byServer={byServer}
          asking={asking}
          run={run}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** The page's right to export where it has one; else whoever may see the rows may export them. */
function exportRight(page: Page | null, call: Call): May {
  return page?.rights.find(({ role }) => role === export_role) ?? call.may
}
