/** The saved views of a list: an address under a name, for oneself or for everyone who may open the list. */
import { useState } from 'react'
import { lazyPart } from './ui/lazy-part.tsx'
import { MenuButton } from './ui/menu.tsx'
import { useNarrow } from './use-narrow.ts'
import type { ViewsProps } from './views.tsx'

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
