/** The specification's 'Xuất file excel': asks with the row count, then writes the whole filtered set to a file. */
import { useState } from 'react'
import type { Call } from '#contract/call.ts'
import type { May, Page } from '#contract/page.ts'
import { useRights } from '#web/session/rights.ts'
import { Button } from '#web/ui/action/button.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import type { List } from '#web/list/use-list.ts'
import type { ShownColumn } from './export-columns.ts'
import type { ServerExport } from './export-panel.tsx'
import { useExportRun } from './export-runs.ts'

const ExportPanel = lazyPart(() => import('./export-panel.tsx'))

export interface ExportButtonProps {
  list: List
  /** The columns as they are shown. */
  columns: readonly ShownColumn[]
  /** What is listed, in the words of a count. */
  noun: string
  /** The page that the list stands on; without it the call's own rights decide. */
  page: Page | null
  byServer?: ServerExport | undefined
}

export function ExportButton({ list, columns, noun, page, byServer }: ExportButtonProps) {
  const { can } = useRights()
  const [asking, setAsking] = useState(false)
  const run = useExportRun(list.call.name)
  if (!can(byServer?.call ?? exportRight(page, list.call))) return null
  const busy = run !== undefined || list.phase === 'loading'
  return (
    <>
      <Button
        icon="sheet"
        busy={busy}
        whyNot={!busy && list.rows.length === 0 && 'Không có dòng nào để xuất.'}
        onClick={() => setAsking(true)}
      >
        {busy ? 'Xin chờ...' : 'Xuất file excel'}
      </Button>
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

/** Role 6 where the page offers it, else whoever may see the rows may take them along. */
function exportRight(page: Page | null, call: Call): May {
  return page?.rights.find(({ role }) => role === 6) ?? call.may
}
