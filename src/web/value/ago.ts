/** How long ago a moment was, in the largest unit that fits: '5 phút trước'. */
const near = new Intl.RelativeTimeFormat('vi-VN', { numeric: 'always' })

export function agoText(moment: string, now = Date.now()): string {
  const minutes = Math.round((now - Date.parse(moment)) / 60_000)
  if (minutes < 1) return 'vừa xong'
  if (minutes < 60) return near.format(-minutes, 'minute')
  if (minutes < 24 * 60) return near.format(-Math.round(minutes / 60), 'hour')
  return near.format(-Math.round(minutes / 60 / 24), 'day')
}
