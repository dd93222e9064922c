/** 1500000 → '1.500.000'. */
export function groupedNumber(value: number | null): string {
  return value === null ? '' : value.toLocaleString('vi-VN', { maximumFractionDigits: 0 })
}
