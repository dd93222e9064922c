import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { centre } from '#web/ui/base/centre.ts'
import { groupedNumber } from '#web/ui/field/number-text.ts'
import css from './tabs.module.css'

export type Tab<T extends string> = { value: T; label: string; count?: number; content?: ReactNode }

export type TabsProps<T extends string> = {
  value: T
  onChange: (value: T) => void
  tabs: readonly Tab<T>[]
  'aria-label'?: string
}

/**
 * Only the open tab's content is in the page. Arrows move between the tabs, Enter or Space opens one: what a tab shows
 * may have to be fetched first.
 */
export function Tabs<T extends string>({ value, onChange, tabs, ...rest }: TabsProps<T>) {
  const id = useId()
  const strip = useRef<HTMLDivElement>(null)
  const place = tabs.findIndex((tab) => tab.value === value)
  const open = tabs[place]
  // On a phone the strip is wider than the window.
  useLayoutEffect(() => centre(strip.current, strip.current?.children[place]), [place])
  return (
    <div className={css.root}>
      {/* The tabs take the focus; one listener here handles their arrow keys. */}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div ref={strip} role="tablist" className={css.list} {...rest} onKeyDown={moveFocus}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            className={css.tab}
            onClick={() => tab.value !== value && onChange(tab.value)}
          >
            {tab.label}
            {tab.count !== undefined && <span className={css.count}>{groupedNumber(tab.count)}</span>}
          </button>
        ))}
      </div>
      {open && (
        <div
          key={value}
          role="tabpanel"
          id={`${id}panel`}
          aria-labelledby={`${id}${value}`}
          tabIndex={0}
          className={css.panel}
        >
          {open.content}
        </div>
      )}
    </div>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const index = tabs.indexOf(event.target as HTMLElement)
  const targets: Record<string, number> = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }
  const target = targets[event.key]
  if (target === undefined || index < 0) return
  event.preventDefault()
  tabs[(target + tabs.length) % tabs.length]!.focus()
}
