/** Reads the saved views of a list, renders their menu, and reports tabs and current name to ViewStrip. */
import { useEffect, useState } from 'react'
import { listView } from '#contract/web-calls/list-view.ts'
import { menuItemsOf, useAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { isSensitiveKeyword } from './list-state.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import type { MenuItem, OpenMenu } from '#web/ui/action/menu-item.ts'
import { MenuPopup } from '#web/ui/action/menu.tsx'
import type { View } from './view-dialog.tsx'
import type { TabLink } from '#web/ui/action/tab-links.tsx'
import type { List } from './use-list.ts'

export interface ViewsProps {
  list: List
  address: NonNullable<List['address']>
  menu: OpenMenu | null
  /** Called with the name of the current view; undefined where the address is none. */
  onName: (name: string | undefined) => void
  /** Called with the views, which are shown as tabs. */
  onViews: (views: readonly TabLink[]) => void
}

const ViewDialog = lazyPart(() => import('./view-dialog.tsx'))

export default function Views({ list, address: { query, open }, menu, onName, onViews }: ViewsProps) {
  const list_name = list.call.name
  const views = useRead(listView.list, { list_name }, { fresh: 60_000 })
  const [chosen, setChosen] = useState<number | null>(null)
  const [editing, setEditing] = useState<'none' | 'new' | View>('none')
  const update = useAct(listView.update, { success: ({ view_name }) => `Đã cập nhật chế độ xem “${view_name}”.` })
  const remove = useAct(listView.delete, { success: 'Đã xóa chế độ xem.' })
  const all = views.data?.items ?? []
  const view = currentOf(all, chosen, query)
  const changed = view !== undefined && view.query !== query
  const name = view && `${view.view_name}${changed ? ' (đã thay đổi)' : ''}`
  useEffect(() => onName(name), [onName, name])
  const links = JSON.stringify(
    all.map((one) => ({
      key: one.list_view_id,
      label: one.view_name,
      query: one.query,
      isCurrent: one === view,
      isChanged: one === view && changed,
    })),
  )
  // Compared as text, so that the effect runs only when the content changes.
  useEffect(() => onViews(JSON.parse(links) as TabLink[]), [onViews, links])

  const viewItem = (one: View): MenuItem => ({
    label: one.view_name,
    checked: one === view && !changed,
    ...(one.is_mine ? one.shared && { hint: 'Dùng chung' } : { hint: `Của ${one.created_by_name}` }),
    onSelect: () => {
      setChosen(one.list_view_id)
      open(one.query)
    },
  })
  const ownViews = all.filter((one) => one.is_mine)
  const sharedViews = all.filter((one) => !one.is_mine)
  const items: MenuItem[] = [
    ...(ownViews.length > 0 ? [{ group: 'Chế độ xem của tôi' }, ...ownViews.map(viewItem)] : []),
    ...(sharedViews.length > 0 ? [{ group: 'Dùng chung' }, ...sharedViews.map(viewItem)] : []),
    { group: '' },
    { label: 'Lưu chế độ xem…', icon: 'plus', onSelect: () => setEditing('new') },
    ...(view?.is_mine ? ownItems(view) : []),
  ]

  function ownItems({ list_view_id, version, view_name, shared }: View): MenuItem[] {
    const quotedName = `“${view_name}”`
    return [
      ...menuItemsOf([
        {
          call: listView.update,
          label: `Cập nhật ${quotedName}`,
          icon: 'check',
          run: () => update.mutate({ list_view_id, version, view_name, shared, query }),
          whyNot: !changed && 'Bộ lọc chưa có thay đổi nào.',
        },
      ]),
      { label: 'Đổi tên, dùng chung…', icon: 'pencil', onSelect: () => setEditing(view!) },
      ...menuItemsOf([
        {
          call: listView.delete,
          label: `Xóa ${quotedName}`,
          icon: 'trash',
          danger: true,
          run: () => remove.mutate({ list_view_id }),
          confirm: {
            message: shared
              ? `Xóa chế độ xem ${quotedName}? Những người khác cũng sẽ không còn thấy nó.`
              : `Xóa chế độ xem ${quotedName}?`,
            confirmLabel: 'Xóa',
          },
        },
      ]),
    ]
  }

  return (
    <>
      {menu && <MenuPopup {...menu} items={items} />}
      {editing !== 'none' && (
        <ViewDialog
          list_name={list_name}
          query={query}
          view={editing === 'new' ? null : editing}
          keywordLeftOut={isSensitiveKeyword(list.state.keyword)}
          onClose={() => setEditing('none')}
          onSaved={(saved) => setChosen(saved.list_view_id)}
        />
      )}
    </>
  )
}

/** The view whose query the address has, else the one opened last, as changed since; none when no filter is set. */
function currentOf(views: readonly View[], chosen: number | null, query: string): View | undefined {
  const lastView = views.find((view) => view.list_view_id === chosen)
  if (lastView?.query === query) return lastView
  return views.find((view) => view.query === query) ?? (query === '' ? undefined : lastView)
}
