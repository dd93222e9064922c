import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import css from './tooltip.module.css'

const gap = 6

const textOf = (owner: Element) => (owner.isConnected ? owner.getAttribute('data-tip') : null)

/**
 * One tooltip for the whole page, mounted by UiRoot: it follows pointer and keyboard focus to whatever carries
 * data-tip. A table of 300 rows with three actions each then costs nothing.
 */
export default function TooltipLayer() {
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const tip = box.current
    if (!tip) return
    let owner: Element | null = null
    let timer = 0

    // The text may be removed while it is shown, with its owner or before.
    const changes = new MutationObserver(() => {
      if (owner && !tip.hidden && tip.textContent !== textOf(owner)) place(owner)
    })

    function hide() {
      clearTimeout(timer)
      changes.disconnect()
      owner = null
      tip!.hidden = true
    }
    function place(target: Element) {
      const text = textOf(target)
      if (text === null) return hide()
      tip!.textContent = text
      tip!.hidden = false
      changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-tip'] })
      const anchor = target.getBoundingClientRect()
      const tip_box = tip!.getBoundingClientRect()
      const is_below = anchor.top - tip_box.height - gap < 4
      const left = Math.min(
        Math.max(anchor.left + anchor.width / 2 - tip_box.width / 2, 4),
        innerWidth - tip_box.width - 4,
      )
      tip!.style.left = `${left}px`
      tip!.style.top = `${is_below ? anchor.bottom + gap : anchor.top - tip_box.height - gap}px`
    }
    function show(event: Event) {
      const target = event.target instanceof Element ? event.target.closest('[data-tip]') : null
      if (target === owner || (event.target instanceof Node && tip!.contains(event.target))) return
      hide()
      if (!target) return
      if (event.type === 'focusin' && !target.matches(':focus-visible')) return
      schedule(target, event.type === 'focusin' ? 0 : 350)
    }
    function schedule(target: Element, wait: number) {
      owner = target
      timer = window.setTimeout(() => place(target), wait)
    }
    function escape(event: KeyboardEvent) {
      if (event.key === 'Escape') hide()
    }
    // The element whose tooltip caused this layer to load.
    const initialOwner =
      document.querySelector('[data-tip]:focus-visible') ?? document.querySelector('[data-tip]:hover')
    if (initialOwner) schedule(initialOwner, 350)
    document.addEventListener('pointerover', show)
    document.addEventListener('focusin', show)
    document.addEventListener('focusout', hide)
    document.addEventListener('pointerdown', hide)
    document.addEventListener('scroll', hide, true)
    document.addEventListener('keydown', escape, true)
    return () => {
      hide()
      document.removeEventListener('pointerover', show)
      document.removeEventListener('focusin', show)
      document.removeEventListener('focusout', hide)
      document.removeEventListener('pointerdown', hide)
      document.removeEventListener('scroll', hide, true)
      document.removeEventListener('keydown', escape, true)
    }
  }, [])

  // Screen readers get the text from the owner's name or description, so the tooltip itself is hidden from them.
  return createPortal(<div ref={box} className={css.tip} hidden aria-hidden />, document.body)
}
