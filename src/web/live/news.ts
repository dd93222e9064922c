/** Tells a screen that newer data exists, for screens that do not update by themselves. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { topics, type Topic } from '#contract/live.ts'
import { useLive } from './reads.ts'
import { liveStream } from './stream.ts'
import { createListeners } from '#web/ui/base/listeners.ts'

/** How many changes of each topic the stream has told of. */
const changeCounts = new Map<Topic, number>(topics.map((topic) => [topic, 0]))
const { subscribe, notify } = createListeners()

liveStream.onChanged((changed, is_news) => {
  if (!is_news) return
  for (const topic of changed) changeCounts.set(topic, changeCounts.get(topic)! + 1)
  notify()
})

/**
 * Whether the topic has changed since the data on screen was read. `fingerprint` identifies that data (it changes with each answer); `reading` is true while
 * a read is running.
 */
export function useNews(topic: Topic, fingerprint: string | undefined, reading: boolean): boolean {
  useLive()
  const count = useSyncExternalStore(subscribe, () => changeCounts.get(topic)!)
  const [lastSeen, setLastSeen] = useState({ fingerprint, count })
  // A change between request and answer may be missing in the answer, so changes count from the request on.
  const count_at_read = useRef(count)
  useEffect(() => setLastSeen({ fingerprint, count: count_at_read.current }), [fingerprint])
  useEffect(() => {
    if (reading) count_at_read.current = changeCounts.get(topic)!
  }, [topic, reading])
  return lastSeen.fingerprint === fingerprint && lastSeen.count !== count
}
