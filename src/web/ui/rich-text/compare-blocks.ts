/**
 * A diff of two versions of a text: pairs the corresponding blocks (paragraphs) and finds the removed and added words in each pair. It does not know
 * HTML: a block has its plain text and a text that also represents its format.
 */

export interface Block {
  /** The plain text. */
  text: string
  /** The text with its format: blocks with equal `look` are displayed alike. */
  look: string
}

/** A range of characters in a block's text, the end excluded. */
export type Range = readonly [from: number, to: number]

export interface Pair<B extends Block> {
  before: B | null
  after: B | null
  kind: 'same' | 'changed' | 'look' | 'added' | 'removed'
  /** Removed ranges in the old text. */
  removed: readonly Range[]
  /** Added ranges in the new text. */
  added: readonly Range[]
}

/** Above this number of comparisons only the common start and end are found, so that two very different texts do not block the page. */
const max_steps = 4_000_000
/** The least share of common words with which two paragraphs correspond. */
const min_similarity = 0.35

export function compareBlocks<B extends Block>(before: readonly B[], after: readonly B[]): Pair<B>[] {
  const pairs: Pair<B>[] = []
  let [from_a, from_b] = [0, 0]
  const gap = (to_a: number, to_b: number) => {
    pairs.push(...compareGap(before.slice(from_a, to_a), after.slice(from_b, to_b)))
  }
  for (const [a, b] of longestCommon(
    before.map(({ look }) => look),
    after.map(({ look }) => look),
  )) {
    gap(a, b)
    pairs.push({ before: before[a]!, after: after[b]!, kind: 'same', removed: [], added: [] })
    ;[from_a, from_b] = [a + 1, b + 1]
  }
  gap(before.length, after.length)
  return pairs
}

/** The number of added and removed ranges and blocks; a changed format counts as neither. */
export function countChanges(pairs: readonly Pair<Block>[]): { added: number; removed: number } {
  const sum = (valueOf: (pair: Pair<Block>) => number) => pairs.reduce((total, pair) => total + valueOf(pair), 0)
  return {
    added: sum(({ kind, added }) => (kind === 'added' ? 1 : added.length)),
    removed: sum(({ kind, removed }) => (kind === 'removed' ? 1 : removed.length)),
  }
}

/** Pairs the blocks between two equal ones: similar blocks correspond, in their order; the others are removed or added. */
function compareGap<B extends Block>(before: readonly B[], after: readonly B[]): Pair<B>[] {
  const removedPair = (block: B): Pair<B> => ({ before: block, after: null, kind: 'removed', removed: [], added: [] })
  const addedPair = (block: B): Pair<B> => ({ before: null, after: block, kind: 'added', removed: [], added: [] })
  const pairs: Pair<B>[] = []
  let [from_a, from_b] = [0, 0]
  for (const [a, b] of similarPairs(before, after)) {
    pairs.push(...before.slice(from_a, a).map(removedPair), ...after.slice(from_b, b).map(addedPair))
    pairs.push(changedPair(before[a]!, after[b]!))
    ;[from_a, from_b] = [a + 1, b + 1]
  }
  return [...pairs, ...before.slice(from_a).map(removedPair), ...after.slice(from_b).map(addedPair)]
}

/** The pairs with the highest total similarity, as indexes, in order (dynamic programming). */
function similarPairs(before: readonly Block[], after: readonly Block[]): [number, number][] {
  const [rows, columns] = [before.length, after.length]
  if (rows * columns > 40_000) return []
  const counts = [before, after].map((blocks) => blocks.map(({ text }) => wordCountsOf(text))) as [
    WordCounts[],
    WordCounts[],
  ]
  const score = (a: number, b: number) => {
    const similarity = similarityOf(counts[0][a]!, counts[1][b]!)
    return similarity >= min_similarity ? similarity : -1
  }
  const best = zeroMatrix(rows, columns)
  const scores = zeroMatrix(rows, columns)
  for (let a = rows - 1; a >= 0; a--)
    for (let b = columns - 1; b >= 0; b--) {
      const blockScore = (scores[a]![b] = score(a, b))
      const paired_index = blockScore < 0 ? -1 : blockScore + best[a + 1]![b + 1]!
      best[a]![b] = Math.max(best[a + 1]![b]!, best[a]![b + 1]!, paired_index)
    }
  const pairs: [number, number][] = []
  for (let a = 0, b = 0; a < rows && b < columns;) {
    if (scores[a]![b]! >= 0 && best[a]![b] === scores[a]![b]! + best[a + 1]![b + 1]!) pairs.push([a++, b++])
    else if (best[a]![b] === best[a + 1]![b]) a++
    else b++
  }
  return pairs
}

