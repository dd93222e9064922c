/**
 * Two versions of a text, block by block: paragraphs that correspond stand side by side, and in each the words that went and the words that
 * came are known by their places. It knows nothing of HTML: a block is its words, and a text that tells its whole look apart.
 */

export interface Block {
  /** Its words as they are read. */
  text: string
  /** Its words with their look: two that are equal here are the same to the eye. */
  look: string
}

/** From one place in a block's text to another. */
export type Range = readonly [from: number, to: number]

export interface Pair<B extends Block> {
  before: B | null
  after: B | null
  kind: 'same' | 'changed' | 'look' | 'added' | 'removed'
  /** In the text before: what is gone. */
  removed: readonly Range[]
  /** In the text after: what is new. */
  added: readonly Range[]
}

/** Above so many comparisons the exact way is left for a coarse one: a text pasted anew must not stop the page. */
const most_steps = 4_000_000
/** Two paragraphs correspond when so much of their words is the same. */
const least_likeness = 0.35

export function compareBlocks<B extends Block>(before: readonly B[], after: readonly B[]): Pair<B>[] {
  const pairs: Pair<B>[] = []
  let [from_a, from_b] = [0, 0]
  const gap = (to_a: number, to_b: number) => {
    pairs.push(...compareGap(before.slice(from_a, to_a), after.slice(from_b, to_b)))
  }
  for (const [a, b] of common(
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

/** How many places came and how many went: a changed look counts as neither. */
export function countChanges(pairs: readonly Pair<Block>[]): { added: number; removed: number } {
  const sum = (of: (pair: Pair<Block>) => number) => pairs.reduce((total, pair) => total + of(pair), 0)
  return {
    added: sum(({ kind, added }) => (kind === 'added' ? 1 : added.length)),
    removed: sum(({ kind, removed }) => (kind === 'removed' ? 1 : removed.length)),
  }
}

/** Blocks between two that are the same: those that are alike correspond, in their order; the others went or came. */
function compareGap<B extends Block>(before: readonly B[], after: readonly B[]): Pair<B>[] {
  const gone = (block: B): Pair<B> => ({ before: block, after: null, kind: 'removed', removed: [], added: [] })
  const come = (block: B): Pair<B> => ({ before: null, after: block, kind: 'added', removed: [], added: [] })
  const pairs: Pair<B>[] = []
  let [from_a, from_b] = [0, 0]
  for (const [a, b] of alike(before, after)) {
    pairs.push(...before.slice(from_a, a).map(gone), ...after.slice(from_b, b).map(come))
    pairs.push(changed(before[a]!, after[b]!))
    ;[from_a, from_b] = [a + 1, b + 1]
  }
  return [...pairs, ...before.slice(from_a).map(gone), ...after.slice(from_b).map(come)]
}

/** The pairs that make the most likeness together, in their order. */
function alike(before: readonly Block[], after: readonly Block[]): [number, number][] {
  const [rows, columns] = [before.length, after.length]
  if (rows * columns > 40_000) return []
  const bags = [before, after].map((blocks) => blocks.map(({ text }) => bagOf(text))) as [Bag[], Bag[]]
  const score = (a: number, b: number) => {
    const likeness = likenessOf(bags[0][a]!, bags[1][b]!)
    return likeness >= least_likeness ? likeness : -1
  }
  const best = table(rows, columns)
  const scores = table(rows, columns)
  for (let a = rows - 1; a >= 0; a--)
    for (let b = columns - 1; b >= 0; b--) {
      const here = (scores[a]![b] = score(a, b))
      const paired = here < 0 ? -1 : here + best[a + 1]![b + 1]!
      best[a]![b] = Math.max(best[a + 1]![b]!, best[a]![b + 1]!, paired)
    }
  const pairs: [number, number][] = []
  for (let a = 0, b = 0; a < rows && b < columns;) {
    if (scores[a]![b]! >= 0 && best[a]![b] === scores[a]![b]! + best[a + 1]![b + 1]!) pairs.push([a++, b++])
    else if (best[a]![b] === best[a + 1]![b]) a++
    else b++
  }
  return pairs
}

type Bag = { words: Map<string, number>; size: number }

function bagOf(text: string): Bag {
  const words = new Map<string, number>()
  const all = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  for (const word of all) words.set(word, (words.get(word) ?? 0) + 1)
  return { words, size: all.length }
}

/** The part of their words that two texts have in common, from 0 to 1. */
function likenessOf(a: Bag, b: Bag): number {
  if (a.size + b.size === 0) return 1
  let shared = 0
  for (const [word, times] of a.words) shared += Math.min(times, b.words.get(word) ?? 0)
  return (2 * shared) / (a.size + b.size)
}

function changed<B extends Block>(before: B, after: B): Pair<B> {
  if (before.text === after.text) return { before, after, kind: 'look', removed: [], added: [] }
  const [a, b] = [tokensOf(before.text), tokensOf(after.text)]
  const same = common(
    a.map(({ word }) => word),
    b.map(({ word }) => word),
  )
  const removed = others(
    a,
    same.map(([at]) => at),
  )
  const added = others(
    b,
    same.map(([, at]) => at),
  )
  return { before, after, kind: 'changed', removed, added }
}

interface Token {
  word: string
  from: number
  to: number
}

/** Words, runs of blanks, and signs one by one; a number keeps its dots. */
function tokensOf(text: string): Token[] {
  return [...text.matchAll(/\p{N}+(?:[.,/]\p{N}+)*|[\p{L}\p{M}\p{N}]+|\s+|[^\s]/gu)].map(({ 0: word, index }) => ({
    word: /^\s/.test(word) ? ' ' : word,
    from: index,
    to: index + word.length,
  }))
}

/** The ranges of the tokens that are not among these; words with only a blank between them make one range. */
function others(tokens: readonly Token[], same: readonly number[]): Range[] {
  const kept = new Set(same)
  const ranges: [number, number][] = []
  let blank: Token | null = null
  for (const [index, token] of tokens.entries()) {
    const last = ranges.at(-1)
    if (kept.has(index) && token.word !== ' ') blank = null
    else if (token.word === ' ') blank = last?.[1] === token.from ? token : null
    else if (last && (last[1] === token.from || blank)) {
      last[1] = token.to
      blank = null
    } else ranges.push([token.from, token.to])
  }
  return ranges
}

/** A longest common subsequence, as pairs of places; of long lists only what they begin and end with. */
function common(a: readonly string[], b: readonly string[]): [number, number][] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let [end_a, end_b] = [a.length, b.length]
  while (end_a > start && end_b > start && a[end_a - 1] === b[end_b - 1]) [end_a, end_b] = [end_a - 1, end_b - 1]
  const pairs: [number, number][] = Array.from({ length: start }, (_, at) => [at, at])
  if ((end_a - start) * (end_b - start) <= most_steps) pairs.push(...middle(a, b, { start, end_a, end_b }))
  for (let at = 0; end_a + at < a.length; at++) pairs.push([end_a + at, end_b + at])
  return pairs
}

function middle(
  a: readonly string[],
  b: readonly string[],
  { start, end_a, end_b }: { start: number; end_a: number; end_b: number },
): [number, number][] {
  const [rows, columns] = [end_a - start, end_b - start]
  const length = table(rows, columns)
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

function table(rows: number, columns: number): Float64Array[] {
  return Array.from({ length: rows + 1 }, () => new Float64Array(columns + 1))
}
