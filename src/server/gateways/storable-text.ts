/**
 * A text from outside as PostgreSQL can store it: without control characters, cut to the length of its column, and with no half of a
 * surrogate pair, neither sent nor left by the cut.
 */
export function storableText(text: string, max_length: number): string {
  return text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, max_length)
    .toWellFormed()
}
