import { onShown } from './routing.tsx'

/** Moves the focus to the heading of the page, where keyboard and screen reader go on. */
export function focusHeading(main: HTMLElement) {
  const heading = main.querySelector('h1') ?? main
  heading.setAttribute('tabindex', '-1')
  heading.focus({ preventScroll: true })
}

/** Moves the focus to the heading of a page that is shown after navigation, or after a sign-in, whose form is gone. Returns how to stop. */
export function focusPages(): () => void {
  const opened = location.pathname
  return onShown((to, from) => {
    const main = document.querySelector('main')
    const focused = document.activeElement
    if (!main || from?.pathname === to.pathname) return
    // On a page that was just opened the focus begins at the top.
    const isOpened = !from && to.pathname === opened
    if (isOpened && !(navigator.userActivation?.hasBeenActive && focused === document.body)) return
    // An input with autofocus keeps the focus, and so does a dialog that was opened while the page was loading.
    if ((main !== focused && main.contains(focused)) || focused?.closest('[role="dialog"][data-open]')) return
    focusHeading(main)
  })
}
