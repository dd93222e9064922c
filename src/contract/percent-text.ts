/** Thousandths in percent, as people read them: 123 → '12,3%', −123 → '−12,3%'. */
export function percentText(permille: number): string {
  const text = Math.abs(permille / 10).toLocaleString('vi-VN', { minimumFractionDigits: 1 })
  return `${permille < 0 ? '−' : ''}${text}%`
}
