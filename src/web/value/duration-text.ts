/** A duration: '2 ngày 5 giờ', '4:05:09', '05:09'; a negative one as zero. */
export function durationText(seconds: number): string {
  const duration = Math.max(0, seconds)
  const [days, hours] = [Math.floor(duration / 86_400), Math.floor(duration / 3_600) % 24]
  if (days > 0) return hours > 0 ? `${days} ngày ${hours} giờ` : `${days} ngày`
  const [minutes, rest] = [Math.floor(duration / 60) % 60, duration % 60].map((one) => String(one).padStart(2, '0'))
  return hours > 0 ? `${hours}:${minutes}:${rest}` : `${minutes}:${rest}`
}
