/** The comparison of a report: a line above the rows, and two columns in them. */
import type { ColumnSpec } from '#web/list/columns.ts'
import { dayText } from '#web/value/format.ts'
import { Change } from './change.screen.tsx'
import type { PeriodComparison } from './compare.contract.ts'

interface Props {
  compared: PeriodComparison | null
  /** Formats a figure, in đồng or as a number of tickets. */
  text: (value: number) => string
}

/** ' · Đến hết 22/11/2026 so với 08/11/2026 – 13/11/2026 (1.230.000 đ): +12,3%', for past days. */
export function ComparedLine({ compared, text }: Props) {
  if (!compared) return ' · Chưa có ngày nào đã hết để so sánh'
  const { from_date, to_date, until, before, change } = compared
  const days = from_date === to_date ? dayText(from_date) : `${dayText(from_date)} – ${dayText(to_date)}`
  return (
    <>
      {` · Đến hết ${dayText(until)} so với ${days} (${text(before)}): `}
      <Change permille={change} />
    </>
  )
}

/** The columns of the comparison; always shown, because the filter asks for them. */
export function comparedColumns<Row extends { before: number | null; change: number | null }>(): ColumnSpec<Row>[] {
  return [
    { key: 'before' as keyof Row & string, head: 'Kỳ so sánh', width: 136, always: true },
    {
      key: 'change' as keyof Row & string,
      width: 96,
      always: true,
      narrow: 3,
      cell: ({ change }) => <Change permille={change} />,
    },
  ]
}
