import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { topics, type Topic } from '#contract/live.ts'
import { useLive } from './reads.ts'
import { liveStream } from './stream.ts'

/** How often each topic was heard of. */
const heard = new Map<Topic, number>(topics.map((topic) => [topic, 0]))
const listeners = new Set<() => void>()

liveStream.onChanged((changed, is_news) => {
  if (!is_news) return
  for (const topic of changed) heard.set(topic, heard.get(topic)! + 1)
  for (const listener of listeners) listener()
})

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Whether something has come of the topic since what is on screen was read, which `seen` tells apart from what was read before: for
 * screens that are to stay as they are until the person wants it otherwise.
 */
export function useNews(topic: Topic, seen: string | undefined, reading: boolean): boolean {
  useLive()
  const count = useSyncExternalStore(subscribe, () => heard.get(topic)!)
  const [lastSeen, setLastSeen] = useState({ seen, count })
  // What comes between a question and its answer may not be in the answer: it is news from the moment of the question on.
  const count_at_read = useRef(count)
  useEffect(() => setLastSeen({ seen, count: count_at_read.current }), [seen])
  useEffect(() => {
    if (reading) count_at_read.current = heard.get(topic)!
  }, [topic, reading])
  return lastSeen.seen === seen && lastSeen.count !== count
}
