/**
 * Keeps the focus on the page when the element that has it is taken away or moved: a form that is drawn anew, a dialog whose button is gone. Without it
 * keyboard and screen reader would begin at the top of the window.
 */
import { focusHeading } from '#web/route/focus-heading.ts'

interface Place {
  element: HTMLElement
  /** The ancestors of the element, the nearest first. */
  around: readonly Element[]
}

/** A dialog that closes gives the focus back by itself within this time. */
const wait_ms = 150
/** A page that draws its tabs anew with each part shows them again once the part has loaded: for 60 × 150 ms they are waited for. */
const choice_tries = 60
const choice = '[role="radiogroup"][aria-label]'
const dialog = '[role="dialog"]'
const fields = ':is(input, select, textarea):not([readonly], [disabled], [type="hidden"])'
/** Containers of equal rows, in which a button with the same name belongs to another record. */
const many_alike = 'table, ul, ol, [role="grid"], [role="list"]'

/** Watches the focus from now on. Returns how to stop. */
export function keepFocus(): () => void {
  let last: Place | null = null
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    if (last === null || !isLost() || isDialogOpen()) return
    const place = last
    if (place.element.closest(choice) && !chosenAs(place.element) && tries++ < choice_tries) return wait()
    last = null
    restore(place)
  }
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(check, wait_ms)
  }
  const observer = new MutationObserver(() => last !== null && isLost() && wait())
  const ending = new AbortController()
  const options = { capture: true, signal: ending.signal }
  document.addEventListener(
    'focusin',
    ({ target }) => {
      tries = 0
      if (target instanceof HTMLElement && target.closest('main') && !target.closest(dialog)) last = placeOf(target)
    },
    options,
  )
  // A press beside everything takes the focus away on purpose.
  document.addEventListener('pointerdown', () => (last = null), options)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    ending.abort()
    observer.disconnect()
    clearTimeout(timer)
  }
}

/** A dialog or drawer keeps the focus itself, also while what it shows is still being read. */
const isDialogOpen = () => document.querySelector(dialog) !== null

const isLost = () => (document.activeElement ?? document.body) === document.body

function placeOf(element: HTMLElement): Place {
  const around: Element[] = []
  for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) around.push(ancestor)
  return { element, around }
}

function restore({ element, around }: Place) {
  const main = document.querySelector('main')
  if (!main) return
  if (element.isConnected && element.checkVisibility()) return element.focus({ preventScroll: true })
  const near = around.find((ancestor) => ancestor.isConnected && main.contains(ancestor))
  const isPart = near && near !== main && !near.closest(many_alike)
  const next = chosenAs(element) ?? (isPart ? (sameIn(near, element) ?? fieldIn(near) ?? idleIn(near)) : null)
  if (next) next.focus({ preventScroll: true })
  else focusHeading(main)
}

/** What is chosen where the lost element was a choice. */
const chosenAs = (lost: Element) => {
  const group = lost.closest(choice)
  return (
    group && document.querySelector<HTMLElement>(`main [aria-label="${group.getAttribute('aria-label')}"] :checked`)
  )
}

/** The control that stands in the place of the lost one and can be used. */
function sameIn(near: Element, lost: HTMLElement): HTMLElement | null {
  const alike = [...near.querySelectorAll<HTMLElement>(lost.localName)].filter(
    (element) => nameOf(element) === nameOf(lost) && element.checkVisibility(),
  )
  const [only] = alike
  return only && alike.length === 1 && only.ariaDisabled !== 'true' && !only.closest(many_alike) ? only : null
}

const nameOf = (element: HTMLElement) => element.ariaLabel ?? (element.textContent || element.id)

function fieldIn(near: Element): HTMLElement | null {
  return [...near.querySelectorAll<HTMLElement>(fields)].find((element) => !element.closest(many_alike)) ?? null
}

/** A button that says why it cannot be used now, such as the one that saves beside the lost one that reverted: Enter does nothing on it. */
const idleIn = (near: Element) => near.querySelector<HTMLElement>('button[aria-disabled="true"]')
