/** Repeats reads when the live stream tells of changes, at most once per topic and pace. */
import { useEffect, useSyncExternalStore } from 'react'
import type { Query } from '@tanstack/react-query'
import { topicAreas, type Topic } from '#contract/live.ts'
import { queryClient, isReadIn } from '#web/call/api.ts'
import { liveStream, type LiveState } from './stream.ts'

/** Minimum time between two rounds of reads; longer for sales, whose reads are expensive and change all the time. */
const default_pace_ms = 1_000
const pace_ms: Partial<Record<Topic, number>> = { sales: 3_000 }

/** The topics that mounted screens follow. */
const followedTopics = new Set<readonly Topic[]>()
/** Topics with changes that were not read yet. */
const changedTopics = new Set<Topic>()
/** Topics whose `readAgain` is running. */
const running = new Set<Topic>()

/**
 * Keeps the reads in these topics' areas up to date while the component is mounted; reads with the option `live` are kept up to date by any useLive.
 * Returns the state of the stream.
 */
export function useLive(topics: readonly Topic[] = []): LiveState {
  const names = topics.join()
  useEffect(() => {
    const entry = names.split(',').filter(Boolean) as Topic[]
    followedTopics.add(entry)
    const release = liveStream.use()
    return () => {
      followedTopics.delete(entry)
      release()
    }
  }, [names])
  return useSyncExternalStore(liveStream.onState, liveStream.state)
}

liveStream.onChanged((topics) => {
  for (const topic of topics) {
    changedTopics.add(topic)
    void readAgain(topic)
  }
})

/** Whether a mounted useRead of this query has the option `live`. */
function isLiveRead({ observers }: Query): boolean {
  return observers.some(({ options }) => options.meta?.live === true)
}

/** Reads in rounds until no further change arrives. A running read is never cancelled, or a slow one would never finish. */
async function readAgain(topic: Topic) {
  if (running.has(topic)) return
  running.add(topic)
  const isOfTopic = isReadIn(topicAreas[topic])
  const isFollowed = (query: Query) =>
    isOfTopic(query) && (isLiveRead(query) || [...followedTopics].some((topics) => topics.includes(topic)))
  while (changedTopics.delete(topic)) {
    // A read that is already running may answer the state before the change, so another round follows.
    if (queryClient.isFetching({ predicate: isFollowed }) > 0) changedTopics.add(topic)
    const pause = new Promise((resolve) => setTimeout(resolve, pace_ms[topic] ?? default_pace_ms))
    // Reads that nobody follows only become stale; they are repeated when they are next on screen.
    void queryClient.invalidateQueries({ predicate: isOfTopic, refetchType: 'none' })
    await Promise.all([
      queryClient.refetchQueries({ predicate: isFollowed, type: 'active' }, { cancelRefetch: false }),
      pause,
    ])
  }
  running.delete(topic)
}
