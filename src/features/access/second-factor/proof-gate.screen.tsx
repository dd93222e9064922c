import { useEffect, useRef, useState } from 'react'
import { onProofRequired } from '#web/call/send.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'

const ProofDialog = lazyPart(() => import('./proof-dialog.screen.tsx'))

/** Calls that require a fresh proof wait here for one common dialog. */
export default function ProofGate() {
  const [asking, setAsking] = useState(false)
  const waiting = useRef<((proved: boolean) => void)[]>([])
  useEffect(() => {
    onProofRequired(() => {
      setAsking(true)
      return new Promise((resolve) => waiting.current.push(resolve))
    })
    return () => onProofRequired(null)
  }, [])
  const settle = (proved: boolean) => {
    setAsking(false)
    for (const resolve of waiting.current.splice(0)) resolve(proved)
  }
  return asking ? <ProofDialog onProved={() => settle(true)} onGivenUp={() => settle(false)} /> : null
}
