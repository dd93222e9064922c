import { useEffect, useEffectEvent } from 'react'
import { isUserActive } from '#web/session/user-activity.ts'

/** How often what runs on the server is read again while it is on screen. */
export const progress_interval_ms = 2_000

/** Reads the rows again every two seconds while something in them is running and the person is there. */
export function useReloadWhile(isRunning: boolean, reload: () => void): void {
  const onTick = useEffectEvent(() => {
    if (isUserActive()) reload()
  })
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => onTick(), progress_interval_ms)
    return () => clearInterval(timer)
  }, [isRunning])
}
