/** Pseudo-random numbers that depend only on the seed and a name, not on the order of calls. */

/** A number in [0, 1): FNV-1a over the name, then mixed so that similar names get unrelated numbers. */
export function pseudoRandom(seed: string, ...name: readonly (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from([seed, ...name].join('|'))) hash = Math.imul(hash ^ byte, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
