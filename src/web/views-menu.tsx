/** The saved views of a list: an address under a name, for oneself or for everyone who may open the list. */
import { useState } from 'react'
import { listView } from '#features/access/list-view/list-view.contract.ts'
import { menuItemsOf, useAct } from './act.tsx'
import { useRead } from './api.ts'
import { isPrivate } from './list-state.ts'
import { lazyPart } from './ui/lazy-part.tsx'
import type { MenuItem } from './ui/menu-item.ts'
import { Menu } from './ui/menu.tsx'
import type { List } from './use-list.ts'
import { useNarrow } from './use-narrow.ts'
import type { View } from './view-dialog.tsx'

const ViewDialog = lazyPart(() => import('./view-dialog.tsx'))

interface ViewsMenuProps {
  list: List
  address: NonNullable<List['address']>
}

export function ViewsMenu({ list, address: { query, open } }: ViewsMenuProps) {
  const list_name = list.call.name
  const views = useRead(listView.list, { list_name }, { fresh: 60_000 })
  const [chosen, choose] = useState<number | null>(null)
  const [editing, edit] = useState<'none' | 'new' | View>('none')
  const update = useAct(listView.update, { done: ({ view_name }) => `Đã cập nhật chế độ xem “${view_name}”.` })
  const remove = useAct(listView.delete, { done: 'Đã xóa chế độ xem.' })
  const all = views.data?.items ?? []
  const view = currentOf(all, chosen, query)
  const changed = view !== undefined && view.query !== query

  const viewItem = (one: View): MenuItem => ({
    label: one.view_name,
    checked: one === view && !changed,
    ...(one.is_mine ? one.shared && { hint: 'Dùng chung' } : { hint: `Của ${one.created_by_name}` }),
    onSelect: () => {
      choose(one.list_view_id)
      open(one.query)
    },
  })
  const mine = all.filter((one) => one.is_mine)
  const others = all.filter((one) => !one.is_mine)
  const items: MenuItem[] = [
    ...(mine.length > 0 ? [{ group: 'Chế độ xem của tôi' }, ...mine.map(viewItem)] : []),
    ...(others.length > 0 ? [{ group: 'Dùng chung' }, ...others.map(viewItem)] : []),
    { group: '' },
    { label: 'Lưu chế độ xem…', icon: 'plus', onSelect: () => edit('new') },
    ...(view?.is_mine ? ownItems(view) : []),
  ]

  function ownItems({ list_view_id, version, view_name, shared }: View): MenuItem[] {
    const name = `“${view_name}”`
    return [
      ...menuItemsOf([
        {
          call: listView.update,
          label: `Cập nhật ${name}`,
          icon: 'check',
          run: () => update.mutate({ list_view_id, version, view_name, shared, query }),
          whyNot: !changed && 'Bộ lọc chưa có thay đổi nào.',
        },
      ]),
      { label: 'Đổi tên, dùng chung…', icon: 'pencil', onSelect: () => edit(view!) },
      ...menuItemsOf([
        {
          call: listView.delete,
          label: `Xóa ${name}`,
          icon: 'trash',
          danger: true,
          run: () => remove.mutate({ list_view_id }),
          confirm: {
            message: shared
              ? `Xóa chế độ xem ${name}? Những người khác cũng sẽ không còn thấy nó.`
              : `Xóa chế độ xem ${name}?`,
            confirmLabel: 'Xóa',
          },
        },
      ]),
    ]
  }

  return (
    <>
      <Menu
        icon="star"
        text={!useNarrow()}
        bordered
        label={view ? `${view.view_name}${changed ? ' (đã thay đổi)' : ''}` : 'Chế độ xem'}
        items={items}
      />
      {editing !== 'none' && (
        <ViewDialog
          list_name={list_name}
          query={query}
          view={editing === 'new' ? null : editing}
          keywordLeftOut={isPrivate(list.state.keyword)}
          onClose={() => edit('none')}
          onSaved={(saved) => choose(saved.list_view_id)}
        />
      )}
    </>
  )
}

/** The view that the address shows, or the one that was opened last and has been changed since; none once all filters are gone. */
function currentOf(views: readonly View[], chosen: number | null, query: string): View | undefined {
  const last = views.find((view) => view.list_view_id === chosen)
  if (last?.query === query) return last
  return views.find((view) => view.query === query) ?? (query === '' ? undefined : last)
}
