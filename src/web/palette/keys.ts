/** Keys that buttons show. Their handler (shortcuts.ts) is loaded lazily; until then the last keydown is kept here. */
export interface Key {
  key: string
  /** Together with Ctrl, or ⌘ on a Mac; without it the key counts only for whoever is not typing. */
  ctrl?: boolean
  label: string
}

/** aria-keyshortcuts of the page's add button, and of the save button of a panel without a form (Ctrl+S clicks it). */
export const addKey = 'N'
export const saveKey = 'Control+S'
/** aria-keyshortcuts of the buttons in the head of an open record. */
export const recordKeys = { next: 'J', previous: 'K' } as const
export const openAsPageKey = 'Control+Enter'
export const paletteKey: Key = { key: 'k', ctrl: true, label: 'Tìm trang, bản ghi' }

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

let early: KeyboardEvent | undefined
addEventListener('keydown', keepEarly)

function keepEarly(event: KeyboardEvent) {
  early = event
  // Ctrl+K would move the focus to the browser's own search.
  if (event.key.toLowerCase() === paletteKey.key && (isMac ? event.metaKey : event.ctrlKey)) event.preventDefault()
}

/** The last keydown before the handler was loaded; from now on none is kept. */
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
