/**
 * How a person likes a list: kept on the server, so that it is the same on every machine. The copy in this browser is what the list
 * begins with, so that its rows wait for nothing and nothing moves when the server says the same.
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

/** As a list is that nobody has changed: the column that names its rows stays in sight. */
export function defaultPreference(identity: string | null): Preference {
  return { columns: null, widths: {}, pinned: identity === null ? [] : [identity], density: 'comfortable' }
}

export function usePreference(
  call: Pick<Call, 'name'>,
  identity: string | null,
): [Preference, (next: Preference) => void] {
  const client = useQueryClient()
  const list_name = call.name
  const [copy, setCopy] = useState(() => readCopy(list_name, identity))
  const kept = useRead(listPreference.get, { list_name }, { fresh: 60_000 })
  const now = kept.data === undefined ? copy : (kept.data ?? defaultPreference(identity))
  // Written while drawing, since the next opening of the list is to begin with it.
  if (now !== copy && JSON.stringify(now) !== JSON.stringify(copy)) {
    writeCopy(list_name, now)
    setCopy(now)
  }
  const change = (next: Preference) => {
    writeCopy(list_name, next)
    setCopy(next)
    const queryKey = readKey(listPreference.get, { list_name })
    const put = () => client.setQueryData(queryKey, next)
    put()
    // An answer that is still on its way is older than this change.
    void client.cancelQueries({ queryKey }).then(put)
    saveSoon(list_name, next)
  }
  return [now, change]
}

const pause = 800
const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; state: Preference }>()

/** Several changes in a row are one save. */
function saveSoon(list_name: string, state: Preference) {
  clearTimeout(waiting.get(list_name)?.timer)
  waiting.set(list_name, { timer: setTimeout(save, pause, list_name), state })
}

function save(list_name: string) {
  const change = waiting.get(list_name)
  if (!change) return
  clearTimeout(change.timer)
  waiting.delete(list_name)
  send(listPreference.update, { list_name, state: change.state }, { keepalive: true }).catch((failure: unknown) => {
    if (!(failure instanceof Refusal || failure instanceof ConnectionError)) throw failure
    showFailure(failure)
  })
}

const saveAll = () => [...waiting.keys()].forEach(save)
addEventListener('pagehide', saveAll)
onLeaving(saveAll)

const nameOf = (list_name: string) => `list:${userId() ?? ''}:${list_name}`

function readCopy(list_name: string, identity: string | null): Preference {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(list_name)) ?? 'null') as Partial<Preference> | null
    return { ...defaultPreference(identity), ...kept }
  } catch {
    return defaultPreference(identity)
  }
}

function writeCopy(list_name: string, state: Preference): void {
  try {
    localStorage.setItem(nameOf(list_name), JSON.stringify(state))
  } catch {
    // Where storage is forbidden the list begins as the screen has it.
  }
}
