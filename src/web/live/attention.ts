/** Optional alerts in this browser: a sound when work arrives in a queue, and desktop notifications. */
import { useEffect, useRef } from 'react'

/** Plays two soft tones. Browsers stay silent before the first interaction with the page. */
export function chime() {
  if (typeof AudioContext === 'undefined') return
  const context = new AudioContext()
  const [tone, loudness, now] = [context.createOscillator(), context.createGain(), context.currentTime]
  tone.frequency.setValueAtTime(880, now)
  tone.frequency.setValueAtTime(660, now + 0.15)
  loudness.gain.setValueAtTime(0.15, now)
  loudness.gain.exponentialRampToValueAtTime(0.001, now + 0.45)
  tone.connect(loudness).connect(context.destination)
  tone.addEventListener('ended', () => void context.close())
  tone.start()
  tone.stop(now + 0.45)
}

/** Plays the sound when the count of a chosen page rises; the first count of a page does not count as a rise. */
export function useChime(waiting: Readonly<Record<string, number>>, chosen: readonly string[]) {
  const previousRef = useRef(waiting)
  useEffect(() => {
    const previous = previousRef.current
    previousRef.current = waiting
    if (chosen.some((url) => previous[url] !== undefined && (waiting[url] ?? 0) > previous[url])) chime()
  }, [waiting, chosen])
}

/** Whether this browser supports desktop notifications. */
export const canNotify = () => 'Notification' in window

/** Shows a desktop notification when the tab is hidden; a click focuses the tab and calls `onClick`. */
export function notifyDesktop(title: string, body: string, onClick: () => void) {
  if (!canNotify() || Notification.permission !== 'granted' || document.visibilityState === 'visible') return
  const notification = new Notification(title, { body, tag: title })
  notification.addEventListener('click', () => {
    window.focus()
    notification.close()
    onClick()
  })
}
