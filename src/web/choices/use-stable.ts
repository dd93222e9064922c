import { useMemo } from 'react'

/** The same array as long as its content is the same, for use in dependencies. */
export function useStable<T>(list: readonly T[]): readonly T[] {
  const text = JSON.stringify(list)
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => list, [text])
}
