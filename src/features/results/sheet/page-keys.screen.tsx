/** Keys by which a page of results is turned, for whoever is not typing or choosing somewhere. */
import { useEffect, useRef } from 'react'

const own_keys =
  'input, textarea, select, [contenteditable], [role="menu"], [role="tablist"], [role="dialog"], table[tabindex]'

/** Calls what is bound to the key, by its name as the browser has it. */
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
