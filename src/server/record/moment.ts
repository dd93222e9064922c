const offset_ms = 7 * 3_600_000

/** A moment, in milliseconds of Unix time, in the database's format and the clock of Viet Nam: '2026-10-01T08:00:00.123+07:00'. */
export function momentAt(ms: number): string {
  return new Date(ms + offset_ms).toISOString().replace('Z', '+07:00')
}
