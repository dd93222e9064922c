/** Moves the focus to the heading of the page, where keyboard and screen reader go on. */
export function focusHeading(main: HTMLElement) {
  const heading = main.querySelector('h1') ?? main
  heading.setAttribute('tabindex', '-1')
  heading.focus({ preventScroll: true })
}
