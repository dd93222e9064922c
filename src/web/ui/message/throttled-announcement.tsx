import { useEffect, useRef, useState } from 'react'
import { VisuallyHidden } from '#web/ui/base/visually-hidden.tsx'

const announcement_interval_ms = 60_000

/** Announces a figure that changes often to screen readers: at most once a minute, and only when it changed. */
export function ThrottledAnnouncement({ text }: { text: string }) {
  const latest = useRef(text)
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    latest.current = text
  }, [text])
  useEffect(() => {
    const timer = setInterval(() => setAnnounced(latest.current), announcement_interval_ms)
    return () => clearInterval(timer)
  }, [])
  return (
    <VisuallyHidden as="div">
      <span role="status">{announced}</span>
    </VisuallyHidden>
  )
}
