/** What is typed of a result. */
interface TypedResult<Published> {
  /** The numbers of each prize by their place; one that is not typed is empty. */
  numbers: Readonly<Record<string, string[]>>
  /** What was published of the draw besides, by name. */
  published: Readonly<Record<string, Published>>
}

/** A result that two people corrected: each number and figure that was typed here, and of the others those of the newest result. */
export function mergedEntry<Published>(
  mine: TypedResult<Published>,
  base: TypedResult<Published>,
  newest: TypedResult<Published>,
) {
  const prizes = keysOf(mine.numbers, base.numbers, newest.numbers)
  const names = keysOf(mine.published, base.published, newest.published)
  return {
    numbers: Object.fromEntries(
      prizes.map((prize) => [prize, mergedNumbers(mine.numbers[prize], base.numbers[prize], newest.numbers[prize])]),
    ),
    published: Object.fromEntries(
      names.flatMap((name) => {
        const isMine = JSON.stringify(mine.published[name]) !== JSON.stringify(base.published[name])
        const { published } = isMine ? mine : newest
        return published[name] === undefined ? [] : [[name, published[name]]]
      }),
    ),
  }
}

const keysOf = (...all: object[]) => [...new Set(all.flatMap(Object.keys))]

function mergedNumbers(mine: string[] = [], base: string[] = [], newest: string[] = []): string[] {
  const length = Math.max(mine.length, base.length, newest.length)
  const numberAt = (numbers: string[], index: number) => numbers[index] ?? ''
  return Array.from({ length }, (_, index) =>
    numberAt(numberAt(mine, index) === numberAt(base, index) ? newest : mine, index),
  )
}
