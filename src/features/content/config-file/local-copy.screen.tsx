/**
 * What was typed into a text and has not reached the server yet: kept in this browser under the person's own name, so that a closed tab, a
 * crash or the end of a session loses nothing. It goes as soon as the server has it.
 */
import { userId } from '#web/session/session.ts'

export interface LocalCopy {
  content: string
  ask_consent: boolean
  /** Of the record that was seen when it was typed. */
  version: number
}

const nameOf = (config_file_id: number) => `unsaved-text:${userId() ?? 0}:config_file:${config_file_id}`

// Storage that is full or forbidden costs the copy, not the text on screen.
function attempt<T>(what: () => T, otherwise: T): T {
  try {
    return what()
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
