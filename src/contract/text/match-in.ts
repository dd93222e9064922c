import { fold } from '../fold.ts'

/** Where a text contains the keyword, ignoring accents and case; null where it does not. */
export function matchIn(text: string, keyword: string): readonly [from: number, to: number] | null {
  const foldedKeyword = fold(keyword)
  if (foldedKeyword === '') return null
  // For each folded character the index of its letter in the text.
  const indexes: number[] = []
  let foldedText = ''
  let position = 0
  for (const letter of text) {
    // Each space is kept, because indexes must stay aligned; fold alone would trim it.
    const foldedLetter = /\s/.test(letter) ? ' ' : fold(letter)
    for (let index = 0; index < foldedLetter.length; index++) indexes.push(position)
    foldedText += foldedLetter
    position += letter.length
  }
  const start = foldedText.indexOf(foldedKeyword)
  if (start < 0) return null
  const end = indexes[start + foldedKeyword.length] ?? text.length
  return [indexes[start]!, end]
}
