/**
 * The stream of server-sent events about changes: one per browser tab, open while a screen uses it and the user is active; it reconnects with
 * increasing pauses.
 */
import { heartbeat_ms, live_path, topics as allTopics, type Topic } from '#contract/live.ts'
import { learnServerTime } from '#web/call/clock.ts'
import { onReconnect } from '#web/call/connection.ts'
import { eventsIn, type LiveEvent } from './events.ts'
import { isTokenRefused, Refusal } from '#web/call/send.ts'
import { onEnded, onStarted, refuseToken, token } from '#web/session/session.ts'
import { isUserActive, onUserActivity } from '#web/session/user-activity.ts'

/** 'paused' while the user is inactive; 'lost' until a reconnection succeeds. */
export type LiveState = 'connecting' | 'live' | 'lost' | 'paused'

/**
 * Called with the topics that changed, and after every connection with all topics, because changes may have been missed; then `is_news` is true only
 * for a reconnection, also after a pause.
 */
type ChangeListener = (changed: readonly Topic[], is_news: boolean) => void

const first_pause_ms = 1_000
const max_pause_ms = 30_000
/** The stream stays open for a moment after its last user, because the next screen may use it. */
const linger_ms = 3_000
/** Without any data, heartbeats included, for this long the connection counts as lost. */
const silence_ms = heartbeat_ms * 2.5
/** How often user activity is checked: there is no event for its end. */
const activity_check_ms = 10_000

class LiveStream {
  #state: LiveState = 'connecting'
  readonly #stateListeners = new Set<() => void>()
  readonly #changeListeners = new Set<ChangeListener>()
  #users = 0
  /** Closed while a screen was using it: changes are missed until it is open again. */
  #was_paused = false
  #connection: AbortController | null = null
  #activityTimer: ReturnType<typeof setInterval> | undefined
  #endPause = () => {}

  readonly state = () => this.#state

  /** Calls the listener when the state changes. */
  readonly onState = (listener: () => void) => {
    this.#stateListeners.add(listener)
    return () => this.#stateListeners.delete(listener)
  }

  onChanged(listener: ChangeListener) {
    this.#changeListeners.add(listener)
  }

  /** Keeps the stream open until the returned function is called. */
  use(): () => void {
    this.#users++
    this.update()
    return () => {
      this.#users--
      setTimeout(() => this.update(), linger_ms)
    }
  }

  /** Opens or closes the stream, depending on whether it is needed now. */
  update() {
    const isNeeded = this.#users > 0 && token() !== null && isUserActive()
    if (isNeeded && this.#connection === null) {
      this.#connection = new AbortController()
      this.#activityTimer = setInterval(() => this.update(), activity_check_ms)
      this.#setState('connecting')
      void this.#stayConnected(this.#connection.signal)
    } else if (!isNeeded && this.#connection !== null) {
      clearInterval(this.#activityTimer)
      this.#connection.abort()
      this.#connection = null
      this.#was_paused = this.#users > 0 && token() !== null
      this.#setState(this.#users > 0 ? 'paused' : 'connecting')
    }
  }

  /** Reconnects at once instead of waiting for the end of the pause. */
  reconnectNow() {
    this.#endPause()
  }

  #setState(state: LiveState) {
    if (this.#state === state) return
    this.#state = state
    for (const listener of this.#stateListeners) listener()
  }

  async #stayConnected(signal: AbortSignal) {
    for (let failures = 0; !signal.aborted; failures++) {
      const wasOpened = await this.#readStream(signal)
      if (signal.aborted) return
      this.#setState('lost')
      if (wasOpened) failures = 0
      // Random, so that all browsers do not reconnect in the same second.
      await this.#pause(Math.min(max_pause_ms, first_pause_ms * 2 ** failures) * (0.5 + Math.random()))
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Reads the stream until it ends. Returns whether it was ever open. */
  async #readStream(signal: AbortSignal): Promise<boolean> {
    const bearer = token()
    const silence = new AbortController()
    const onData = () => {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silence_ms)
    }
    let timer = setTimeout(() => silence.abort(), silence_ms)
    let hasOpened = false
    const sentAt = Date.now()
    try {
      const response = await fetch(live_path, {
        headers: { Accept: 'text/event-stream', Authorization: `Bearer ${bearer}` },
        cache: 'no-store',
        credentials: 'same-origin',
        signal: AbortSignal.any([signal, silence.signal]),
      })
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) await checkToken(response, bearer)
      else
        for await (const event of eventsIn(response.body!, onData)) {
          if (event.name === 'open') {
            hasOpened = true
            learnServerTime((event.data as { now: number }).now, sentAt, Date.now())
          }
          this.#handle(event, bearer)
        }
    } catch {
      // The connection failed or broke off; #stayConnected tries again.
    } finally {
      clearTimeout(timer)
    }
    return hasOpened
  }

  #handle({ name, data }: LiveEvent, bearer: string | null) {
    if (name === 'open') {
      const is_news = this.#state === 'lost' || this.#was_paused
      this.#was_paused = false
      this.#setState('live')
      this.#notify(allTopics, is_news)
    } else if (name === 'changed') this.#notify((data as { topics: Topic[] }).topics, true)
    else if (name === 'ended') refuseToken(bearer)
  }

  #notify(changed: readonly Topic[], is_news: boolean) {
    for (const listener of this.#changeListeners) listener(changed, is_news)
  }
}

/** Ends the session where the server refused its token. */
async function checkToken(response: Response, bearer: string | null) {
  const { error } = (await response.json()) as { error: { code: number; message: string } }
  if (isTokenRefused(new Refusal(error, null, { transid: '', status: response.status }))) refuseToken(bearer)
}

export const liveStream = new LiveStream()

const update = () => liveStream.update()
onUserActivity(update)
onStarted(update)
onEnded(update)
onReconnect(() => liveStream.reconnectNow())
