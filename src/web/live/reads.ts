/** What was read is read again when the server tells that it has changed: soon, but not too often. */
import { useEffect, useSyncExternalStore } from 'react'
import type { Query } from '@tanstack/react-query'
import { topicAreas, type Topic } from '#contract/live.ts'
import { queryClient, readsOf } from '#web/call/api.ts'
import { liveStream, type LiveState } from './stream.ts'

/** A busy business sells all the time: figures that add up much are read again seldomer than what people wait for. */
const usual_pace_ms = 1_000
const pace_ms: Partial<Record<Topic, number>> = { sales: 3_000 }

/** The topics of each screen that follows some. */
const followed = new Set<readonly Topic[]>()
const waiting = new Set<Topic>()
const reading = new Set<Topic>()

/**
 * As long as this is on screen, the reads of these topics' areas are kept up to date, and so are those that ask for it themselves
 * (`live` of `useRead`).
 */
export function useLive(topics: readonly Topic[] = []): LiveState {
  const names = topics.join()
  useEffect(() => {
    const own = names.split(',').filter(Boolean) as Topic[]
    followed.add(own)
    const leave = liveStream.use()
    return () => {
      followed.delete(own)
      leave()
    }
  }, [names])
  return useSyncExternalStore(liveStream.watch, liveStream.state)
}

liveStream.onChanged((topics) => {
  for (const topic of topics) {
    waiting.add(topic)
    void readAgain(topic)
  }
})

/** Whether somebody who looks at this read has asked for it to be live. */
function isLiveRead({ observers }: Query): boolean {
  return observers.some(({ options }) => options.meta?.live === true)
}

/** Not too often, and never in place of a reading that is under way: one that is slow would not come to its end. */
async function readAgain(topic: Topic) {
  if (reading.has(topic)) return
  reading.add(topic)
  const isOfTopic = readsOf(topicAreas[topic])
  const isFollowed = (query: Query) =>
    isOfTopic(query) && (isLiveRead(query) || [...followed].some((topics) => topics.includes(topic)))
  while (waiting.delete(topic)) {
    // What is being read now may have been read before the change.
    if (queryClient.isFetching({ predicate: isFollowed }) > 0) waiting.add(topic)
    const pausing = new Promise((resolve) => setTimeout(resolve, pace_ms[topic] ?? usual_pace_ms))
    // What nobody follows is read when it is next looked at.
    void queryClient.invalidateQueries({ predicate: isOfTopic, refetchType: 'none' })
    await Promise.all([
      queryClient.refetchQueries({ predicate: isFollowed, type: 'active' }, { cancelRefetch: false }),
      pausing,
    ])
  }
  reading.delete(topic)
}
