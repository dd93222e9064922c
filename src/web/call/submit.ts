/** Submits a write until its result is known: every retry has the same transid, so the write takes effect once. */
import { useEffect, useRef, useState } from 'react'
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { resultUnknown } from './connection.ts'
import { ConnectionError, isUnknown, newTransid, Refusal, send, type SendFailure } from './send.ts'

type Write = Call<'write'>

/** Shown while the result of a write is unknown. */
export const unknown_text = 'Chưa rõ kết quả, đang kiểm tra'

/** Pauses before the automatic retries. */
const retry_pauses_ms = [500, 1000, 2000, 4000]
/** The longest pause that the server may ask for by Retry-After. */
const max_pause_ms = 8000

/** One thing that the person wants done. */
interface Intent<C extends Write> {
  input: InputOf<C>
  transid: string
  /** When the person asked for it, by performance.now(). */
  since: number
  /** Whether the intent was sent and its result is unknown, so that a retry must use the same transid. */
  isUnknown: boolean
}

interface State {
  pending: boolean
  failure: SendFailure | null
  unknown: boolean
}

export interface SubmitOptions<C extends Write> {
  /** Another input while a submission is running is submitted after it, because it may be for another record. */
  inTurn?: boolean
  onSuccess?: (answer: AnswerOf<C>, input: InputOf<C>) => unknown
  /** `retry` submits this input again with the same transid, also where another one was submitted since. */
  onFailure?: (failure: SendFailure, input: InputOf<C>, retry: () => void) => unknown
}

export interface Submission<C extends Write> {
  /** Submits; failures go to `failure` and `onFailure`. Ignored while a submission is running; with `inTurn` another input waits for it. */
  mutate: (input: InputOf<C>, options?: { transid?: string | undefined }) => void
  /** `mutate` as a promise, which rejects with the failure. */
  mutateAsync: (input: InputOf<C>, options?: { transid?: string | undefined }) => Promise<AnswerOf<C>>
  pending: boolean
  failure: SendFailure | null
  /** The result is unknown: while `pending` it is being requested again, else the retries have failed. */
  unknown: boolean
  /** Clears the last failure. */
  reset: () => void
}

const idle: State = { pending: false, failure: null, unknown: false }

/** Submits a write under one transid until its result is known; a repeated submit of the same intent has no second effect. */
export function useSubmit<C extends Write>(call: C, options: SubmitOptions<C> = {}): Submission<C> {
  const [state, setState] = useState<State>(idle)
  const intent = useRef<Intent<C> | null>(null)
  const running = useRef<{ input: InputOf<C>; answer: Promise<AnswerOf<C>> } | null>(null)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })

  const submit = (): Promise<AnswerOf<C>> => {
    running.current ??= {
      input: intent.current!.input,
      answer: perform(intent.current!).finally(() => {
        running.current = null
      }),
    }
    return running.current.answer
  }

  const perform = async (performedIntent: Intent<C>): Promise<AnswerOf<C>> => {
    setState({ pending: true, failure: null, unknown: performedIntent.isUnknown })
    let resultKnown = () => {}
    try {
      const answer = await sendUntilKnown(call, performedIntent, () => {
        resultKnown()
        resultKnown = resultUnknown()
        setState({ pending: true, failure: null, unknown: true })
      })
      intent.current = null
      setState(idle)
      await latest.current.onSuccess?.(answer, performedIntent.input)
      return answer
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof ConnectionError)) throw error
      setState({ pending: false, failure: error, unknown: performedIntent.isUnknown })
      latest.current.onFailure?.(
        error,
        performedIntent.input,
        () => void resubmit(performedIntent).catch(ignoreFailure),
      )
      throw error
    } finally {
      resultKnown()
    }
  }

  const mutateAsync: Submission<C>['mutateAsync'] = (input, { transid } = {}) => {
    if (running.current === null) intent.current = intentOf(intent.current, input, transid)
    else if (options.inTurn && !isSame(running.current.input, input))
      return running.current.answer.catch(() => null).then(() => mutateAsync(input, transid ? { transid } : {}))
    return submit()
  }

  const resubmit = async (failedIntent: Intent<C>): Promise<AnswerOf<C>> => {
    while (running.current !== null) await running.current.answer.catch(() => null)
    intent.current = failedIntent
    return submit()
  }

  return {
    ...state,
    mutateAsync,
    mutate: (input, mutateOptions) => void mutateAsync(input, mutateOptions).catch(ignoreFailure),
    reset: () => setState(idle),
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The same input while the last result is unknown is the same intent; anything else is a new one. */
function intentOf<C extends Write>(lastIntent: Intent<C> | null, input: InputOf<C>, transid?: string): Intent<C> {
  if (lastIntent?.isUnknown && isSame(lastIntent.input, input)) return lastIntent
  return { input, transid: transid ?? newTransid(), since: performance.now(), isUnknown: false }
}

/**
 * Sends until the result is known, five times at most. A write with an `unstored` answer (a secret) is never retried automatically: the server does
 * not keep its answer, so it would be carried out again.
 */
export async function sendUntilKnown<C extends Write>(
  call: C,
  intent: Intent<C>,
  onUnknown: () => void,
): Promise<AnswerOf<C>> {
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await send(call, intent.input, { transid: intent.transid, since: intent.since })
      intent.isUnknown = false
      return answer
    } catch (error) {
      // Once an attempt may have arrived, being offline now does not make the result known.
      intent.isUnknown = isUnknown(error) || (intent.isUnknown && error instanceof ConnectionError)
      const pause = retry_pauses_ms[attempt]
      if (!intent.isUnknown || call.unstored || pause === undefined) throw error
      onUnknown()
      const requested_ms = error instanceof Refusal && error.retryAfter !== null ? error.retryAfter * 1000 : 0
      await new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(pause, requested_ms), max_pause_ms)))
    }
  }
}

// Failures were reported by `failure` and `onFailure`; any other error is a bug and belongs in the console.
function ignoreFailure(error: unknown) {
  if (!(error instanceof Refusal || error instanceof ConnectionError)) throw error
}