type WordCounts = { words: Map<string, number>; size: number }

function wordCountsOf(text: string): WordCounts {
  const words = new Map<string, number>()
  const all = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  for (const word of all) words.set(word, (words.get(word) ?? 0) + 1)
  return { words, size: all.length }
}

/** The share of words that two texts have in common, from 0 to 1 (Dice coefficient). */
function similarityOf(a: WordCounts, b: WordCounts): number {
  if (a.size + b.size === 0) return 1
  let shared_count = 0
  for (const [word, times] of a.words) shared_count += Math.min(times, b.words.get(word) ?? 0)
  return (2 * shared_count) / (a.size + b.size)
}

function changedPair<B extends Block>(before: B, after: B): Pair<B> {
  if (before.text === after.text) return { before, after, kind: 'look', removed: [], added: [] }
  const [a, b] = [tokensOf(before.text), tokensOf(after.text)]
  const commonTokens = longestCommon(
    a.map(({ word }) => word),
    b.map(({ word }) => word),
  )
  const removedRanges = rangesExcept(
    a,
    commonTokens.map(([index]) => index),
  )
  const addedRanges = rangesExcept(
    b,
    commonTokens.map(([, index]) => index),
  )
  return { before, after, kind: 'changed', removed: removedRanges, added: addedRanges }
}

interface Token {
  word: string
  from: number
  to: number
}

/** Splits a text into words, runs of white space, and single punctuation marks; a number keeps its dots. */
function tokensOf(text: string): Token[] {
  return [...text.matchAll(/\p{N}+(?:[.,/]\p{N}+)*|[\p{L}\p{M}\p{N}]+|\s+|[^\s]/gu)].map(({ 0: word, index }) => ({
    word: /^\s/.test(word) ? ' ' : word,
    from: index,
    to: index + word.length,
  }))
}

/** The ranges of all tokens except those with the given indexes; words with only white space between them are one range. */
function rangesExcept(tokens: readonly Token[], same: readonly number[]): Range[] {
  const matchedTokens = new Set(same)
  const ranges: [number, number][] = []
  let blankToken: Token | null = null
  for (const [index, token] of tokens.entries()) {
    const lastRange = ranges.at(-1)
    if (matchedTokens.has(index) && token.word !== ' ') blankToken = null
    else if (token.word === ' ') blankToken = lastRange?.[1] === token.from ? token : null
    else if (lastRange && (lastRange[1] === token.from || blankToken)) {
      lastRange[1] = token.to
      blankToken = null
    } else ranges.push([token.from, token.to])
  }
  return ranges
}

/** A longest common subsequence, as pairs of indexes; for very long lists only the common start and end. */
function longestCommon(a: readonly string[], b: readonly string[]): [number, number][] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let [end_a, end_b] = [a.length, b.length]
  while (end_a > start && end_b > start && a[end_a - 1] === b[end_b - 1]) [end_a, end_b] = [end_a - 1, end_b - 1]
  const pairs: [number, number][] = Array.from({ length: start }, (_, index) => [index, index])
  if ((end_a - start) * (end_b - start) <= max_steps) pairs.push(...longestCommonBetween(a, b, { start, end_a, end_b }))
  for (let index = 0; end_a + index < a.length; index++) pairs.push([end_a + index, end_b + index])
  return pairs
}

function longestCommonBetween(
  a: readonly string[],
  b: readonly string[],
  { start, end_a, end_b }: { start: number; end_a: number; end_b: number },
): [number, number][] {
  const [rows, columns] = [end_a - start, end_b - start]
  const length = zeroMatrix(rows, columns)
  for (let i = rows - 1; i >= 0; i--)
    for (let j = columns - 1; j >= 0; j--)
      length[i]![j] =
        a[start + i] === b[start + j] ? length[i + 1]![j + 1]! + 1 : Math.max(length[i + 1]![j]!, length[i]![j + 1]!)
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < rows && j < columns;) {
    if (a[start + i] === b[start + j]) pairs.push([start + i++, start + j++])
    else if (length[i + 1]![j]! >= length[i]![j + 1]!) i++
    else j++
  }
  return pairs
}

function zeroMatrix(rows: number, columns: number): Float64Array[] {
  return Array.from({ length: rows + 1 }, () => new Float64Array(columns + 1))
}
