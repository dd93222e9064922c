/** Arithmetic with calendar days ('2026-11-23'). */
export const day_ms = 86_400_000

/** How many days `to` is after `from`; 0 from a day to itself. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / day_ms
}
