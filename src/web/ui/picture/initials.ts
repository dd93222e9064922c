/** The initials of a Vietnamese name: of the family name, which comes first, and the given name, which comes last. */
export function initials(name: string): string {
  const words = name
    .normalize('NFC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const letters = words.length > 1 ? [words[0]!, words.at(-1)!] : [words[0] ?? '?']
  return letters.map((word) => [...word][0]!.toLocaleUpperCase('vi')).join('')
}
