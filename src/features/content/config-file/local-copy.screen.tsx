/**
 * A copy of unsaved text in this browser, under the person's own name, so that a closed tab, a crash or the end of a session loses nothing. It is
 * deleted as soon as the server has the text.
 */
import { userId } from '#web/session/session.ts'

export interface LocalCopy {
  content: string
  ask_consent: boolean
  /** The version of the record on which it was typed. */
  version: number
}

const nameOf = (config_file_id: number) => `unsaved-text:${userId() ?? 0}:config_file:${config_file_id}`

// Full or forbidden storage loses only the copy, not the text on screen.
function attempt<T>(action: () => T, otherwise: T): T {
  try {
    return action()
  } catch {
    return otherwise
  }
}

export function localCopyOf(config_file_id: number): LocalCopy | null {
  return attempt(() => JSON.parse(localStorage.getItem(nameOf(config_file_id)) ?? 'null') as LocalCopy | null, null)
}

export function keepLocalCopy(config_file_id: number, copy: LocalCopy): void {
  attempt(() => localStorage.setItem(nameOf(config_file_id), JSON.stringify(copy)), undefined)
}

export function dropLocalCopy(config_file_id: number): void {
  attempt(() => localStorage.removeItem(nameOf(config_file_id)), undefined)
}
