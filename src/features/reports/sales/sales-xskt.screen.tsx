import { salesXsktPage } from '#features/reports/pages.contract.ts'
import { stations } from './report-filters.screen.tsx'
import { SalesReport } from './sales-report.screen.tsx'

export default function SalesXsktScreen() {
  return <SalesReport page={salesXsktPage} line="xskt" product={{ name: 'area_id', choices: stations }} />
}
