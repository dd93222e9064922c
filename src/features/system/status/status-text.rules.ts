/** Formats figures of the system's status for people. */
import { numberText } from '#contract/text/number-text.ts'

const units = ['byte', 'kB', 'MB', 'GB', 'TB'] as const

/** '3,4 GB', in units of 1024. */
export function bytesText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${numberText(bytes / 1024 ** power, power > 1 ? 1 : 0)} ${units[power]}`
}

/** 'dưới một phút', '5 phút', '3 giờ', '2 ngày': minutes below two hours, hours below two days, else days; rounded down. */
export function roughDurationText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return 'dưới một phút'
  if (minutes < 120) return `${minutes} phút`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} giờ` : `${Math.floor(hours / 24)} ngày`
}
