/** The figures of a whole report above its chart and rows, each beside what it was on the days that are compared. */
import { moneyText } from '#contract/text/money-text.ts'
import { numberText } from '#web/value/format.ts'
import { FigureStrip } from '#web/ui/show/figure-strip.tsx'
import { changeText } from '#features/reports/report/change.rules.ts'
import type { ComparedSales } from './sales.contract.ts'

const shown = [
  ['amount', 'Doanh số', moneyText],
  ['quantity', 'Số vé', numberText],
  ['orders', 'Số đơn', numberText],
  ['commission', 'Hoa hồng', moneyText],
  ['net', 'Thực thu', moneyText],
] as const

interface Props {
  /** Of the whole report; null where they could not be added up. */
  sums: Readonly<Record<string, unknown>> | null | undefined
  compared: ComparedSales | null
}

export function ReportFigures({ sums, compared }: Props) {
  if (sums === null) return null
  return (
    <FigureStrip
      figures={shown.map(([key, label, text]) => {
        const beside = compared?.figures[key]
        return {
          key,
          label,
          value: sums && text(Number(sums[key])),
          ...(beside && { change: changeText(beside.change), beside: `từ ${text(beside.before)}` }),
        }
      })}
    />
  )
}
