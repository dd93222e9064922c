/** The keyboard shortcuts that work on every page. Their handler (shortcuts.ts) is loaded lazily; until then each keydown is kept here. */
export interface Key {
  /** KeyboardEvent.key in lower case. */
  key: string
  /** Together with Ctrl, or ⌘ on a Mac; without it the key counts only while nobody is typing. */
  ctrl?: true
}

export const keys = {
  palette: { key: 'k', ctrl: true },
  save: { key: 's', ctrl: true },
  nextRecord: { key: 'j' },
  previousRecord: { key: 'k' },
  openAsPage: { key: 'enter', ctrl: true },
  keyword: { key: '/' },
  add: { key: 'n' },
  reload: { key: 'r' },
  shortcuts: { key: '?' },
} as const satisfies Record<string, Key>

/** aria-keyshortcuts of the button that a key presses: 'N', 'Control+S'. */
export function ariaKeys({ key, ctrl }: Key): string {
  return `${ctrl ? 'Control+' : ''}${printed(key)}`
}

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

const early: KeyboardEvent[] = []
addEventListener('keydown', keepEarly)

function keepEarly(event: KeyboardEvent) {
  early.push(event)
  // Ctrl+K would move the focus to the browser's own search.
  if (event.key.toLowerCase() === keys.palette.key && (isMac ? event.metaKey : event.ctrlKey)) event.preventDefault()
}

/** The keydowns before the handler was loaded; from now on none is kept. */
export function takeEarlyKeys(): KeyboardEvent[] {
  removeEventListener('keydown', keepEarly)
  return early.splice(0)
}

/** The keys of a shortcut as printed on the keyboard: ['Ctrl', 'K']. */
export function printedKeys({ key, ctrl }: Key): string[] {
  return [...(ctrl ? [isMac ? '⌘' : 'Ctrl'] : []), printed(key)]
}

const printed = (key: string) => (key.length === 1 ? key.toUpperCase() : 'Enter')
