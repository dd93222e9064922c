import { moneyText } from '#contract/text/money-text.ts'
import { numberText } from '#web/value/format.ts'
import { returnReportPage } from '#features/reports/pages.contract.ts'
import { drillDownTargets } from './drill-down-targets.rules.ts'
import { stockReport, type ReturnReportRow } from './stock-report.contract.ts'
import { movedColumns, headline_figures, StockReport } from './stock-report.screen.tsx'

export default function ReturnReportScreen() {
  return (
    <StockReport<ReturnReportRow>
      page={returnReportPage}
      call={stockReport.returned}
      measure={{
        key: 'returned',
        name: 'Vé hoàn',
        text: (value) => `${numberText(value)} vé`,
        target: drillDownTargets.tickets,
      }}
      figures={[
        ['returned', 'SL hoàn', numberText],
        ['credited', 'Tiền đài ghi có', moneyText],
        ['limit', 'Hạn mức hoàn', numberText],
        ...headline_figures,
      ]}
      columns={(linkOf) => [
        ...movedColumns(linkOf),
        { key: 'limit', head: 'Hạn mức', width: 88 },
        { key: 'used_share', width: 126, narrow: 3 },
        {
          key: 'return_slips',
          head: 'Số phiếu',
          width: 84,
          cell: linkOf(drillDownTargets.slips, (row) => numberText(row.return_slips)),
        },
        {
          key: 'slip_quantity',
          width: 110,
          cell: linkOf(drillDownTargets.slips, (row) => numberText(row.slip_quantity)),
        },
        { key: 'face_amount', width: 136, hidden: true },
        { key: 'credited', width: 118, cell: linkOf(drillDownTargets.slips, (row) => moneyText(row.credited)) },
      ]}
    />
  )
}
