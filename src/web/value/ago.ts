/** Texts for durations and times in the past. */
const relative = new Intl.RelativeTimeFormat('vi-VN', { numeric: 'always' })

/** How long ago a moment was, in the largest unit that fits: '5 phút trước'. */
export function agoText(moment: string, now = Date.now()): string {
  const minutes = Math.round((now - Date.parse(moment)) / 60_000)
  if (minutes < 1) return 'vừa xong'
  if (minutes < 60) return relative.format(-minutes, 'minute')
  if (minutes < 24 * 60) return relative.format(-Math.round(minutes / 60), 'hour')
  return relative.format(-Math.round(minutes / 60 / 24), 'day')
}

/** How long something has lasted, in ms, in its two largest units: '1 ngày 12 giờ', '9 giờ 46 phút', '26 phút'. */
export function lengthText(length: number): string {
  const minutes = Math.max(0, Math.floor(length / 60_000))
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  if (days > 0) return hours > 0 ? `${days} ngày ${hours} giờ` : `${days} ngày`
  if (hours > 0) return rest > 0 ? `${hours} giờ ${rest} phút` : `${hours} giờ`
  return minutes > 0 ? `${minutes} phút` : 'dưới 1 phút'
}
