import { bands } from '#features/orders/order/order.contract.ts'
import { byPricePage } from '#features/reports/pages.contract.ts'
import type { RowOf } from '#web/list/use-list.ts'
import { breakdown } from './breakdown.contract.ts'
import { Breakdown, shareColumn } from './breakdown.screen.tsx'

type Row = RowOf<typeof breakdown.byPrice>

const names = new Map<number, string>(bands)
const nameOf = (row: Row) => names.get(row.band)!

export default function ByPriceScreen() {
  return (
    <Breakdown<Row>
      page={byPricePage}
      call={breakdown.byPrice}
      head="Giá trị đơn"
      noun="khoảng giá trị"
      name={nameOf}
      place={(row) => row.band}
      expected={bands.length}
      columns={[
        { key: 'band', width: 188, narrow: 1 },
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
