import { useEffect } from 'react'

interface Reading {
  refetch(): unknown
  dataUpdatedAt: number
  errorUpdatedAt: number
}

/** Reads again while that is wanted, but not sooner than `pace_ms` after the last time. */
export function useReadAgain({ refetch, dataUpdatedAt, errorUpdatedAt }: Reading, wanted: boolean, pace_ms: number) {
  const next_at = Math.max(dataUpdatedAt, errorUpdatedAt) + pace_ms
  useEffect(() => {
    if (!wanted) return
    const timer = setTimeout(() => void refetch(), Math.max(0, next_at - Date.now()))
    return () => clearTimeout(timer)
  }, [wanted, next_at, refetch])
}
