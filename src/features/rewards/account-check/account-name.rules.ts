/** Compares the telecom's names with names as people write them, letter by letter, without accents and case. */
import { fold } from '#contract/fold.ts'

/** The name in capitals without accents, with single spaces: 'Nguyễn  Thị Đào' → 'NGUYEN THI DAO'. */
export function foldedName(name: string): string {
  return fold(name)
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Whether two names are equal except for accents, case and spaces. */
export const isSameName = (expected: string, actual: string) => foldedName(expected) === foldedName(actual)

/** The letters of both names at one position; null where a name has no letter there. */
export interface LetterPair {
  expected: string | null
  actual: string | null
}

/** The letters of both names aligned with as few differences as possible. */
export function lettersOf(expected: string, actual: string): LetterPair[] {
  const [a, b] = [[...foldedName(expected)], [...foldedName(actual)]]
  const costs = editDistances(a, b)
  const pairs: LetterPair[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const cost = costs[i]![j]!
    if (i < a.length && j < b.length && costs[i + 1]![j + 1]! + Number(a[i] !== b[j]) === cost)
      pairs.push({ expected: a[i++]!, actual: b[j++]! })
    else if (i < a.length && costs[i + 1]![j]! + 1 === cost) pairs.push({ expected: a[i++]!, actual: null })
    else pairs.push({ expected: null, actual: b[j++]! })
  }
  return pairs
}

/** The edit distances (Levenshtein) between the rests of `a` from i and of `b` from j. */
function editDistances(a: readonly string[], b: readonly string[]): number[][] {
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

export const isAlike = ({ expected, actual }: LetterPair) => expected === actual

/** The share of equal letters, in thousandths. */
export function similarity(pairs: readonly LetterPair[]): number {
  return pairs.length === 0 ? 0 : Math.round((pairs.filter(isAlike).length * 1_000) / pairs.length)
}

/** The similarity from which two names are close, in thousandths. */
const close_from = 750

/** Whether two names are probably those of one person, written differently. */
export const isClose = (expected: string, actual: string) => similarity(lettersOf(expected, actual)) >= close_from
