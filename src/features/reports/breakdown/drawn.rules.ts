/** Decides which parts have a bar in the chart and which are combined into the rest. */

/** The common fields of the parts; each kind has further keys, by which its orders are found. */
export interface Part {
  amount: number
  /** In thousandths of the total. */
  share: number
}

/** The maximum number of bars, so that there is room for the table below. */
export const max_drawn = 8

interface DrawnParts<Row> {
  drawn: Row[]
  rest: (Part & { count: number }) | null
}

/**
 * The largest parts, or all of them when there are few, in fixed positions where they have some; the rest completes the total. `rows` has at least the
 * `max_drawn + 1` largest parts.
 */
export function drawnOf<Row extends Part>(
  rows: readonly Row[],
  totals: { amount: number; count: number },
  place?: (row: Row) => number,
): DrawnParts<Row> {
  const ranked = rows.toSorted((a, b) => (place ? place(a) - place(b) : b.amount - a.amount))
  // A rest of a single part is drawn itself.
  const drawnShares = totals.count <= max_drawn + 1 ? ranked : ranked.slice(0, max_drawn)
  const count = totals.count - drawnShares.length
  if (count <= 0) return { drawn: drawnShares, rest: null }
  const remainder = (total: number, field: keyof Part) => drawnShares.reduce((sum, row) => sum - row[field], total)
  return {
    drawn: drawnShares,
    rest: { amount: remainder(totals.amount, 'amount'), share: remainder(1000, 'share'), count },
  }
}
