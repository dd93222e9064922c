import { numberText } from './number-text.ts'

/** Basis points as percent: 650 → '6,5%'. */
export function rateText(basis_points: number): string {
  return `${numberText(basis_points / 100)}%`
}

/** Thousandths as percent: 123 → '12,3%', −123 → '−12,3%'. */
export function percentText(permille: number): string {
  const text = Math.abs(permille / 10).toLocaleString('vi-VN', { minimumFractionDigits: 1 })
  return `${permille < 0 ? '−' : ''}${text}%`
}
