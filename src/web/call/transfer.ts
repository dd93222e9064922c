/** A large file on its way to the server, one of a call: it goes on while the person does other things, on other pages too. */
import { useSyncExternalStore } from 'react'
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { newTransid, type SendFailure } from './send.ts'
import { onEnded } from '#web/session/session.ts'
import { upload } from './upload.ts'

export interface Transfer<C extends Call = Call> {
  file: File
  fields: InputOf<C>
  /** Bytes that have left. */
  sent: number
  /** Why it stopped; null while it goes on. */
  failure: SendFailure | null
  /** What the server answered; the transfer stays until it is dropped. */
  answer: AnswerOf<C> | null
  /** Sends the same intent again: a file that had arrived is not taken twice. */
  retry: () => void
  /** Gives it up, or forgets how it ended. */
  drop: () => void
}

let transfers: ReadonlyMap<string, Transfer> = new Map()
const listeners = new Set<() => void>()

export function useTransfer<C extends Call>(call: C): Transfer<C> | undefined {
  return useSyncExternalStore(subscribe, () => transfers.get(call.name)) as Transfer<C> | undefined
}

/** Sends it, instead of one of the same call that has ended. */
export function startTransfer<C extends Call>(call: C, fields: InputOf<C>, file: File): void {
  const before = transfers.get(call.name)
  if (before && isUnderWay(before)) return
  const transid = newTransid()
  let giveUp = new AbortController()
  let forget = () => {}
  const show = (change: Partial<Transfer>) => {
    const now = transfers.get(call.name)
    if (now?.drop === drop) put(call.name, { ...now, ...change })
  }
  const drop = () => {
    forget()
    if (transfers.get(call.name)?.drop === drop) put(call.name, null)
    giveUp.abort()
  }
  const run = async () => {
    giveUp = new AbortController()
    show({ sent: 0, failure: null })
    try {
      const onProgress = (share: number) => show({ sent: Math.round(share * file.size) })
      const answer = await upload(call, fields, file, { onProgress, signal: giveUp.signal, transid })
      show({ sent: file.size, answer })
    } catch (error) {
      if (!giveUp.signal.aborted) show({ failure: error as SendFailure })
    }
  }
  // What one person sends is not the next one's.
  forget = onEnded(drop)
  put(call.name, { file, fields, sent: 0, failure: null, answer: null, retry: () => void run(), drop })
  void run()
}

function isUnderWay({ failure, answer }: Transfer): boolean {
  return failure === null && answer === null
}

function put(call_name: string, transfer: Transfer | null): void {
  const next = new Map(transfers)
  if (transfer === null) next.delete(call_name)
  else next.set(call_name, transfer)
  transfers = next
  const leaving = [...transfers.values()].some(isUnderWay)
  ;(leaving ? addEventListener : removeEventListener)('beforeunload', warn)
  for (const listener of listeners) listener()
}

// The browser sends a file only as long as its page is open.
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
