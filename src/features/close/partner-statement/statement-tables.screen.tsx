/** The lines of a statement, each with a link to its orders. */
import type { ReactNode } from 'react'
import { PageLink } from '#web/route/link.tsx'
import { useRights } from '#web/session/rights.ts'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { dayText, numberText } from '#web/value/format.ts'
import { changeText, moneyText } from '#contract/text/money-text.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { drillDownLink, type DrillDown } from '#features/reports/report/drill-down.rules.ts'
import type { DisputeDialogProps } from './dispute-dialog.screen.tsx'
import {
  partnerStatement,
  statementStatus,
  type StatementDetailRow,
  type StatementFigures,
} from './partner-statement.contract.ts'
import { linesOf, saleText, whyNotDispute } from './statement.rules.ts'

export type OnDispute = (dispute: Omit<DisputeDialogProps, 'onClose'>) => void

/** The link parameters for the orders of a figure, as they were in the figure's snapshot. */
function rowsBehind(row: StatementDetailRow, filters: DrillDown): DrillDown {
  const { partner_id, from_date, to_date } = row
  return { partner_id, from_date, to_date, ...filters }
}

function OrdersLink({ rows, children }: { rows: DrillDown; children: ReactNode }) {
  const { can } = useRights()
  if (!can(transactionPage.view)) return children
  return <PageLink {...drillDownLink(rows)}>{children}</PageLink>
}

type SaleRow = StatementFigures['sales'][number]

/** '−2.500' where the business owes the partner; the locale would write a hyphen. */
const balanceText = (amount: number) => numberText(amount).replace('-', '−')

export function Sales({ row, onDispute }: { row: StatementDetailRow; onDispute: OnDispute }) {
  const { figures, snapshot, as_of } = row
  const { can } = useRights()
  const sale_filter = { is_sale: true, snapshot, as_of }
  const money = (key: 'amount' | 'fee' | 'commission' | 'collected' | 'due', head: string, width = 100) => ({
    key,
    head,
    width,
    align: 'right' as const,
    cell: (sale: SaleRow) => balanceText(sale[key]),
  })
  return (
    <Table<SaleRow>
      label="Doanh số và hoa hồng theo sản phẩm và nguồn tiền"
      columns={[
        {
          key: 'product',
          head: 'Sản phẩm · nguồn tiền',
          width: 150,
          grow: true,
          cell: (sale) => saleText(sale),
        },
        {
          key: 'orders',
          head: 'Số đơn',
          width: 64,
          align: 'right',
          cell: (sale) => (
            <OrdersLink
              rows={rowsBehind(row, {
                ...sale_filter,
                category: sale.category,
                ...(sale.payment_vendor_id !== null && { payment_vendor_id: sale.payment_vendor_id }),
              })}
            >
              {numberText(sale.orders)}
            </OrdersLink>
          ),
        },
        money('amount', 'Doanh số'),
        money('fee', 'Phí', 72),
        money('commission', 'Hoa hồng', 90),
        money('collected', 'Đại lý thu'),
        money('due', 'Phải nộp'),
      ]}
      rows={figures.sales}
      rowKey={(sale) => sale.line}
      density="compact"
      {...(can(partnerStatement.dispute) && {
        actionsWidth: 44,
        actions: (sale: SaleRow) => (
          <IconButton
            icon="alert"
            label="Khiếu nại dòng này"
            whyNot={whyNotDispute(row)}
            onClick={() => onDispute({ row, act: 'dispute', line: sale.line })}
          />
        ),
      })}
      footer={{
        orders: <OrdersLink rows={rowsBehind(row, sale_filter)}>{numberText(figures.orders)}</OrdersLink>,
        amount: numberText(figures.amount),
        fee: numberText(figures.fee),
        commission: numberText(figures.commission),
        collected: numberText(figures.collected),
        due: balanceText(figures.due - figures.corrections.due),
      }}
      empty="Đại lý không bán gì trong kỳ."
    />
  )
}

export function GivenBack({ row }: { row: StatementDetailRow }) {
  const labels = linesOf(row.figures)
  return (
    <Table
      label="Đơn hoàn tiền"
      density="compact"
      columns={[
        { key: 'status', head: 'Tình trạng', width: 190, grow: true, cell: (refund) => labels.get(refund.line) },
        {
          key: 'orders',
          head: 'Số đơn',
          width: 84,
          align: 'right',
          // The list of orders has their present states, which those of a final statement have left since.
          cell: (refund) =>
            row.status < statementStatus.confirmed ? (
              <OrdersLink rows={rowsBehind(row, { status: refund.status })}>{numberText(refund.orders)}</OrdersLink>
            ) : (
              numberText(refund.orders)
            ),
        },
        { key: 'amount', head: 'Giá trị', width: 124, align: 'right', cell: (refund) => moneyText(refund.amount) },
      ]}
      rows={row.figures.given_back}
      rowKey={(refund) => refund.line}
    />
  )
}

export function Corrections({ figures }: { figures: StatementFigures }) {
  const { can } = useRights()
  const { rows, due, amount, commission } = figures.corrections
  return (
    <Table
      label="Đơn điều chỉnh của kỳ trước"
      density="compact"
      columns={[
        {
          key: 'order_id',
          head: 'Mã đơn',
          width: 150,
          grow: true,
          cell: ({ order_id }) =>
            can(transactionPage.view) ? (
              <PageLink to={transactionPage.url} search={{ order: String(order_id) }}>
                {String(order_id)}
              </PageLink>
            ) : (
              String(order_id)
            ),
        },
        { key: 'day', head: 'Ngày đặt', width: 100, cell: (correction) => dayText(correction.day) },
        {
          key: 'kind',
          head: 'Điều chỉnh',
          width: 110,
          cell: (correction) => (correction.is_added ? 'Tính thêm' : 'Trừ ra'),
        },
        {
          key: 'amount',
          head: 'Doanh số',
          width: 124,
          align: 'right',
          cell: (correction) => changeText(correction.amount),
        },
        {
          key: 'commission',
          head: 'Hoa hồng',
          width: 108,
          align: 'right',
          cell: (correction) => changeText(correction.commission),
        },
        { key: 'due', head: 'Phải nộp', width: 124, align: 'right', cell: (correction) => changeText(correction.due) },
      ]}
      rows={rows}
      rowKey={(correction) => correction.line}
      footer={{ amount: changeText(amount), commission: changeText(commission), due: changeText(due) }}
    />
  )
}
