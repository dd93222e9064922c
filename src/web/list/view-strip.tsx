/** The saved views of a list (addresses with a name), as tabs, and the menu that manages them. */
import { useState } from 'react'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { MenuButton } from '#web/ui/action/menu.tsx'
import type { TabLink } from '#web/ui/action/tab-links.tsx'
import type { ViewsProps } from './views.tsx'

// Loaded after the first rows, or when the menu is opened earlier.
const Views = lazyPart(() => import('./views.tsx'), {
  mountWhen: ({ list, menu }: ViewsProps) => list.phase !== 'loading' || menu !== null,
})

const TabLinks = lazyPart(() => import('#web/ui/action/tab-links.tsx'))

const no_views: readonly TabLink[] = []

export function ViewStrip({ list, address }: Pick<ViewsProps, 'list' | 'address'>) {
  const [name, setName] = useState<string>()
  const [views, setViews] = useState(no_views)
  const all = { key: 'all', label: 'Tất cả', query: '', isCurrent: address.query === '' }
  return (
    <>
      {views.length > 0 && <TabLinks label="Chế độ xem đã lưu" links={[all, ...views]} onOpen={address.open} />}
      <MenuButton icon="star" label={name ?? 'Chế độ xem'} align="start" preload={Views.preload}>
        {(menu) => <Views list={list} address={address} menu={menu} onName={setName} onViews={setViews} />}
      </MenuButton>
    </>
  )
}
