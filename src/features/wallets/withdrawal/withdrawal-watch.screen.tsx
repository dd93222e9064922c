import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { invalidate, useRead } from '#web/api.ts'
import { touched } from './withdrawal.screen.tsx'
import { withdrawal, withdrawalStatus } from './withdrawal.contract.ts'

const look_every_ms = 2_000
const look_for_ms = 60_000

/**
 * One request with its tries. While it is being paid or cancelled it is read again every two seconds, for a minute at most; when that is over
 * the lists beside it are read once more.
 */
export function useWatched(withdrawal_id: number, enabled: boolean) {
  const client = useQueryClient()
  const [watched, watch] = useState<number | null>(null)
  const isWatched = watched === withdrawal_id
  const detail = useRead(withdrawal.detail, { withdrawal_id }, { enabled, ...(isWatched && { every: look_every_ms }) })
  const status = enabled ? detail.data?.status : undefined
  const isUnderWay = status === withdrawalStatus.processing || status === withdrawalStatus.cancelling
  useEffect(() => {
    if (!isUnderWay) return
    watch(withdrawal_id)
    const timer = setTimeout(() => watch(null), look_for_ms)
    return () => {
      clearTimeout(timer)
      watch(null)
      void invalidate(client, ['cms/withdrawal', ...touched])
    }
  }, [client, withdrawal_id, isUnderWay])
  return { detail, isUnderWay, isWatched }
}
