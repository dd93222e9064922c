/**
 * A person's columns and density of a list. They are stored on the server, to be the same on every machine, with a copy in localStorage, from which a
 * list renders at once without a change of layout when the server's answer arrives.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf, Call } from '#contract/call.ts'
import { listPreference } from '#contract/web-calls/list-preference.ts'
import { readKey, useRead } from '#web/call/api.ts'
import { showFailure } from '#web/call/failure-toast.ts'
import { ConnectionError, Refusal, send } from '#web/call/send.ts'
import { onLeaving, userId } from '#web/session/session.ts'

export type Preference = NonNullable<AnswerOf<typeof listPreference.get>>

/** The preference of a list that nobody changed: the identifying column is pinned. */
export function defaultPreference(identity: string | null): Preference {
  return { columns: null, widths: {}, pinned: identity === null ? [] : [identity], density: 'comfortable' }
}

/** The person's preference for this list, and its setter, which saves it. */
export function usePreference(
  call: Pick<Call, 'name'>,
  identity: string | null,
): [Preference, (next: Preference) => void] {
  const client = useQueryClient()
  const list_name = call.name
  const [copy, setCopy] = useState(() => readCopy(list_name, identity))
  const savedRead = useRead(listPreference.get, { list_name }, { fresh_ms })
  const now = savedRead.data === undefined ? copy : (savedRead.data ?? defaultPreference(identity))
  // During render, not in an effect: the next list of this call may render before effects run.
  if (now !== copy && JSON.stringify(now) !== JSON.stringify(copy)) {
    writeCopy(list_name, now)
    setCopy(now)
  }
  const change = (preference: Preference) => {
    writeCopy(list_name, preference)
    setCopy(preference)
    const queryKey = readKey(listPreference.get, { list_name })
    const cache = () => client.setQueryData(queryKey, preference)
    cache()
    // A read that is still running would overwrite the cache with an older state.
    void client.cancelQueries({ queryKey }).then(cache)
    saveSoon(list_name, preference)
  }
  return [now, change]
}

const fresh_ms = 60_000
/** Changes within this time are saved together. */
const save_delay_ms = 800
const pendingSaves = new Map<string, { timer: ReturnType<typeof setTimeout>; state: Preference }>()

function saveSoon(list_name: string, state: Preference) {
  clearTimeout(pendingSaves.get(list_name)?.timer)
  pendingSaves.set(list_name, { timer: setTimeout(save, save_delay_ms, list_name), state })
}

function save(list_name: string) {
  const change = pendingSaves.get(list_name)
  if (!change) return
  clearTimeout(change.timer)
  pendingSaves.delete(list_name)
  send(listPreference.update, { list_name, state: change.state }, { keepalive: true }).catch((failure: unknown) => {
    if (!(failure instanceof Refusal || failure instanceof ConnectionError)) throw failure
    showFailure(failure)
  })
}

const saveAll = () => [...pendingSaves.keys()].forEach(save)
addEventListener('pagehide', saveAll)
onLeaving(saveAll)

const storageKey = (list_name: string) => `list:${userId() ?? ''}:${list_name}`

function readCopy(list_name: string, identity: string | null): Preference {
  try {
    const storedPreference = JSON.parse(
      localStorage.getItem(storageKey(list_name)) ?? 'null',
    ) as Partial<Preference> | null
    return { ...defaultPreference(identity), ...storedPreference }
  } catch {
    return defaultPreference(identity)
  }
}

function writeCopy(list_name: string, state: Preference): void {
  try {
    localStorage.setItem(storageKey(list_name), JSON.stringify(state))
  } catch {
    // Storage may be forbidden; then the list starts with its defaults.
  }
}
