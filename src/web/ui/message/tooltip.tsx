import { cloneElement, type ReactElement, useEffect, useState } from 'react'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'

const Layer = lazyPart(() => import('./tooltip-layer.tsx'))

/** Gives its child a tooltip. Its text must repeat or explain what is visible elsewhere. */
export function Tooltip({ text, children }: { text: string; children: ReactElement<{ 'data-tip'?: string }> }) {
  return cloneElement(children, { 'data-tip': text })
}

/** Mounted by UiRoot. Loads the tooltip layer when an element with a tooltip is first hovered or focused. */
export function TooltipLayer() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const look = ({ target }: Event) => {
      if (target instanceof Element && target.closest('[data-tip]')) setWanted(true)
    }
    document.addEventListener('pointerover', look)
    document.addEventListener('focusin', look)
    return () => {
      document.removeEventListener('pointerover', look)
      document.removeEventListener('focusin', look)
    }
  }, [])
  return wanted && <Layer />
}
