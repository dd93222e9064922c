/** The saved views of a list: an address under a name, for oneself or for everyone who may open the list. */
import { useState } from 'react'
import { lazyPart } from './ui/lazy-part.tsx'
import type { OpenMenu } from './ui/menu-item.ts'
import { MenuButton } from './ui/menu.tsx'
import type { List } from './use-list.ts'
import { useNarrow } from './use-narrow.ts'

export interface ViewsProps {
  list: List
  address: NonNullable<List['address']>
  menu: OpenMenu | null
  /** Hears what the view that is shown is called; undefined where it is none. */
  onName: (name: string | undefined) => void
}

// After the first rows, unless someone is faster.
const Views = lazyPart(() => import('./views.tsx'), {
  wanted: ({ list, menu }: ViewsProps) => list.phase !== 'loading' || menu !== null,
})

export function ViewsMenu(props: Pick<ViewsProps, 'list' | 'address'>) {
  const [name, setName] = useState<string>()
  return (
    <MenuButton icon="star" text={!useNarrow()} bordered label={name ?? 'Chế độ xem'}>
      {(menu) => <Views {...props} menu={menu} onName={setName} />}
    </MenuButton>
  )
}
