/** The lô tô tables beside the results of a day: two-digit endings by their first and by their last digit. */
import { Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { DigitTable } from '#web/ui/sheet/digit-table.tsx'
import type { SheetDrawRow } from './sheet.contract.ts'
import { lotoTable } from './sheet.rules.ts'

export default function LotoTables({ draws }: { draws: readonly SheetDrawRow[] }) {
  const columns = draws.map(({ period_id, name }) => ({ key: period_id, title: name }))
  const digits = (by: 'first' | 'last') => draws.map(({ numbers }) => lotoTable(numbers ?? {}, by))
  return (
    <Stack>
      <Panel flush title="Lô tô theo số đầu">
        <DigitTable label="Lô tô theo số đầu" head="Đầu" columns={columns} digits={digits('first')} />
      </Panel>
      <Panel flush title="Lô tô theo số cuối">
        <DigitTable label="Lô tô theo số cuối" head="Cuối" columns={columns} digits={digits('last')} />
      </Panel>
    </Stack>
  )
}
