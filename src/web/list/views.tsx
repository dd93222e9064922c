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
  const answer = useRead(listView.list, { list_name }, { fresh_ms: 60_000 })
  const [opened_id, setOpenedId] = useState<number | null>(null)
  const [edited, setEdited] = useState<'none' | 'new' | View>('none')
  const views = answer.data?.items ?? []
  const current = currentOf(views, opened_id, query)
  const changed = current !== undefined && current.query !== query
  const name = current && `${current.view_name}${changed ? ' (đã thay đổi)' : ''}`
  useEffect(() => onName(name), [onName, name])
  const links = JSON.stringify(
    views.map((view) => ({
      key: view.list_view_id,
      label: view.view_name,
      query: view.query,
      isCurrent: view === current,
      isChanged: view === current && changed,
    })),
  )
  // Compared as text, so that the effect runs only when the content changes.
  useEffect(() => onViews(JSON.parse(links) as TabLink[]), [onViews, links])

  const ownItems = useOwnItems(query, setEdited)
  const viewItem = (view: View): MenuItem => ({
    label: view.view_name,
    checked: view === current && !changed,
    ...(view.is_mine ? view.shared && { hint: 'Dùng chung' } : { hint: `Của ${view.created_by_name}` }),
    onSelect: () => {
      setOpenedId(view.list_view_id)
      open(view.query)
    },
  })
  const ownViews = views.filter((view) => view.is_mine)
  const sharedViews = views.filter((view) => !view.is_mine)
  const items: MenuItem[] = [
    ...(ownViews.length > 0 ? [{ group: 'Chế độ xem của tôi' }, ...ownViews.map(viewItem)] : []),
    ...(sharedViews.length > 0 ? [{ group: 'Dùng chung' }, ...sharedViews.map(viewItem)] : []),
    { group: '' },
    { label: 'Lưu chế độ xem…', icon: 'plus', onSelect: () => setEdited('new') },
    ...(current?.is_mine ? ownItems(current) : []),
  ]

  return (
    <>
      {menu && <MenuPopup {...menu} items={items} />}
      {edited !== 'none' && (
        <ViewDialog
          list_name={list_name}
          query={query}
          view={edited === 'new' ? null : edited}
          keywordLeftOut={isSensitiveKeyword(list.state.keyword)}
          onClose={() => setEdited('none')}
          onSaved={(saved) => setOpenedId(saved.list_view_id)}
        />
      )}
    </>
  )
}

/** The menu items that change a view of the person's own. */
function useOwnItems(query: string, edit: (view: View) => void): (view: View) => MenuItem[] {
  const update = useAct(listView.update, { success: ({ view_name }) => `Đã cập nhật chế độ xem “${view_name}”.` })
  const remove = useAct(listView.delete, { success: 'Đã xóa chế độ xem.' })
  return (view) => {
    const { list_view_id, version, view_name, shared } = view
    const quotedName = `“${view_name}”`
    return [
      ...menuItemsOf([
        {
          call: listView.update,
          label: `Cập nhật ${quotedName}`,
          icon: 'check',
          run: () => update.mutate({ list_view_id, version, view_name, shared, query }),
          whyNot: view.query === query && 'Bộ lọc chưa có thay đổi nào.',
        },
      ]),
      { label: 'Đổi tên, dùng chung…', icon: 'pencil', onSelect: () => edit(view) },
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
}

/** The view whose query the address has, else the one opened last, as changed since; none when no filter is set. */
function currentOf(views: readonly View[], opened_id: number | null, query: string): View | undefined {
  const openedView = views.find((view) => view.list_view_id === opened_id)
  if (openedView?.query === query) return openedView
  return views.find((view) => view.query === query) ?? (query === '' ? undefined : openedView)
}
