/** What calls for attention on this browser, by choice: a sound where work comes to wait, and the browser's own notifications. */
import { useEffect, useRef } from 'react'

/** Two soft tones. Without a way to sound them, or before anybody has touched the page, there is silence. */
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

/** Sounds when more waits on one of the chosen pages than before; the first count of a page is no news. */
export function useChime(waiting: Readonly<Record<string, number>>, chosen: readonly string[]) {
  const before = useRef(waiting)
  useEffect(() => {
    const known = before.current
    before.current = waiting
    if (chosen.some((url) => known[url] !== undefined && (waiting[url] ?? 0) > known[url])) chime()
  }, [waiting, chosen])
}

export const browserCanTell = () => 'Notification' in window

/** Told by the browser itself while the person looks at something else; a click leads to the page. */
export function tellByBrowser(title: string, body: string, onClick: () => void) {
  if (!browserCanTell() || Notification.permission !== 'granted' || document.visibilityState === 'visible') return
  const shown = new Notification(title, { body, tag: title })
  shown.addEventListener('click', () => {
    window.focus()
    shown.close()
    onClick()
  })
}
