import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

export type Key = string | number

interface MovingRow {
  key: Key
  /** The order that Escape restores. */
  start: readonly Key[]
}

interface Drag extends MovingRow {
  /** Distance of the pointer from the row's upper edge. */
  grab: number
  y: number
}

interface Setup {
  keys: readonly Key[]
  nameOf: (key: Key) => string
  onChange: (keys: Key[]) => void
}

/**
 * Reordering a short list by pointer or keyboard. `list` is the ref of the list, whose children are in the order of
 * `keys`; `handle` gives the props of a row's handle; `said` must be rendered for screen readers. Escape restores the
 * order.
 */
export function useSortable({ keys, nameOf, onChange }: Setup) {
  const list = useRef<HTMLOListElement>(null)
  const [lifted, setLifted] = useState<MovingRow | null>(null)
  const [announcement, say] = useState('')
  const where = (key: Key, order = keys) => `vị trí ${order.indexOf(key) + 1} trên ${order.length}`

  function move(key: Key, to: number) {
    const ordered_keys = movedKeys(keys, key, to)
    if (ordered_keys.indexOf(key) === keys.indexOf(key)) return
    onChange(ordered_keys)
    say(`“${nameOf(key)}”: ${where(key, ordered_keys)}.`)
  }
  function take(key: Key) {
    setLifted({ key, start: keys })
    say(`Đã nhấc “${nameOf(key)}”, ${where(key)}. Mũi tên lên, xuống để di chuyển; Enter để đặt; Escape để hủy.`)
  }
  function drop() {
    if (lifted) say(`Đã đặt “${nameOf(lifted.key)}” ở ${where(lifted.key)}.`)
    setLifted(null)
  }
  function cancel() {
    if (!lifted) return
    onChange([...lifted.start])
    say(`Đã hủy. “${nameOf(lifted.key)}” trở về ${where(lifted.key, lifted.start)}.`)
    setLifted(null)
  }

  const drag = useDrag(list, keys, { take, move, drop, cancel })
  useSettling(list, keys, drag.key)

  function keyDown(event: KeyboardEvent, key: Key) {
    const index = keys.indexOf(key)
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      if (lifted) drop()
      else take(key)
      return
    }
    if (!lifted) return
    const targets: Record<string, number> = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: keys.length - 1 }
    const target = targets[event.key]
    if (event.key === 'Escape') cancel()
    else if (target !== undefined) move(key, target)
    else return
    event.preventDefault()
    // Escape cancels the move, without closing the dialog around it.
    event.stopPropagation()
  }
  return {
    list,
    held: lifted?.key ?? null,
    said: announcement,
    move,
    handle: (key: Key) => ({
      'aria-pressed': lifted?.key === key,
      onPointerDown: (event: PointerEvent<HTMLElement>) => drag.start(event, key),
      onKeyDown: (event: KeyboardEvent) => keyDown(event, key),
      // Screen readers trigger a click without pointer events.
      onClick: ({ detail }: { detail: number }) => {
        if (detail === 0) (lifted ? drop : () => take(key))()
      },
      onBlur: drag.key === null ? drop : undefined,
    }),
  }
}

function movedKeys(keys: readonly Key[], key: Key, to: number): Key[] {
  const otherKeys = keys.filter((other) => other !== key)
  const place = Math.max(0, Math.min(to, otherKeys.length))
  return [...otherKeys.slice(0, place), key, ...otherKeys.slice(place)]
}

interface Acts {
  take: (key: Key) => void
  move: (key: Key, to: number) => void
  drop: () => void
  cancel: () => void
}

