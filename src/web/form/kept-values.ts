/** What is typed outside a record form, stored like a draft: it survives the end of the session and a reload. */
import { useCallback, useState } from 'react'
import type { Call } from '#contract/call.ts'
import { draftOf, dropDraft, keepDraft, latestDraft } from './draft.ts'
import { userId } from '#web/session/session.ts'

/** Identifies what is typed: the call that sends it, and the record that it is about. */
export interface KeptFor {
  call: Call
  record: string
}

interface KeptValues<Values> {
  values: Values
  /** The record as it was when its editing began; null where that does not matter. */
  row: object | null
}

const keyOf = ({ call, record }: KeptFor) => {
  const user_id = userId()
  return user_id === null ? null : { user_id, call, record }
}

/** What was typed before; null where nothing was. */
export function keptValues<Values extends object>(id: KeptFor): KeptValues<Values> | null {
  const key = keyOf(id)
  const draft = key && draftOf(key)
  return draft && { values: draft.values as Values, row: draft.row }
}

/** Stores what is typed; null removes it. */
export function keepValues(id: KeptFor, values: object | null, row: object | null = null): void {
  const key = keyOf(id)
  if (key === null) return
  if (values === null) dropDraft(key)
  else keepDraft(key, { transid: '', row, base: {}, values: { ...values } })
}

/** The record that this person was editing last with this call, to open it again; null where there is none. */
export function lastKeptRow<Row extends object>(call: Call): Row | null {
  const user_id = userId()
  return user_id === null ? null : ((latestDraft(user_id, call, ({ row }) => row !== null)?.row ?? null) as Row | null)
}

interface KeptState<Values> {
  /** What is typed and not saved; null while nothing is. */
  typed: Values | null
  /** Stores what is typed; null once it is saved or discarded. */
  setTyped: (values: Values | null) => void
  /** Whether it was typed before a reload or the end of the session. */
  isRestored: boolean
}

/** The state of an editor that begins with nothing typed. */
export function useKeptState<Values extends object>(call: Call, record: string): KeptState<Values> {
  const [before] = useState(() => keptValues<Values>({ call, record })?.values ?? null)
  const [typed, setState] = useState(before)
  const setTyped = useCallback(
    (values: Values | null) => {
      setState(values)
      keepValues({ call, record }, values)
    },
    [call, record],
  )
  return { typed, setTyped, isRestored: typed !== null && before !== null }
}
