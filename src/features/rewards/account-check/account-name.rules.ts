/** Names as the telecom writes them, held against names as people write them: letter by letter, accents and case aside. */
import { fold } from '#contract/fold.ts'

/** Without accents, in capitals, đ as D, with single spaces: 'Nguyễn  Thị Đào' → 'NGUYEN THI DAO'. */
export function foldedName(name: string): string {
  return fold(name)
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

export const isSameName = (expected: string, given: string) => foldedName(expected) === foldedName(given)

/** Two letters that stand at one place; null where the other name has one more. */
export interface LetterPair {
  expected: string | null
  given: string | null
}

/** The letters of both names side by side, with as few differences as there can be. */
export function lettersOf(expected: string, given: string): LetterPair[] {
  const [a, b] = [[...foldedName(expected)], [...foldedName(given)]]
  const costs = costsOf(a, b)
  const pairs: LetterPair[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const here = costs[i]![j]!
    if (i < a.length && j < b.length && costs[i + 1]![j + 1]! + Number(a[i] !== b[j]) === here)
      pairs.push({ expected: a[i++]!, given: b[j++]! })
    else if (i < a.length && costs[i + 1]![j]! + 1 === here) pairs.push({ expected: a[i++]!, given: null })
    else pairs.push({ expected: null, given: b[j++]! })
  }
  return pairs
}

/** What it costs at least to turn the rest of `a` from i into the rest of `b` from j: one for each letter changed, left out or added. */
function costsOf(a: readonly string[], b: readonly string[]): number[][] {
  const costs = Array.from({ length: a.length + 1 }, () => Array<number>(b.length + 1).fill(0))
  for (let i = a.length; i >= 0; i--)
    for (let j = b.length; j >= 0; j--) {
      if (i === a.length || j === b.length) costs[i]![j] = a.length - i + b.length - j
      else
        costs[i]![j] = Math.min(
          costs[i + 1]![j + 1]! + Number(a[i] !== b[j]),
          costs[i + 1]![j]! + 1,
          costs[i]![j + 1]! + 1,
        )
    }
  return costs
}

export const isAlike = ({ expected, given }: LetterPair) => expected === given

/** How much of two names is the same, in thousandths. */
export function likeness(pairs: readonly LetterPair[]): number {
  return pairs.length === 0 ? 0 : Math.round((pairs.filter(isAlike).length * 1_000) / pairs.length)
}

/** In thousandths of the letters that are the same. */
const close_from = 750

/** Whether two names are probably one person's, written differently. */
export const isClose = (expected: string, given: string) => likeness(lettersOf(expected, given)) >= close_from
