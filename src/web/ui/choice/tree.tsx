/** A tree whose branches are drawn, and so loaded, only when they are opened. Its items can be ticked. */
import { createContext, type KeyboardEvent, type ReactNode, use, useEffect, useRef, useState } from 'react'
import type { WhyNot } from '#web/ui/action/button.tsx'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { Icon } from '#web/ui/icon/icon.tsx'
import css from './tree.module.css'

const Level = createContext(1)

/** The frame of TreeItems: one of them has the focus, and arrow keys, Home and End move it. */
export function Tree({ label, children }: { label: string; children: ReactNode }) {
  const tree = useRef<HTMLUListElement>(null)
  // The way in, until an item has been visited.
  useEffect(() => {
    const items = itemsOf(tree.current!)
    if (items[0] && !items.some((item) => item.tabIndex === 0)) items[0].tabIndex = 0
  })
  return (
    <ul ref={tree} role="tree" aria-label={label} aria-multiselectable className={css.tree} onKeyDown={moveByKeys}>
      {children}
    </ul>
  )
}

export type TreeItemProps = {
  label: ReactNode
  /** At the far end: how much hangs on it. */
  aside?: ReactNode
  checked: boolean
  /** Some of what hangs on it is ticked. */
  indeterminate?: boolean
  onCheck: (checked: boolean) => void
  /** Why it cannot be ticked by itself. */
  whyNot?: WhyNot
  /** Renders the child TreeItems when the item is opened. Without it the item is a leaf. */
  branch?: () => ReactNode
}

/** A line of a Tree with its checkbox. Space and Enter tick it; opening and ticking do not depend on each other. */
export function TreeItem({ label, aside, checked, indeterminate = false, onCheck, whyNot, branch }: TreeItemProps) {
  const level = use(Level)
  const [open, setOpen] = useState(false)
  const check = () => !whyNot && onCheck(!checked)

  function keyDown(event: KeyboardEvent<HTMLLIElement>) {
    // Keys that were pressed further down have been answered there.
    if (event.target !== event.currentTarget) return
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      check()
    } else if (branch && ((event.key === 'ArrowRight' && !open) || (event.key === 'ArrowLeft' && open))) {
      event.preventDefault()
      event.stopPropagation()
      setOpen(!open)
    }
  }
  return (
    <li
      role="treeitem"
      tabIndex={-1}
      aria-level={level}
      aria-checked={indeterminate ? 'mixed' : checked}
      aria-disabled={whyNot ? true : undefined}
      aria-expanded={branch && open}
      className={css.item}
      onKeyDown={keyDown}
      onFocus={makeEntry}
    >
      <div className={css.row} data-tip={whyNot || undefined}>
        {branch ? (
          // The item itself is what the keyboard opens.
          <button type="button" tabIndex={-1} aria-hidden className={css.twist} onClick={() => setOpen(!open)}>
            <Icon name={open ? 'chevron-down' : 'chevron-right'} />
          </button>
        ) : (
          <span className={css.twist} />
        )}
        <Checkbox
          tabIndex={-1}
          aria-hidden
          checked={checked}
          indeterminate={indeterminate}
          onChange={check}
          whyNot={whyNot}
        />
        {/* A click anywhere on the name ticks it, as on a label. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
        <span className={css.label} onClick={check}>
          {label}
        </span>
        {aside && <span className={css.aside}>{aside}</span>}
      </div>
      {branch && open && (
        <ul role="group" className={css.branch}>
          <Level value={level + 1}>{branch()}</Level>
        </ul>
      )}
    </li>
  )
}

/** A line of a branch that is no item: what is on its way, what went wrong, the button for more. */
export function TreeNote({ children }: { children: ReactNode }) {
  return (
    <li role="none" className={css.note}>
      {children}
    </li>
  )
}

const itemsOf = (tree: Element) => [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')]

/** Tab comes back to the item that was left. */
function makeEntry(event: { currentTarget: HTMLElement; target: EventTarget }) {
  if (event.target !== event.currentTarget) return
  const tree = event.currentTarget.closest('[role="tree"]')!
  for (const item of itemsOf(tree)) item.tabIndex = item === event.currentTarget ? 0 : -1
}

function moveByKeys(event: KeyboardEvent<HTMLUListElement>) {
  const items = itemsOf(event.currentTarget)
  const item = (event.target as HTMLElement).closest<HTMLElement>('[role="treeitem"]')
  const index = item ? items.indexOf(item) : -1
  const to = {
    ArrowDown: items[index + 1],
    ArrowUp: items[index - 1],
    ArrowRight: item?.getAttribute('aria-expanded') === 'true' ? items[index + 1] : undefined,
    ArrowLeft: item?.parentElement?.closest<HTMLElement>('[role="treeitem"]'),
    Home: items[0],
    End: items.at(-1),
  }[event.key]
  if (!to) return
  event.preventDefault()
  to.focus()
}
