/** Whole numbers as Vietnamese staff type them: '1.500.000', pasted '1.500.000 đ', '1 500 000'. */

/** Reads a typed whole number: null for an empty text, undefined for an ambiguous one, such as '1.5', which may be a decimal or a typing error. */
export function numberOf(text: string): number | null | undefined {
  const plain = text
    .normalize('NFKC')
    .replace(/(đồng|vnđ|vnd|đ|₫)\.?\s*$/iu, '')
    .trim()
  if (plain === '') return text.trim() === '' ? null : undefined
  if (!/^\d+$/.test(plain) && !/^\d{1,3}([.,'\s])\d{3}(\1\d{3})*$/.test(plain)) return undefined
  const value = Number(plain.replace(/\D/g, ''))
  return Number.isSafeInteger(value) ? value : undefined
}

/** The digits of a text, full-width ones included, as plain digits. */
export const digitsOnly = (text: string) => text.normalize('NFKC').replaceAll(/\D/g, '')

/** The digits of a text that is being typed, grouped by dots. */
export function regrouped(text: string): string {
  const digits = digitsOnly(text).replace(/^0+(?=\d)/, '')
  return digits.replace(/\B(?=(\d{3})+$)/g, '.')
}

/** The position of the caret in the regrouped text: after as many digits as were before it. */
export function caretAfter(digits: number, grouped: string): number {
  let digits_before = 0
  for (let position = 0; position < grouped.length; position++) {
    if (digits_before === digits) return position
    if (grouped[position] !== '.') digits_before++
  }
  return grouped.length
}