/** Drags a row. Listens on the window, because the row itself moves within the DOM. */
function useDrag(list: RefObject<HTMLElement | null>, keys: readonly Key[], acts: Acts) {
  const drag = useRef<Drag | null>(null)
  const [key, setKey] = useState<Key | null>(null)
  const latest = useRef({ keys, acts })

  useLayoutEffect(() => {
    latest.current = { keys, acts }
    follow(list.current, keys, drag.current)
  })

  useEffect(() => {
    if (key === null) return
    const scroller = scrollerOf(list.current)
    let frame = 0
    const place = () => {
      const { current } = drag
      if (!current || !list.current) return
      follow(list.current, latest.current.keys, current)
      latest.current.acts.move(current.key, placeOf(list.current, latest.current.keys, current))
    }
    const roll = () => {
      frame = requestAnimationFrame(roll)
      if (drag.current && scroller && scrollAt(scroller, drag.current.y)) place()
    }
    const onMove = ({ clientY }: globalThis.PointerEvent) => {
      if (drag.current) drag.current.y = clientY
      place()
    }
    const end = (outcome: 'drop' | 'cancel') => {
      rowOf(list.current, latest.current.keys, key)?.style.removeProperty('transform')
      drag.current = null
      setKey(null)
      latest.current.acts[outcome]()
    }
    const onUp = () => end('drop')
    const onCancel = () => end('cancel')
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      end('cancel')
    }
    addEventListener('pointermove', onMove)
    addEventListener('pointerup', onUp)
    addEventListener('pointercancel', onCancel)
    addEventListener('keydown', onKey, true)
    frame = requestAnimationFrame(roll)
    return () => {
      removeEventListener('pointermove', onMove)
      removeEventListener('pointerup', onUp)
      removeEventListener('pointercancel', onCancel)
      removeEventListener('keydown', onKey, true)
      cancelAnimationFrame(frame)
    }
  }, [key, list])

  function start(event: PointerEvent<HTMLElement>, lifted_key: Key) {
    const row = rowOf(list.current, keys, lifted_key)
    if (event.button !== 0 || !row) return
    event.preventDefault()
    event.currentTarget.focus()
    drag.current = {
      key: lifted_key,
      start: keys,
      grab: event.clientY - row.getBoundingClientRect().top,
      y: event.clientY,
    }
    setKey(lifted_key)
    acts.take(lifted_key)
  }
  return { key, start }
}

function rowOf(list: HTMLElement | null, keys: readonly Key[], key: Key): HTMLElement | undefined {
  return list?.children[keys.indexOf(key)] as HTMLElement | undefined
}

/** Positions the dragged row at the pointer. */
function follow(list: HTMLElement | null, keys: readonly Key[], drag: Drag | null) {
  const row = drag && rowOf(list, keys, drag.key)
  if (!drag || !row || !list) return
  const y = drag.y - list.getBoundingClientRect().top - list.clientTop - drag.grab
  const top = Math.max(0, Math.min(y, list.clientHeight - row.offsetHeight))
  row.style.transform = `translateY(${top - row.offsetTop}px)`
}

/** The index of the dragged row: after every other row whose middle it has passed. */
function placeOf(list: HTMLElement, keys: readonly Key[], drag: Drag): number {
  const row = rowOf(list, keys, drag.key)!
  const middle = drag.y - list.getBoundingClientRect().top - drag.grab + row.offsetHeight / 2
  const rows = [...list.children] as HTMLElement[]
  return rows.filter((other) => other !== row && other.offsetTop + other.offsetHeight / 2 < middle).length
}

function scrollerOf(element: Element | null): Element | null {
  for (let box = element?.parentElement ?? null; box; box = box.parentElement) {
    if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY)) return box
  }
  return document.scrollingElement
}

/** Scrolls while the pointer is near an edge. Returns whether it scrolled. */
function scrollAt(scroller: Element, y: number): boolean {
  const { top, bottom } = scroller.getBoundingClientRect()
  const [upper, lower] = [Math.max(top, 0), Math.min(bottom, innerHeight)]
  const step = y < upper + 40 ? -8 : y > lower - 40 ? 8 : 0
  const scroll_before = scroller.scrollTop
  if (step !== 0) scroller.scrollBy(0, step)
  return scroller.scrollTop !== scroll_before
}

/** Animates rows that changed their position. */
function useSettling(list: RefObject<HTMLElement | null>, keys: readonly Key[], dragged: Key | null) {
  const tops = useRef(new Map<Key, number>())
  useLayoutEffect(() => {
    const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    const rows = [...(list.current?.children ?? [])] as HTMLElement[]
    for (const [index, key] of keys.entries()) {
      const top_before = tops.current.get(key)
      const now = rows[index]!.offsetTop
      tops.current.set(key, now)
      if (reducesMotion || key === dragged || top_before === undefined || top_before === now) continue
      rows[index]!.animate([{ transform: `translateY(${top_before - now}px)` }, { transform: 'none' }], {
        duration: 160,
        easing: 'ease-out',
      })
    }
  })
}
