import { choicesOf } from '#web/use-choices.ts'
import { salesXsktPage } from '#features/reports/pages.contract.ts'
import { drawArea } from '#features/tickets/draw-area/draw-area.contract.ts'
import { SalesReport } from './sales-report.screen.tsx'

const stations = choicesOf(drawArea.byBase, (row) => ({
  value: row.area_id,
  label: row.area_name,
  detail: row.area_code,
}))

export default function SalesXsktScreen() {
  return <SalesReport page={salesXsktPage} line="xskt" product={{ name: 'area_id', choices: stations }} />
}
