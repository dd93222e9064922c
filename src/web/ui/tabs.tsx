import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { groupedNumber } from './number-text.ts'
import css from './tabs.module.css'

export type Tab<T extends string> = { value: T; label: string; count?: number; content?: ReactNode }

export type TabsProps<T extends string> = {
  value: T
  onChange: (value: T) => void
  tabs: readonly Tab<T>[]
  'aria-label'?: string
}

/** Only the open tab's content is in the page. */
export function Tabs<T extends string>({ value, onChange, tabs, ...rest }: TabsProps<T>) {
  return (
    <Base.Root value={value} onValueChange={(next: T) => onChange(next)} className={css.root}>
      <Base.List className={css.list} {...rest}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={css.tab}>
            {tab.label}
            {tab.count !== undefined && <span className={css.count}>{groupedNumber(tab.count)}</span>}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className={css.panel}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
