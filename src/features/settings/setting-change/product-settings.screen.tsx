/** A setting that each product has: the products beside the history of the chosen one, whose editor is below them. */
import { useState, type ReactNode } from 'react'
import type { Call } from '#contract/call.ts'
import { EditorBase, type Typing } from '#web/form/editor-base.tsx'
import { lastKeptRow } from '#web/form/kept-values.ts'
import { useRights } from '#web/session/rights.ts'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import type { ChangeLine } from '#web/ui/show/changes.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import type { Product } from '#features/results/product/product.contract.ts'
import { productName } from '#features/results/product/product-name.rules.ts'
import type { SettingChangeRow } from './setting-change.contract.ts'
import { SettingHistory } from './setting-history.screen.tsx'

interface ProductRow {
  category: Product
  version: number
}

interface ProductSettingsProps<Row, Typed> {
  /** What the table of the products shows. */
  label: string
  /** The call that saves the row of a product. */
  call: Call
  items: readonly Row[]
  history: readonly SettingChangeRow[]
  columns: readonly Column<Row>[]
  linesOf: (row: Row, change: SettingChangeRow) => ChangeLine[]
  /** Draws the editor of the row; it begins with the change of the history that is taken back, where there is one. */
  children: (row: Row, start: SettingChangeRow | null, typing: Typing<Typed>) => ReactNode
}

/** The rows are one for each product, in the order in which the call that reads them gives them. */
export function ProductSettings<Row extends ProductRow, Typed extends object>(props: ProductSettingsProps<Row, Typed>) {
  const { label, call, items, history, columns, linesOf, children } = props
  const { can } = useRights()
  const [category, setCategory] = useState(() => lastKeptRow<Row>(call)?.category ?? null)
  /** The change of the history that is taken back; `n` counts the starts, so that the editor restarts. */
  const [start, setStart] = useState<{ change: SettingChangeRow | null; n: number }>({ change: null, n: 0 })
  const row = items.find((candidate) => candidate.category === category) ?? items[0]!
  const restart = (change: SettingChangeRow | null) => setStart(({ n }) => ({ change, n: n + 1 }))
  return (
    <Split
      side="right"
      aside={
        <SettingHistory
          title="Lịch sử"
          nameOf={() => productName(row.category)}
          changes={history.filter(({ item }) => item === String(row.category))}
          linesOf={(change) => linesOf(row, change)}
          fills
          onRevert={can(call) ? restart : undefined}
        />
      }
    >
      <Stack>
        <Panel flush>
          <Table<Row>
            label={label}
            rows={items}
            rowKey={({ category: key }) => key}
            onOpen={(opened) => {
              setCategory(opened.category)
              restart(null)
            }}
            isRowActive={(candidate) => candidate.category === row.category}
            columns={columns}
          />
        </Panel>
        <EditorBase
          row={row}
          call={call}
          record={String(row.category)}
          beginning={`${row.category} ${start.n}`}
          start={start.change}
        >
          {children}
        </EditorBase>
      </Stack>
    </Split>
  )
}
