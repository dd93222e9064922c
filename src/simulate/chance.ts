/** Random draws by seed and name, the same at every run; one name's draws leave the others alone. */

export interface Chance {
  /** In [0, 1). */
  next(): number
  /** Whether what happens with this probability happens. */
  happens(probability: number): boolean
  /** A whole number from `from` up to and with `to`. */
  between(from: number, to: number): number
  pick<T>(of: readonly T[]): T
  /** One of them, each as often as its weight says. */
  weighted<T>(of: readonly T[], weightOf: (one: T) => number): T
  /** How long until the next of what comes by itself, so often on average. */
  gap(mean: number): number
  /** So many different ones, in their own order. */
  sample<T>(of: readonly T[], count: number): T[]
  /** Another row of chances, whose draws leave this one alone. */
  of(name: string): Chance
}

export function openChance(seed: string): Chance {
  const next = mulberry(digest(seed))
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    between,
    happens: (probability) => next() < probability,
    pick: (of) => of[Math.floor(next() * of.length)]!,
    weighted(of, weightOf) {
      let left = next() * of.reduce((sum, one) => sum + weightOf(one), 0)
      return of.find((one) => (left -= weightOf(one)) < 0) ?? of.at(-1)!
    },
    gap: (mean) => -Math.log(1 - next()) * mean,
    sample(of, count) {
      const left = of.map((_, place) => place)
      const taken = Array.from(
        { length: Math.min(count, of.length) },
        () => left.splice(between(0, left.length - 1), 1)[0]!,
      )
      return taken.toSorted((one, other) => one - other).map((place) => of[place]!)
    },
    of: (name) => openChance(`${seed}|${name}`),
  }
}

/** FNV-1a. */
function digest(name: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(name)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

/** Mulberry32: small, and even enough for a game of points of sale and customers. */
function mulberry(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
