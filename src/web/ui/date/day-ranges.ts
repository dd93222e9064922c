/** Ranges of days. */
export type DayRange = { from: string | null; to: string | null }

/** The range with its ends in order: reversed ones are swapped. */
export function orderedRange({ from, to }: DayRange): DayRange {
  return from && to && from > to ? { from: to, to: from } : { from, to }
}
