/** The days of a report as a chart draws them: each for itself, or by month where they are many. */

interface DayRow {
  day: string | null
  amount: number
  before: number | null
}

export interface Bucket {
  from: string
  to: string
  amount: number
  /** Null where there is nothing to compare with. */
  before: number | null
}

/** More columns than these cannot be told apart on most screens. */
const most_days = 62

/** `all` are the report's days in their order, those without sales too. */
export function bucketsOf(rows: readonly DayRow[], all: readonly string[]): Bucket[] {
  const known = new Map(rows.map((row) => [row.day, row]))
  const days = all.map((day): Bucket => {
    const { amount = 0, before = null } = known.get(day) ?? {}
    return { from: day, to: day, amount, before }
  })
  if (days.length <= most_days) return days
  return [...Map.groupBy(days, ({ from }) => from.slice(0, 7)).values()].map(together)
}

function together(days: Bucket[]): Bucket {
  const compared = days.flatMap(({ before }) => before ?? [])
  return {
    from: days[0]!.from,
    to: days.at(-1)!.to,
    amount: days.reduce((sum, { amount }) => sum + amount, 0),
    before: compared.length > 0 ? compared.reduce((sum, before) => sum + before, 0) : null,
  }
}
