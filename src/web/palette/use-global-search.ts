/** What Ctrl+K shows for what is typed: screens at once, records when the server has answered. */
import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { matchIn } from '#contract/fold.ts'
import { recordSearch, shortestKeyword } from '#contract/web-calls/search.ts'
import { useRead } from '#web/call/api.ts'
import { phoneText } from '#web/value/format.ts'
import { menuIcon } from '#web/layout/menu-icon.ts'
import { isDark, useTheme } from '#web/layout/use-theme.ts'
import { isSensitiveKeyword } from '#web/list/list-state.ts'
import { findScreens, screensOf, usualScreens, type Screen } from './palette-screens.ts'
import type { MenuItem } from '#web/session/rights.ts'
import type { IconName } from '#web/ui/icon/icon-names.ts'
import { beginOn } from './begin.ts'
import { recentRecords } from './recent-records.ts'
import { visited } from './visited.ts'

export interface SearchHit {
  key: string
  label: string
  detail: string
  icon: IconName
  open: () => void
  /** Found for an earlier keyword: stays until the answer for this one is there. */
  old: boolean
}

export interface SearchGroup {
  value: string
  items: readonly SearchHit[]
}

export interface GlobalSearch {
  groups: readonly SearchGroup[]
  /** The records for what is typed are not there yet. */
  waiting: boolean
  failed: string | null
}

type Records = AnswerOf<typeof recordSearch.find>[number]

export function useGlobalSearch(menu: readonly MenuItem[], typed: string, onOpen: () => void): GlobalSearch {
  const router = useRouter()
  const { history, navigate, state } = router
  const screens = useMemo(() => screensOf(menu), [menu])
  const keyword = typed.normalize('NFC').trim()
  const searched = useDebounced(keyword)
  const isSearched = searched.length >= shortestKeyword
  const answer = useRead(recordSearch.find, { keyword: searched }, { enabled: isSearched, keep: true })
  const { isPending, isPlaceholderData, error } = answer
  const waiting = searched !== keyword || (isSearched && (isPending || isPlaceholderData))

  const find = (key: string, label: string, detail: string, icon: IconName, open: () => void): SearchHit => ({
    key,
    label,
    detail,
    icon,
    old: false,
    open: () => {
      onOpen()
      open()
    },
  })
  const screen = ({ item, heading }: Screen) =>
    find(item.page_url, item.page_name, heading, menuIcon(item), () => history.push(item.page_url))
  // A phone number stays out of the address, as it does in the list itself.
  const filtered = isSensitiveKeyword(searched) ? { state: { keyword: searched } } : { search: { keyword: searched } }
  const records = ({ page_url, page_name, items, more }: Records): SearchGroup => {
    const icon = menuIcon(menu.find((item) => item.page_url === page_url) ?? { page_icon: '' })
    const found = items.map(({ label, detail, phone_number, url }) => {
      const detailWithPhone = phone_number ? `${detail} · ${phoneText(phone_number)}` : detail
      return find(url, label, detailWithPhone, icon, () => history.push(url))
    })
    const all = find(`${page_url}?`, `Xem tất cả ở ${page_name}`, '', 'arrow-right', () => {
      void navigate({ to: page_url, ...filtered } as never)
    })
    return { value: page_name, items: [...found, ...(more ? [all] : [])].map((one) => ({ ...one, old: waiting })) }
  }

  const seen = visited()
  const acts = useActs()
    // Before anything is typed, those of the pages that the person is on.
    .filter(({ label, of }) => (keyword === '' ? of === null || seen.includes(of) : matchIn(label, keyword)))
    .map(({ label, detail, icon, run }) => find(`act ${label}`, label, detail, icon, run))
  const opened = recentRecords()
    .filter(({ url }) => url !== state.location.href)
    .map(({ title, url }) => find(`record ${url}`, title, 'Vừa xem', 'history', () => history.push(url)))

  const usual = usualScreens(screens, seen, state.location.pathname)
  const groups =
    keyword === ''
      ? [
          { value: 'Mở gần đây', items: usual.recent.map(screen) },
          { value: 'Bản ghi vừa xem', items: opened.slice(0, most_records) },
          { value: 'Việc', items: acts },
          { value: 'Trang', items: usual.others.map(screen) },
        ]
      : [
          { value: 'Trang', items: findScreens(screens, keyword).map(screen) },
          { value: 'Việc', items: acts },
          ...(keyword.length >= shortestKeyword && isSearched ? (answer.data ?? []).map(records) : []),
        ]
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    waiting,
    failed: isSearched && error ? error.message : null,
  }
}

interface Act {
  /** The address of the page to which it belongs; null for those of every page. */
  of: string | null
  label: string
  detail: string
  icon: IconName
  run: () => void
}

/** What can be begun from anywhere: what the features bring, for whoever has the right, and the kit's own switch. */
function useActs(): Act[] {
  const router = useRouter()
  const [theme, setTheme] = useTheme()
  const { data = [] } = useRead(recordSearch.quickActs, {}, { fresh: Infinity })
  const next = isDark(theme) ? 'light' : 'dark'
  return [
    ...data.map(({ label, page_url, page_name }) => ({
      of: page_url,
      label,
      detail: page_name,
      icon: 'plus' as const,
      run: () => beginOn(router, page_url),
    })),
    {
      of: null,
      label: 'Chuyển sáng/tối',
      detail: next === 'dark' ? 'Dùng giao diện tối' : 'Dùng giao diện sáng',
      icon: next === 'dark' ? 'moon' : 'sun',
      run: () => setTheme(next),
    },
  ]
}

const most_records = 5
const pause = 200

/** The text once nobody has changed it for a moment. */
function useDebounced(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(setRested, pause, text)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
