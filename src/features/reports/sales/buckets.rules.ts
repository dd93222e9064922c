/** The columns of a chart: by day, or by month where there are many days. */

interface DayRow {
  day: string | null
  amount: number
  before: number | null
}

export interface Bucket {
  from: string
  to: string
  amount: number
  /** The compared sales; null when there is nothing to compare with. */
  before: number | null
}

/** Above this number of days columns are by month, because narrower ones cannot be distinguished on most screens. */
const max_days = 62

/** The columns of a chart; `all` has all days of the report in order, including days without sales. */
export function bucketsOf(rows: readonly DayRow[], all: readonly string[]): Bucket[] {
  const rowOf = new Map(rows.map((row) => [row.day, row]))
  const days = all.map((day): Bucket => {
    const { amount = 0, before = null } = rowOf.get(day) ?? {}
    return { from: day, to: day, amount, before }
  })
  if (days.length <= max_days) return days
  return [...Map.groupBy(days, ({ from }) => from.slice(0, 7)).values()].map(mergedBucket)
}

function mergedBucket(days: Bucket[]): Bucket {
  const comparedBuckets = days.flatMap(({ before }) => before ?? [])
  return {
    from: days[0]!.from,
    to: days.at(-1)!.to,
    amount: days.reduce((sum, { amount }) => sum + amount, 0),
    before: comparedBuckets.length > 0 ? comparedBuckets.reduce((sum, before) => sum + before, 0) : null,
  }
}
