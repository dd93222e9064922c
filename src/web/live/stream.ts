/**
 * The stream on which the server tells that something has changed: one for the whole tab, open while a screen uses it and somebody is
 * there, opened again when it breaks off.
 */
import { heartbeat_ms, live_path, topics as allTopics, type Topic } from '#contract/live.ts'
import { learnMoment } from '#web/call/clock.ts'
import { onReturn } from '#web/call/connection.ts'
import { eventsIn, type LiveEvent } from './events.ts'
import { isTokenRefused, Refusal } from '#web/call/send.ts'
import { onEnded, onStarted, refuseToken, token } from '#web/session/session.ts'
import { isUserActive, onUserActivity } from '#web/session/user-activity.ts'

/** 'paused' while nobody is there; 'lost' until the next try succeeds. */
export type LiveState = 'connecting' | 'live' | 'lost' | 'paused'

/**
 * Called with the topics that changed; after every connection with all of them, because something may have been missed (`is_news` only where
 * a connection was lost).
 */
type Hear = (changed: readonly Topic[], is_news: boolean) => void

const longest_pause_ms = 30_000
/** Going from one live screen to the next keeps the stream. */
const linger_ms = 3_000
/** Whoever hears nothing for so long is alone. */
const silence_ms = heartbeat_ms * 2.5
/** Nobody tells when the person leaves, so it is looked at. */
const attention_ms = 10_000

class LiveStream {
  #state: LiveState = 'connecting'
  readonly #watching = new Set<() => void>()
  readonly #hearing = new Set<Hear>()
  #users = 0
  #open: AbortController | null = null
  #attention: ReturnType<typeof setInterval> | undefined
  #hurry = () => {}

  readonly state = () => this.#state

  /** Told when the state is another one. */
  readonly watch = (listener: () => void) => {
    this.#watching.add(listener)
    return () => this.#watching.delete(listener)
  }

  onChanged(hear: Hear) {
    this.#hearing.add(hear)
  }

  /** Keeps the stream open until the function that it gives is called. */
  use(): () => void {
    this.#users++
    this.adapt()
    return () => {
      this.#users--
      setTimeout(() => this.adapt(), linger_ms)
    }
  }

  /** Opens or closes the stream by whether it is wanted now. */
  adapt() {
    const wanted = this.#users > 0 && token() !== null && isUserActive()
    if (wanted && this.#open === null) {
      this.#open = new AbortController()
      this.#attention = setInterval(() => this.adapt(), attention_ms)
      this.#turn('connecting')
      void this.#keep(this.#open.signal)
    } else if (!wanted && this.#open !== null) {
      clearInterval(this.#attention)
      this.#open.abort()
      this.#open = null
      this.#turn(this.#users > 0 ? 'paused' : 'connecting')
    }
  }

  /** Tries again at once what waits to be tried again. */
  hurry() {
    this.#hurry()
  }

  #turn(next: LiveState) {
    if (this.#state === next) return
    this.#state = next
    for (const listener of this.#watching) listener()
  }

  async #keep(signal: AbortSignal) {
    for (let failures = 0; !signal.aborted; failures++) {
      const opened = await this.#follow(signal)
      if (signal.aborted) return
      this.#turn('lost')
      if (opened) failures = 0
      await this.#pause(Math.min(longest_pause_ms, 1_000 * 2 ** failures) * (0.5 + Math.random()))
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#hurry = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Lasts until the stream breaks off. Gives whether it was ever open. */
  async #follow(signal: AbortSignal): Promise<boolean> {
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
        for await (const event of eventsIn(response.body!, heard)) {
          if (event.name === 'open') {
            opened = true
            learnMoment((event.data as { now: number }).now, sent, Date.now())
          }
          this.#take(event, bearer)
        }
    } catch {
      // Broken off, or nobody there: it is tried again.
    } finally {
      clearTimeout(timer)
    }
    return opened
  }

  #take({ name, data }: LiveEvent, bearer: string | null) {
    if (name === 'open') {
      const was_lost = this.#state === 'lost'
      this.#turn('live')
      this.#tell(allTopics, was_lost)
    } else if (name === 'changed') this.#tell((data as { topics: Topic[] }).topics, true)
    else if (name === 'ended') refuseToken(bearer)
  }

  #tell(changed: readonly Topic[], is_news: boolean) {
    for (const hear of this.#hearing) hear(changed, is_news)
  }
}

async function refused(response: Response, bearer: string | null) {
  const { error } = (await response.json()) as { error: { code: number; message: string } }
  if (isTokenRefused(new Refusal(error, null, { transid: '', status: response.status }))) refuseToken(bearer)
}

export const liveStream = new LiveStream()

const adapt = () => liveStream.adapt()
onUserActivity(adapt)
onStarted(adapt)
onEnded(adapt)
onReturn(() => liveStream.hurry())
