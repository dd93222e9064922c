/** Tax codes of the General Department of Taxation (Circular 86/2024/TT-BTC). */

const weights = [31, 29, 23, 19, 17, 13, 7, 5, 3]

/**
 * Whether it is a tax code: ten digits with a check digit, optionally with a branch number ('0300588569-001'), or the twelve digits of a person's
 * identity number.
 */
export function isTaxCode(typed: string): boolean {
  if (/^\d{12}$/.test(typed)) return true
  if (!/^\d{10}(-?\d{3})?$/.test(typed)) return false
  const sum = weights.reduce((total, weight, index) => total + weight * Number(typed[index]), 0)
  return 10 - (sum % 11) === Number(typed[9])
}
