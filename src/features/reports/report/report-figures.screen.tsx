import { moneyText } from '#contract/text/money-text.ts'
import { numberText } from '#web/value/format.ts'
import { FigureStrip } from '#web/ui/show/figure-strip.tsx'
import { changeText } from './change.rules.ts'

/** Key of the sum, label, format, and what it counts where that is not plain. The first figure is the most important one. */
export type ReportFigure = readonly [key: string, label: string, text: (value: number) => string, hint?: string]

/** The figures of sales reports. */
export const sales_figures: readonly ReportFigure[] = [
  ['amount', 'Doanh số', moneyText],
  ['quantity', 'Số vé', numberText],
  ['orders', 'Số đơn', numberText],
  ['commission', 'Hoa hồng', moneyText],
  ['net', 'Thực thu', moneyText],
]

interface Props {
  figures: readonly ReportFigure[]
  /** The totals of the report; null where they could not be summed. */
  sums: Readonly<Record<string, unknown>> | null | undefined
  /** The compared figures by key. */
  compared?: Readonly<Record<string, { before: number; change: number | null }>> | undefined
}

/**
 * The totals of a report above its chart and rows, each with its change against the compared days; placeholders while
 * `sums` is undefined.
 */
export function ReportFigures({ figures, sums, compared }: Props) {
  if (sums === null) return null
  return (
    <FigureStrip
      figures={figures.map(([key, label, text, hint]) => {
        const comparison = compared?.[key]
        return {
          key,
          label,
          hint,
          value: sums && text(Number(sums[key])),
          ...(comparison && { change: changeText(comparison.change), beside: `từ ${text(comparison.before)}` }),
        }
      })}
    />
  )
}
