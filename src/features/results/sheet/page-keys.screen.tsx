/** Keyboard shortcuts of a page of results; ignored while the focus is in a control that uses keys itself. */
import { useEffect, useRef } from 'react'

const own_keys =
  'input, textarea, select, [contenteditable], [role="menu"], [role="tablist"], [role="dialog"], table[tabindex]'

/** Calls the handler of the pressed key; the names are those of KeyboardEvent.key. */
export function usePageKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    function hear(event: KeyboardEvent) {
      const { target, key, defaultPrevented, isComposing } = event
      if (defaultPrevented || isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      if (target instanceof Element && target.closest(own_keys)) return
      if (document.querySelector('[role="dialog"]')) return
      const run = latest.current[key.length === 1 ? key.toLowerCase() : key]
      if (!run) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
}
