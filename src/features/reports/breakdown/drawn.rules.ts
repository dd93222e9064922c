/** Which parts of a whole are drawn each for itself, and which are drawn as one. */

/** What every part has; the keys that it has beside them lead to its orders. */
export interface Part {
  amount: number
  /** In thousandths of the whole. */
  share: number
}

/** More bars than these leave no room for the table below them, which has all. */
export const most_drawn = 8

interface Drawn<Row> {
  drawn: Row[]
  rest: (Part & { count: number }) | null
}

/** The greatest parts, or all of them where they have places of their own; what is left over completes the whole. */
export function drawnOf<Row extends Part>(
  rows: readonly Row[],
  whole: { amount: number; count: number },
  place?: (row: Row) => number,
): Drawn<Row> {
  const ranked = rows.toSorted((a, b) => (place ? place(a) - place(b) : b.amount - a.amount))
  // One that is left over can as well be drawn.
  const drawn = whole.count <= most_drawn + 1 ? ranked : ranked.slice(0, most_drawn)
  const count = whole.count - drawn.length
  if (count <= 0) return { drawn, rest: null }
  const left = (total: number, of: keyof Part) => drawn.reduce((sum, row) => sum - row[of], total)
  return { drawn, rest: { amount: left(whole.amount, 'amount'), share: left(1000, 'share'), count } }
}
