/** So many calls are under way at once in each attack on a limit. */
export const at_once = 20

/** Begins all of them together, and waits for their answers. */
export const times = <T>(make: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: at_once }, (_, n) => make(n)))
