/** The figures of a whole report above its chart and rows, each beside what it was on the days that are compared. */
import { moneyText } from '#contract/text/money-text.ts'
import { numberText } from '#web/value/format.ts'
import { FigureStrip } from '#web/ui/show/figure-strip.tsx'
import { changeText } from './change.rules.ts'

/** The name of the sum, what it is called and how it is read; the first one matters most. */
export type ReportFigure = readonly [key: string, label: string, text: (value: number) => string]

/** Those of sales. */
export const salesFigures: readonly ReportFigure[] = [
  ['amount', 'Doanh số', moneyText],
  ['quantity', 'Số vé', numberText],
  ['orders', 'Số đơn', numberText],
  ['commission', 'Hoa hồng', moneyText],
  ['net', 'Thực thu', moneyText],
]

interface Props {
  figures: readonly ReportFigure[]
  /** Of the whole report; null where they could not be added up. */
  sums: Readonly<Record<string, unknown>> | null | undefined
  /** Those that are compared, by their names. */
  compared?: Readonly<Record<string, { before: number; change: number | null }>> | undefined
}

export function ReportFigures({ figures, sums, compared }: Props) {
  if (sums === null) return null
  return (
    <FigureStrip
      figures={figures.map(([key, label, text]) => {
        const beside = compared?.[key]
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
