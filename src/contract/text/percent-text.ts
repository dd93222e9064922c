/** Basis points as percent: 650 → '6,5 %'. */
export function rateText(basis_points: number): string {
  return `${(basis_points / 100).toLocaleString('vi-VN')} %`
}

/** Parses a percentage to basis points: '6,5', '6.5 %' → 650. Null for an empty text, undefined for an invalid one (more than two decimals too). */
export function rateOf(text: string): number | null | undefined {
  const plain = text.normalize('NFKC').replace(/%\s*$/, '').trim()
  if (plain === '') return text.trim() === '' ? null : undefined
  const [, whole, part = ''] = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(plain) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** Thousandths as percent: 123 → '12,3%', −123 → '−12,3%'. */
export function percentText(permille: number): string {
  const text = Math.abs(permille / 10).toLocaleString('vi-VN', { minimumFractionDigits: 1 })
  return `${permille < 0 ? '−' : ''}${text}%`
}
