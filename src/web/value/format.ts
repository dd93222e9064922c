/** Formats values as text, the same for table cells, history lines and Excel files. */
import type { FieldInfo } from '#contract/schema.ts'
import { dayOf, dayText, momentText, weekdayText } from '#contract/text/day-text.ts'
import { localPhone } from '#contract/text/phone-text.ts'
import { percentText, rateText } from '#contract/text/percent-text.ts'
import { plainText } from '#contract/text/plain-text.ts'
import { changeText, moneyText } from '#contract/text/money-text.ts'
import { numberText } from '#contract/text/number-text.ts'

export { asOfText, clockText, dayOf, dayText, momentText, weekdayText } from '#contract/text/day-text.ts'
export { numberText } from '#contract/text/number-text.ts'

/** '2026-10-01' → '01/10', where the year is obvious. */
export function shortDayText(day: string): string {
  return dayText(day).slice(0, 5)
}

/** Weekday and moment, for a tooltip: 'Thứ 5, 01/10/2026 09:05:33'. */
export function fullMomentText(moment: string): string {
  return `${weekdayText(dayOf(moment))}, ${momentText(moment, true)}`
}

/** 84912345678 → '0912 345 678'. */
export function phoneText(phone: string): string {
  const local_phone = localPhone(phone)
  // The placeholder of an erased number; see erasedNumber of contract/fields.ts.
  if (local_phone.startsWith('00')) return 'Số đã xóa'
  return /^\d{10}$/.test(local_phone)
    ? `${local_phone.slice(0, 4)} ${local_phone.slice(4, 7)} ${local_phone.slice(7)}`
    : local_phone
}

/** Any value of a field as text; empty for an empty value. */
export function textOf(info: FieldInfo | undefined, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value)) return value.map((item) => textOf(info && { ...info, kind: 'text' }, item)).join(', ')
  if (info?.options) return info.options.find((option) => option.value === value)?.label ?? String(value)
  if (typeof value === 'boolean') return value ? 'Có' : 'Không'
  if (typeof value === 'object') {
    const parts = Object.values(value).map((item) => textOf(undefined, item))
    return parts.filter(Boolean).join(' · ')
  }
  switch (info?.kind) {
    case 'day':
      return dayText(String(value))
    case 'moment':
      return momentText(String(value))
    case 'rich':
      return plainText(String(value))
    case 'phone':
      return phoneText(String(value))
    case 'money':
      return moneyText(Number(value))
    case 'change':
      return changeText(Number(value))
    case 'count':
      return numberText(Number(value))
    case 'rate':
      return rateText(Number(value))
    case 'permille':
      return percentText(Number(value))
    default:
      return String(value)
  }
}

/** A duration as a timer shows it: '2 ngày 5 giờ', '4:05:09', '05:09'; a negative one as zero. */
export function timerText(seconds: number): string {
  const duration = Math.max(0, seconds)
  const [days, hours] = [Math.floor(duration / 86_400), Math.floor(duration / 3_600) % 24]
  if (days > 0) return hours > 0 ? `${days} ngày ${hours} giờ` : `${days} ngày`
  const [minutes, rest] = [Math.floor(duration / 60) % 60, duration % 60].map((part) => String(part).padStart(2, '0'))
  return hours > 0 ? `${hours}:${minutes}:${rest}` : `${minutes}:${rest}`
}
