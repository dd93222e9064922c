/** The keys that buttons name beside what they do; who hears them comes later (shortcuts.ts). */
export interface Key {
  key: string
  /** Together with Ctrl, or ⌘ on a Mac; without it the key counts only for whoever is not typing. */
  ctrl?: boolean
  label: string
}

/** On the button that adds to the page, and on the one that saves it where there is no form. */
export const addKey = 'N'
export const saveKey = 'Control+S'
/** In the head of an open record. */
export const recordKeys = { next: 'J', previous: 'K' } as const
export const pageKey = 'Control+Enter'
export const paletteKey: Key = { key: 'k', ctrl: true, label: 'Tìm trang, bản ghi' }

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

let early: KeyboardEvent | undefined
addEventListener('keydown', keepEarly)

function keepEarly(event: KeyboardEvent) {
  early = event
  // The browser would look elsewhere itself.
  if (event.key === paletteKey.key && (event.ctrlKey || event.metaKey)) event.preventDefault()
}

/** What was pressed last before anybody heard it, for who hears the keys from now on. */
export function takeEarlyKey(): KeyboardEvent | undefined {
  removeEventListener('keydown', keepEarly)
  const pressed = early
  early = undefined
  return pressed
}

/** As they are printed on the keyboard. */
export function keysOf({ key, ctrl }: Key): string[] {
  return [...(ctrl ? [isMac ? '⌘' : 'Ctrl'] : []), key.length === 1 ? key.toUpperCase() : 'Enter']
}
