/** '7:30', '0730', '7h30', '7h' → '07:30'; null for an empty text, undefined for what is not a time of day. */
export function parseTime(typed: string): string | null | undefined {
  const text = typed.trim().normalize('NFKC').toLowerCase()
  if (text === '') return null
  const [, hour = '', minute = ''] =
    /^(\d{1,2})\s*[:h.]\s*(\d{2})?$/.exec(text) ?? /^(\d{1,2})(\d{2})$/.exec(text) ?? /^(\d{1,2})$/.exec(text) ?? []
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59) return undefined
  return `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
}
