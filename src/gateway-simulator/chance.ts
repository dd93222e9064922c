/** Chances that are the same on every run with the same seed, in whatever order they are drawn: each is drawn for a name of its own. */

/** In [0, 1). FNV-1a over the name, then mixed so that names that are alike are not drawn alike. */
export function chance(seed: string, ...name: readonly (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from([seed, ...name].join('|'))) hash = Math.imul(hash ^ byte, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
