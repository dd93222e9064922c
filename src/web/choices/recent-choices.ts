/** What a person chose last of each kind of choice, in this browser. */
import { remember, remembered } from '#web/layout/preference.ts'
import { userId } from '#web/session/session.ts'
import type { ListCall } from '#web/list/use-list.ts'
import type { ChoiceValue } from './choice-source.ts'

const max_recent = 5

const storageKey = (call: ListCall) => `recent:${userId()}:${call.name}`

/** The values that were chosen last among the rows of this call, the very last first. */
export function recentOf(call: ListCall): ChoiceValue[] {
  try {
    return JSON.parse(remembered(storageKey(call)) ?? '[]') as ChoiceValue[]
  } catch {
    // The browser's memory belongs to its user: what stands there may be anything, and a choice list opens all the same.
    return []
  }
}

/** Remembers that this was chosen. */
export function rememberChoice(call: ListCall, value: ChoiceValue): void {
  const earlier_choices = recentOf(call).filter((choice) => choice !== value)
  remember(storageKey(call), JSON.stringify([value, ...earlier_choices].slice(0, max_recent)))
}
