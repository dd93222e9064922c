/** A number as people read it, with at most so many decimals (without a count: three): 1234567.89 → '1.234.567,89'; with 1 '1.234.567,9'. */
export function numberText(value: number, max_decimals?: number): string {
  return value.toLocaleString('vi-VN', max_decimals === undefined ? undefined : { maximumFractionDigits: max_decimals })
}
