import { salesXsdtPage } from '#features/reports/pages.contract.ts'
import { SalesReport } from './sales-report.screen.tsx'

export default function SalesXsdtScreen() {
  return <SalesReport page={salesXsdtPage} line="xsdt" product="category" />
}
