/** A write from the press of the button to its known end: one intent, one transid, one effect. */
import { useEffect, useRef, useState } from 'react'
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { resultUnknown } from './connection.ts'
import { ConnectionError, isUnknown, newTransid, Refusal, send, type SendFailure } from './send.ts'

type Write = Call<'write'>

/** What a person reads while the answer to a write is missing. */
export const unknownText = 'Chưa rõ kết quả, đang kiểm tra'

const pauses = [500, 1000, 2000, 4000]

interface Intent<C extends Write> {
  input: InputOf<C>
  transid: string
  /** No clear answer has come yet, so asking again must use the same transid. */
  open: boolean
}

interface State {
  pending: boolean
  failure: SendFailure | null
  unknown: boolean
}

export interface SubmitOptions<C extends Write> {
  onSuccess?: (answer: AnswerOf<C>, input: InputOf<C>) => unknown
  onFailure?: (failure: SendFailure, input: InputOf<C>) => unknown
}

export interface Submit<C extends Write> {
  /** Does it; errors are told by `failure` and `onFailure`. While one is under way, further presses do nothing. */
  mutate: (input: InputOf<C>, options?: { transid?: string | undefined }) => void
  /** The same, as a promise that rejects with the failure. */
  mutateAsync: (input: InputOf<C>, options?: { transid?: string | undefined }) => Promise<AnswerOf<C>>
  pending: boolean
  failure: SendFailure | null
  /** The answer is missing and is being asked for again, or could not be had: see `pending`. */
  unknown: boolean
  /** Asks once more for the last intent, with its own transid. */
  retry: () => void
  /** Forgets the last failure. */
  reset: () => void
}

const idle: State = { pending: false, failure: null, unknown: false }

export function useSubmit<C extends Write>(call: C, options: SubmitOptions<C> = {}): Submit<C> {
  const [state, setState] = useState<State>(idle)
  const intent = useRef<Intent<C> | null>(null)
  const running = useRef<Promise<AnswerOf<C>> | null>(null)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })

  const run = (): Promise<AnswerOf<C>> => {
    running.current ??= perform(intent.current!).finally(() => {
      running.current = null
    })
    return running.current
  }

  const perform = async (current: Intent<C>): Promise<AnswerOf<C>> => {
    setState({ pending: true, failure: null, unknown: current.open })
    let known = () => {}
    try {
      const answer = await settle(call, current, () => {
        known()
        known = resultUnknown()
        setState({ pending: true, failure: null, unknown: true })
      })
      intent.current = null
      setState(idle)
      await latest.current.onSuccess?.(answer, current.input)
      return answer
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof ConnectionError)) throw error
      setState({ pending: false, failure: error, unknown: current.open })
      latest.current.onFailure?.(error, current.input)
      throw error
    } finally {
      known()
    }
  }

  const mutateAsync: Submit<C>['mutateAsync'] = (input, { transid } = {}) => {
    if (running.current === null) intent.current = intentOf(intent.current, input, transid)
    return run()
  }

  return {
    ...state,
    mutateAsync,
    mutate: (input, more) => void mutateAsync(input, more).catch(ignore),
    retry: () => void (intent.current && run().catch(ignore)),
    reset: () => setState(idle),
  }
}

/** The same input after a missing answer is the same intent, however often it is pressed. */
function intentOf<C extends Write>(last: Intent<C> | null, input: InputOf<C>, transid?: string): Intent<C> {
  if (last?.open && JSON.stringify(last.input) === JSON.stringify(input)) return last
  return { input, transid: transid ?? newTransid(), open: false }
}

/**
 * Sends until the result is known, or five times. A write whose answer is a secret is never asked for again by itself: its answer is
 * not kept, so the work would be done anew.
 */
export async function settle<C extends Write>(call: C, intent: Intent<C>, onUnknown: () => void): Promise<AnswerOf<C>> {
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await send(call, intent.input, { transid: intent.transid })
      intent.open = false
      return answer
    } catch (error) {
      // Once an attempt may have arrived, being offline now does not make the result known.
      intent.open = isUnknown(error) || (intent.open && error instanceof ConnectionError)
      const pause = pauses[attempt]
      if (!intent.open || call.unstored || pause === undefined) throw error
      onUnknown()
      const wished = error instanceof Refusal && error.retryAfter !== null ? error.retryAfter * 1000 : 0
      await new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(pause, wished), 8000)))
    }
  }
}

// What went wrong has been told by `failure` and `onFailure`; anything else is a fault of ours and belongs in the console.
function ignore(error: unknown) {
  if (!(error instanceof Refusal || error instanceof ConnectionError)) throw error
}
