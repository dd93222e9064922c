import { cloneElement, type ReactElement, useEffect, useState } from 'react'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'

const Layer = lazyPart(() => import('./tooltip-layer.tsx'))

/** Gives its child a tooltip. Its text must repeat or explain what is visible elsewhere. */
export function Tooltip({ text, children }: { text: string; children: ReactElement<{ 'data-tip'?: string }> }) {
  return cloneElement(children, { 'data-tip': text })
}

/** Mounted by UiRoot. Loads the tooltip layer when an element with a tooltip is first hovered or focused. */
export function TooltipLayer() {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const load = ({ target }: Event) => {
      if (target instanceof Element && target.closest('[data-tip]')) setWanted(true)
    }
    document.addEventListener('pointerover', load)
    document.addEventListener('focusin', load)
    return () => {
      document.removeEventListener('pointerover', load)
      document.removeEventListener('focusin', load)
    }
  }, [])
  return isWanted && <Layer />
}
