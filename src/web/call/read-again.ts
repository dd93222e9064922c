import { useEffect } from 'react'

interface RepeatableRead {
  refetch(): unknown
  dataUpdatedAt: number
  errorUpdatedAt: number
}

/** Repeats a read while enabled, each time `pace_ms` after the previous answer or failure. */
export function useDelayedRefetch(
  { refetch, dataUpdatedAt, errorUpdatedAt }: RepeatableRead,
  enabled: boolean,
  pace_ms: number,
) {
  const next_at = Math.max(dataUpdatedAt, errorUpdatedAt) + pace_ms
  useEffect(() => {
    if (!enabled) return
    const timer = setTimeout(() => void refetch(), Math.max(0, next_at - Date.now()))
    return () => clearTimeout(timer)
  }, [enabled, next_at, refetch])
}
