import { moneyText } from '#contract/text/money-text.ts'
import { PageLink } from '#web/route/link.tsx'
import { useRights } from '#web/session/rights.ts'
import { Table } from '#web/ui/table/table.tsx'
import { transactionPage } from '#features/orders/pages.contract.ts'
import type { DrawPrizesRow } from './prize-run.contract.ts'

export type PrizeChangeRow = DrawPrizesRow['changes'][number]

interface ChangesTableProps {
  label: string
  changes: readonly PrizeChangeRow[]
  /** What staff have to do about the order. */
  adviceOf: (change: PrizeChangeRow) => string
}

/** The orders whose prize a corrected result changes; amounts in đồng, `after` is null until it is calculated. */
export function ChangesTable({ label, changes, adviceOf }: ChangesTableProps) {
  const { can } = useRights()
  return (
    <Table
      label={label}
      rows={changes}
      rowKey={({ order_id }) => order_id}
      columns={[
        {
          key: 'order_id',
          head: 'Đơn',
          width: 150,
          grow: true,
          cell: ({ order_id }) =>
            can(transactionPage.view) ? (
              <PageLink to={transactionPage.url} search={{ order: String(order_id) }}>
                {order_id}
              </PageLink>
            ) : (
              order_id
            ),
        },
        { key: 'before', head: 'Trước', width: 130, align: 'right', cell: ({ before }) => moneyText(before) },
        {
          key: 'after',
          head: 'Sau',
          width: 130,
          align: 'right',
          cell: ({ after }) => (after === null ? 'chưa tính' : moneyText(after)),
        },
        { key: 'what', head: 'Việc cần làm', width: 190, cell: adviceOf },
      ]}
    />
  )
}
