import { onShown } from './routing.tsx'

/** Moves the focus to the heading of the page, where keyboard and screen reader go on. */
export function focusHeading(main: HTMLElement) {
  const heading = main.querySelector('h1') ?? main
  heading.setAttribute('tabindex', '-1')
  heading.focus({ preventScroll: true })
}

/** After navigation moves the focus to the heading of the page. Returns how to stop. */
export function focusPages(): () => void {
  return onShown((to, from) => {
    if (!from || from.pathname === to.pathname) return
    const main = document.querySelector('main')
    const focused = document.activeElement
    // An input with autofocus keeps the focus, and so does a dialog that was opened while the page was loading.
    if (!main || (main !== focused && main.contains(focused)) || focused?.closest('[role="dialog"][data-open]')) return
    focusHeading(main)
  })
}
