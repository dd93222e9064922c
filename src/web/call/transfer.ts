/** Uploads of large files, one per call at a time, which continue while the person works on other pages. */
import { useSyncExternalStore } from 'react'
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { newTransid, type SendFailure } from './send.ts'
import { onEnded } from '#web/session/session.ts'
import { upload } from './upload.ts'
import { createListeners } from '#web/ui/base/listeners.ts'

export interface Transfer<C extends Call = Call> {
  file: File
  fields: InputOf<C>
  /** Bytes sent so far. */
  sent: number
  /** Why it failed; null while it runs. */
  failure: SendFailure | null
  /** The server's answer; the transfer stays listed until `drop`. */
  answer: AnswerOf<C> | null
  /** Sends again with the same transid, so that a file that had arrived is not taken twice. */
  retry: () => void
  /** Cancels it, or removes it when it has ended. */
  drop: () => void
}

let transfers: ReadonlyMap<string, Transfer> = new Map()
const { subscribe, notify } = createListeners()

/** The upload by this call that is running or has ended and is still listed; undefined without one. */
export function useTransfer<C extends Call>(call: C): Transfer<C> | undefined {
  return useSyncExternalStore(subscribe, () => transfers.get(call.name)) as Transfer<C> | undefined
}

/** Starts an upload unless one of the same call is running; replaces one that has ended. */
export function startTransfer<C extends Call>(call: C, fields: InputOf<C>, file: File): void {
  const runningTransfer = transfers.get(call.name)
  if (runningTransfer && isRunning(runningTransfer)) return
  const transid = newTransid()
  let abort = new AbortController()
  let unsubscribe = () => {}
  const change = (fields_changed: Partial<Transfer>) => {
    const now = transfers.get(call.name)
    if (now?.drop === drop) setTransfer(call.name, { ...now, ...fields_changed })
  }
  const drop = () => {
    unsubscribe()
    if (transfers.get(call.name)?.drop === drop) setTransfer(call.name, null)
    abort.abort()
  }
  const run = async () => {
    abort = new AbortController()
    change({ sent: 0, failure: null })
    try {
      const onProgress = (share: number) => change({ sent: Math.round(share * file.size) })
      const answer = await upload(call, fields, file, { onProgress, signal: abort.signal, transid })
      change({ sent: file.size, answer })
    } catch (error) {
      if (!abort.signal.aborted) change({ failure: error as SendFailure })
    }
  }
  // The next person to sign in must not see it.
  unsubscribe = onEnded(drop)
  setTransfer(call.name, { file, fields, sent: 0, failure: null, answer: null, retry: () => void run(), drop })
  void run()
}

function isRunning({ failure, answer }: Transfer): boolean {
  return failure === null && answer === null
}

function setTransfer(call_name: string, transfer: Transfer | null): void {
  const changedTransfers = new Map(transfers)
  if (transfer === null) changedTransfers.delete(call_name)
  else changedTransfers.set(call_name, transfer)
  transfers = changedTransfers
  const hasRunning = [...transfers.values()].some(isRunning)
  ;(hasRunning ? addEventListener : removeEventListener)('beforeunload', askBeforeLeaving)
  notify()
}

// Closing the page would abort the upload.
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
