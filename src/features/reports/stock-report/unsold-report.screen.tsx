import { moneyText } from '#contract/text/money-text.ts'
import { numberText } from '#web/value/format.ts'
import { unsoldReportPage } from '#features/reports/pages.contract.ts'
import { drillDownTargets } from './drill-down-targets.rules.ts'
import { stockReport, type UnsoldReportRow } from './stock-report.contract.ts'
import { movedColumns, headline_figures, StockReport } from './stock-report.screen.tsx'

export default function UnsoldReportScreen() {
  return (
    <StockReport<UnsoldReportRow>
      page={unsoldReportPage}
      call={stockReport.unsold}
      measure={{ key: 'unsold_amount', name: 'Giá trị vé tồn', text: moneyText, target: drillDownTargets.unsold }}
      figures={[
        ['unsold_amount', 'Giá trị vé tồn', moneyText],
        ['in_stock', 'SL tồn', numberText],
        ...headline_figures,
        ['net', 'Thưởng vé tồn, thực nhận', moneyText],
      ]}
      columns={(linkOf) => [
        ...movedColumns(linkOf),
        { key: 'unsold_share', width: 84, narrow: 3 },
        {
          key: 'unsold_amount',
          width: 122,
          cell: linkOf(drillDownTargets.unsold, (row) => moneyText(row.unsold_amount)),
        },
        { key: 'gross', width: 118, cell: linkOf(drillDownTargets.prizes, (row) => moneyText(row.gross)) },
        { key: 'tax', width: 112, hidden: true },
        {
          key: 'net',
          head: 'Thực nhận',
          width: 116,
          cell: linkOf(drillDownTargets.prizes, (row) => moneyText(row.net)),
        },
        { key: 'won_count', head: 'Vé trúng', width: 84 },
      ]}
    />
  )
}
