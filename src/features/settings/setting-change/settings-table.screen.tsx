/** A setting with a row for each product or the like: the rows beside the history of the chosen one, whose editor is below them. */
import { useState } from 'react'
import { EditorBase, type EditorBaseProps } from '#web/form/editor-base.tsx'
import { lastKeptRow } from '#web/form/kept-values.ts'
import { useRights } from '#web/session/rights.ts'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import type { ChangeLine } from '#web/ui/show/changes.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import type { SettingChangeRow } from './setting-change.contract.ts'
import { SettingHistory } from './setting-history.screen.tsx'

interface SettingsTableProps<Row, Typed> extends Pick<
  EditorBaseProps<Row, SettingChangeRow, Typed>,
  'call' | 'rebase' | 'children'
> {
  label: string
  items: readonly Row[]
  history: readonly SettingChangeRow[]
  /** What the row is the setting of: the `item` of its changes. */
  keyOf: (row: Row) => number
  nameOf: (row: Row) => string
  columns: readonly Column<Row>[]
  linesOf: (row: Row, change: SettingChangeRow) => ChangeLine[]
}

/** There must be a row; the first one is open where none was chosen. */
export function SettingsTable<Row extends { version: number }, Typed extends object>(
  props: SettingsTableProps<Row, Typed>,
) {
  const { label, call, items, history, keyOf, nameOf, columns, linesOf, rebase, children } = props
  const { can } = useRights()
  const [chosen_key, setChosenKey] = useState(() => {
    const keptRow = lastKeptRow<Row>(call)
    return keptRow && keyOf(keptRow)
  })
  /** The change of the history that is taken back; `n` counts the starts, so that the editor restarts. */
  const [start, setStart] = useState<{ change: SettingChangeRow | null; n: number }>({ change: null, n: 0 })
  const row = items.find((candidate) => keyOf(candidate) === chosen_key) ?? items[0]!
  const key = keyOf(row)
  const restart = (change: SettingChangeRow | null) => setStart(({ n }) => ({ change, n: n + 1 }))
  return (
    <Split
      side="right"
      aside={
        <SettingHistory
          nameOf={() => nameOf(row)}
          changes={history.filter(({ item }) => item === String(key))}
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
            rowKey={keyOf}
            onOpen={(opened) => {
              setChosenKey(keyOf(opened))
              restart(null)
            }}
            isRowActive={(candidate) => keyOf(candidate) === key}
            columns={columns}
          />
        </Panel>
        <EditorBase
          row={row}
          call={call}
          record={String(key)}
          beginning={`${key} ${start.n}`}
          start={start.change}
          rebase={rebase}
        >
          {children}
        </EditorBase>
      </Stack>
    </Split>
  )
}
