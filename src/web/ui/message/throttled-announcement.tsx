import { useEffect, useRef, useState } from 'react'
import { VisuallyHidden } from '#web/ui/base/visually-hidden.tsx'

const seldom_ms = 60_000

/** A figure that moves all the time, for readers: said once a minute, and only if it has moved. */
export function ThrottledAnnouncement({ text }: { text: string }) {
  const latest = useRef(text)
  const [said, setSaid] = useState('')
  useEffect(() => {
    latest.current = text
  }, [text])
  useEffect(() => {
    const timer = setInterval(() => setSaid(latest.current), seldom_ms)
    return () => clearInterval(timer)
  }, [])
  return (
    <VisuallyHidden as="div">
      <span role="status">{said}</span>
    </VisuallyHidden>
  )
}
