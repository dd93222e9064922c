/** What a person chose last of each kind of choice, in this browser. */
import { remember, remembered } from '#web/layout/preference.ts'
import { userId } from '#web/session/session.ts'
import type { ListCall } from './use-list.ts'

type Value = string | number

const most_recent = 5
const kept = new Map<string, readonly Value[]>()

const nameOf = (call: ListCall) => `recent:${userId()}:${call.name}`

/** The last values that were chosen among the rows of this call, the last one first. */
export function recentOf(call: ListCall): readonly Value[] {
  const name = nameOf(call)
  if (!kept.has(name)) kept.set(name, JSON.parse(remembered(name) ?? '[]') as Value[])
  return kept.get(name)!
}

/** Remembers that this was chosen. */
export function rememberChoice(call: ListCall, value: Value): void {
  const values = [value, ...recentOf(call).filter((one) => one !== value)].slice(0, most_recent)
  kept.set(nameOf(call), values)
  remember(nameOf(call), JSON.stringify(values))
}

/** For tests: as in a browser in which nobody chose anything yet. */
export function forgetRecent(): void {
  for (const name of kept.keys()) remember(name, null)
  kept.clear()
}
