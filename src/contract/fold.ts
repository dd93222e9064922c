/**
 * Text as people search it: without accents, case or doubled spaces. NFD splits a letter from its marks; đ has no
 * mark to split off and is mapped by hand. The database's vn_fold does the same, so that both sides find the same rows.
 */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[đĐ]/g, 'd')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}

/** Where a text has the keyword, accents and case aside: from this character up to that one; null where it has not. */
export function matchIn(text: string, keyword: string): readonly [from: number, to: number] | null {
  const wanted = fold(keyword)
  if (wanted === '') return null
  const places: number[] = []
  let folded = ''
  let at = 0
  for (const letter of text) {
    // A blank stays one here: only in the keyword several count as one.
    const plain = /\s/.test(letter) ? ' ' : fold(letter)
    for (let index = 0; index < plain.length; index++) places.push(at)
    folded += plain
    at += letter.length
  }
  const found = folded.indexOf(wanted)
  if (found < 0) return null
  const end = places[found + wanted.length] ?? text.length
  return [places[found]!, end]
}
