/** Whole numbers as Vietnamese staff type them: '1.500.000', pasted '1.500.000 đ', '1 500 000'. */

/**
 * The whole number that a text means, null for an empty text, undefined when it could mean something else: '1.5' may be
 * one and a half or a slip, so it is refused instead of guessed.
 */
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

/** What remains of a text while it is being typed: its digits, full-width ones included, regrouped. */
export function regrouped(text: string): string {
  const digits = text
    .normalize('NFKC')
    .replace(/\D/g, '')
    .replace(/^0+(?=\d)/, '')
  return digits.replace(/\B(?=(\d{3})+$)/g, '.')
}

/** Where the caret belongs in the regrouped text: behind as many digits as stood before it. */
export function caretBehind(digits: number, grouped: string): number {
  let seen = 0
  for (let at = 0; at < grouped.length; at++) {
    if (seen === digits) return at
    if (grouped[at] !== '.') seen++
  }
  return grouped.length
}
