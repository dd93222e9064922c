/**
 * Live screens: the server tells that something has changed, and what is on screen is read again. One stream for the whole tab, open
 * while a screen uses it and somebody is there; after every connection all is read once, since something may have been missed.
 */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { heartbeat_ms, live_path, topicAreas, topics as allTopics, type Topic } from '#contract/live.ts'
import { readsOf, queryClient } from './api.ts'
import { isUserActive, onUserActivity } from './user-activity.ts'
import { learnMoment } from './clock.ts'
import { onReturn } from './connection.ts'
import { eventsIn } from './live-events.ts'
import { isTokenRefused, Refusal } from './send.ts'
import { onEnded, onStarted, refuseToken, token } from './session.ts'

/** 'paused' while nobody is there; 'lost' until the next try succeeds. */
export type LiveState = 'connecting' | 'live' | 'lost' | 'paused'

/** A busy business sells all the time: figures that add up much are read again seldomer than what people wait for. */
const most_often_ms: Readonly<Record<Topic, number>> = { sales: 3_000, orders: 1_000, periods: 1_000 }
const longest_pause_ms = 30_000
/** Going from one live screen to the next keeps the stream. */
const linger_ms = 3_000
/** Whoever hears nothing for so long is alone. */
const silence_ms = heartbeat_ms * 2.5

const users = new Map<object, readonly Topic[]>()
const listeners = new Set<() => void>()
let state: LiveState = 'connecting'
let stream: AbortController | null = null
/** Nobody tells when the person leaves. */
let attention: ReturnType<typeof setInterval> | undefined
let hurry = () => {}

/** Reads of these topics' areas stay as they are in the database, as long as this is on screen. */
export function useLive(topics: readonly Topic[]): LiveState {
  const names = topics.join()
  useEffect(() => {
    const user = {}
    users.set(user, names.split(',').filter(Boolean) as Topic[])
    adapt()
    return () => {
      users.delete(user)
      setTimeout(adapt, linger_ms)
    }
  }, [names])
  return useSyncExternalStore(subscribe, () => state)
}

/**
 * Whether something has come of the topic since what is on screen was read, which `seen` tells apart from what was read before: for
 * screens that are to stay as they are until the person wants it otherwise. What comes while it is `reading` may not be in the answer.
 */
export function useNews(topic: Topic, seen: string | undefined, reading: boolean): boolean {
  useLive(none)
  const told = useSyncExternalStore(subscribe, () => news[topic])
  const [last, setLast] = useState({ seen, told, reading, asked_at: told })
  if (last.seen !== seen || last.reading !== reading)
    setLast({
      seen,
      told: last.seen === seen ? last.told : last.asked_at,
      reading,
      asked_at: reading && !last.reading ? told : last.asked_at,
    })
  return last.seen === seen && last.told !== told
}

const none: readonly Topic[] = []
const news: Record<Topic, number> = { sales: 0, orders: 0, periods: 0 }

function announce(about: readonly Topic[]) {
  for (const topic of about) news[topic]++
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: LiveState) {
  if (state === next) return
  state = next
  for (const listener of listeners) listener()
}

/** Opens or closes the stream by whether it is wanted now. */
function adapt() {
  const wanted = users.size > 0 && token() !== null && isUserActive()
  if (wanted && stream === null) {
    stream = new AbortController()
    attention = setInterval(adapt, 10_000)
    set('connecting')
    void keep(stream.signal)
  } else if (!wanted && stream !== null) {
    clearInterval(attention)
    stream.abort()
    stream = null
    set(users.size > 0 ? 'paused' : 'connecting')
  }
}

async function keep(signal: AbortSignal) {
  for (let failures = 0; !signal.aborted; failures++) {
    const opened = await follow(signal)
    if (signal.aborted) return
    set('lost')
    if (opened) failures = 0
    await pause(Math.min(longest_pause_ms, 1_000 * 2 ** failures) * (0.5 + Math.random()))
  }
}

/** Lasts until the stream breaks off. Gives whether it was ever open. */
async function follow(signal: AbortSignal): Promise<boolean> {
  const bearer = token()
  const silence = new AbortController()
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), silence_ms)
  }
  let timer = setTimeout(() => silence.abort(), silence_ms)
  let opened = false
  const sent = Date.now()
  try {
    const response = await fetch(live_path, {
      headers: { Accept: 'text/event-stream', Authorization: `Bearer ${bearer}` },
      cache: 'no-store',
      credentials: 'same-origin',
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) await refused(response, bearer)
    else
      for await (const { name, data } of eventsIn(response.body!, heard)) {
        if (name === 'open') {
          opened = true
          learnMoment((data as { now: number }).now, sent, Date.now())
          if (state === 'lost') announce(allTopics)
          set('live')
          changed(allTopics)
        } else if (name === 'changed') {
          const { topics } = data as { topics: Topic[] }
          announce(topics)
          changed(topics)
        } else if (name === 'ended') refuseToken(bearer)
      }
  } catch {
    // Broken off, or nobody there: it is tried again.
  } finally {
    clearTimeout(timer)
  }
  return opened
}

async function refused(response: Response, bearer: string | null) {
  const { error } = (await response.json()) as { error: { code: number; message: string } }
  if (isTokenRefused(new Refusal(error, null, { transid: '', status: response.status }))) refuseToken(bearer)
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    hurry = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

const waiting = new Set<Topic>()
const reading = new Set<Topic>()

function changed(topics: readonly Topic[]) {
  for (const topic of topics) {
    waiting.add(topic)
    void readAgain(topic)
  }
}

/** Not too often, and never in place of a reading that is under way: one that is slow would not come to its end. */
async function readAgain(topic: Topic) {
  if (reading.has(topic)) return
  reading.add(topic)
  while (waiting.delete(topic)) {
    // What is being read now may have been read before the change.
    if (queryClient.isFetching({ predicate: readsOf(topicAreas[topic]) }) > 0) waiting.add(topic)
    const pausing = new Promise((resolve) => setTimeout(resolve, most_often_ms[topic]))
    await Promise.all([invalidate(topic), pausing])
  }
  reading.delete(topic)
}

/** What nobody follows is read when it is next looked at. */
function invalidate(topic: Topic): Promise<void> {
  const followed = [...users.values()].some((topics) => topics.includes(topic))
  return queryClient.invalidateQueries(
    { predicate: readsOf(topicAreas[topic]), refetchType: followed ? 'active' : 'none' },
    { cancelRefetch: false },
  )
}

onUserActivity(adapt)
onStarted(adapt)
onEnded(adapt)
onReturn(() => hurry())
