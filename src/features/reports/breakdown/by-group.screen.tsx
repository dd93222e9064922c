import type { RowOf } from '#web/list/use-list.ts'
import { byGroupPage } from '#features/reports/pages.contract.ts'
import { breakdown } from './breakdown.contract.ts'
import { Breakdown, shareColumn } from './breakdown.screen.tsx'

type Row = RowOf<typeof breakdown.byGroup>

export default function ByGroupScreen() {
  return (
    <Breakdown<Row>
      page={byGroupPage}
      call={breakdown.byGroup}
      head="Nhóm điểm bán"
      noun="nhóm"
      name={(row) => row.pos_group_name}
      columns={[
        { key: 'pos_group_name', width: 208, narrow: 1 },
        'orders',
        { key: 'quantity', width: 104 },
        { key: 'amount', width: 148, narrow: 2 },
        shareColumn,
        { key: 'fee', width: 124 },
        { key: 'commission', width: 136 },
        { key: 'net', width: 148 },
      ]}
    />
  )
}
