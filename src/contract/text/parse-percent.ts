/** Parses a percentage to basis points: '6,5', '6.5 %' → 650. Null for an empty text, undefined for an invalid one (more than two decimals too). */
export function rateOf(text: string): number | null | undefined {
  const plain = text.normalize('NFKC').replace(/%\s*$/, '').trim()
  if (plain === '') return text.trim() === '' ? null : undefined
  const [, integer, part = ''] = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(plain) ?? []
  return integer === undefined ? undefined : Number(integer) * 100 + Number(part.padEnd(2, '0'))
}
