/** Deterministic random numbers by seed and name; each name has its own independent sequence. */

export interface Chance {
  /** A number in [0, 1). */
  next(): number
  /** True with this probability. */
  happens(probability: number): boolean
  /** An integer from `from` to `to`, inclusive. */
  between(from: number, to: number): number
  pick<T>(of: readonly T[]): T
  /** One of the items, with a probability in proportion to its weight. */
  weighted<T>(of: readonly T[], weightOf: (item: T) => number): T
  /** Exponentially distributed interval until the next event, with this mean. */
  gap(mean: number): number
  /** `count` different items in their original order. */
  sample<T>(of: readonly T[], count: number): T[]
  /** An independent sequence with this name. */
  of(name: string): Chance
}

/** A sequence of random values that is the same for the same seed. */
export function openChance(seed: string): Chance {
  const random = mulberry(digest(seed))
  const integer = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  return {
    next: random,
    between: integer,
    happens: (probability) => random() < probability,
    pick: (items) => items[Math.floor(random() * items.length)]!,
    weighted(items, weightOf) {
      let remaining = random() * items.reduce((sum, item) => sum + weightOf(item), 0)
      return items.find((item) => (remaining -= weightOf(item)) < 0) ?? items.at(-1)!
    },
    gap: (mean) => -Math.log(1 - random()) * mean,
    sample(items, count) {
      const indexes = items.map((_, place) => place)
      const sampledIndexes = Array.from(
        { length: Math.min(count, items.length) },
        () => indexes.splice(integer(0, indexes.length - 1), 1)[0]!,
      )
      return sampledIndexes.toSorted((one, other) => one - other).map((place) => items[place]!)
    },
    of: (name) => openChance(`${seed}|${name}`),
  }
}

/** FNV-1a hash of the name. */
function digest(name: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(name)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

/** Mulberry32, a small generator that is uniform enough for a simulation. */
function mulberry(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
