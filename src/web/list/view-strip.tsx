/** The saved views of a list, an address under a name each: as tabs, and in a menu what can be done with them. */
import { useState } from 'react'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { MenuButton } from '#web/ui/action/menu.tsx'
import type { TabLink } from '#web/ui/action/tab-links.tsx'
import type { ViewsProps } from './views.tsx'

// After the first rows, unless someone is faster.
const Views = lazyPart(() => import('./views.tsx'), {
  wanted: ({ list, menu }: ViewsProps) => list.phase !== 'loading' || menu !== null,
})

const TabLinks = lazyPart(() => import('#web/ui/action/tab-links.tsx'))

const noViews: readonly TabLink[] = []

export function ViewStrip({ list, address }: Pick<ViewsProps, 'list' | 'address'>) {
  const [name, setName] = useState<string>()
  const [views, setViews] = useState(noViews)
  const all = { key: 'all', label: 'Tất cả', query: '', isCurrent: address.query === '' }
  return (
    <>
      {views.length > 0 && <TabLinks label="Chế độ xem đã lưu" links={[all, ...views]} onOpen={address.open} />}
      <MenuButton icon="star" label={name ?? 'Chế độ xem'} align="start">
        {(menu) => <Views list={list} address={address} menu={menu} onName={setName} onViews={setViews} />}
      </MenuButton>
    </>
  )
}
