/**
 * Counts what waits on each page of the menu; renders nothing. It loads after the first rows, because it brings the calls of every queue and the live
 * stream.
 */
import { useEffect } from 'react'
import type { WaitingCounts } from '#web/layout/menu.tsx'
import { useLive } from '#web/live/reads.ts'
import type { Rights } from '#web/session/rights.ts'
import { useWaiting } from './queues.screen.tsx'

export interface WaitingCountsProps {
  rights: Rights
  /** The page has loaded its first data. */
  isIdle: boolean
  onCounted: (waiting: WaitingCounts) => void
}

/** Counts once the stream is open, so that nothing is missed and nothing is counted twice. */
export default function WaitingCounts(props: WaitingCountsProps) {
  return useLive() === 'connecting' ? null : <Counts {...props} />
}

function Counts({ rights, onCounted }: WaitingCountsProps) {
  const waitingJson = JSON.stringify(useWaiting(rights))
  useEffect(() => onCounted(JSON.parse(waitingJson) as WaitingCounts), [onCounted, waitingJson])
  return null
}
