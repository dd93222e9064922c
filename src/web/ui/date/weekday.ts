/** The day of the week of a day ('YYYY-MM-DD') where there is little room. */
const names = ['CN', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7']

/** '2026-11-22' → 'CN'. */
export function weekdayName(day: string): string {
  return names[new Date(`${day}T00:00:00Z`).getUTCDay()]!
}
