/** The results of the palette for the typed text: screens at once, records when the server has answered. */
import { useMemo } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { matchIn } from '#contract/text/match-in.ts'
import { recordSearch, min_keyword_length } from '#contract/web-calls/search.ts'
import { useRead } from '#web/call/api.ts'
import { useDebounced } from '#web/call/use-debounced.ts'
import { navigate, useLocation } from '#web/route/location.ts'
import { phoneText } from '#web/value/format.ts'
import { menuIcon } from '#web/layout/menu-icon.ts'
import { isDark, useTheme } from '#web/layout/use-theme.ts'
import { isSensitiveKeyword } from '#web/list/list-state.ts'
import { findScreens, screensOf, initialScreens, type Screen } from './palette-screens.ts'
import type { MenuItem } from '#web/session/rights.ts'
import type { IconName } from '#web/ui/icon/icon-names.ts'
import { startOn } from './start-on.ts'
import { recentRecords } from './recent-records.ts'
import { visited } from './visited.ts'

export interface SearchHit {
  key: string
  label: string
  detail: string
  icon: IconName
  open: () => void
  /** A result of the previous keyword, shown until the new answer arrives. */
  isOld: boolean
}

export interface SearchGroup {
  value: string
  items: readonly SearchHit[]
}

export interface GlobalSearch {
  groups: readonly SearchGroup[]
  /** The records for the typed text have not arrived yet. */
  waiting: boolean
  failed: string | null
}

type Records = AnswerOf<typeof recordSearch.find>[number]

export function useGlobalSearch(menu: readonly MenuItem[], typed: string, onOpen: () => void): GlobalSearch {
  const { href, pathname } = useLocation()
  const screens = useMemo(() => screensOf(menu), [menu])
  const keyword = typed.normalize('NFC').trim()
  const searchedKeyword = useDebounced(keyword)
  const isSearched = searchedKeyword.length >= min_keyword_length
  const answer = useRead(recordSearch.find, { keyword: searchedKeyword }, { enabled: isSearched, keepPrevious: true })
  const { isPending, isPlaceholderData, error } = answer
  const waiting = searchedKeyword !== keyword || (isSearched && (isPending || isPlaceholderData))

  const hit = (key: string, label: string, detail: string, icon: IconName, open: () => void): SearchHit => ({
    key,
    label,
    detail,
    icon,
    isOld: false,
    open: () => {
      onOpen()
      open()
    },
  })
  const screen = ({ item, heading }: Screen) =>
    hit(item.page_url, item.page_name, heading, menuIcon(item), () => navigate({ to: item.page_url }))
  // A phone number stays out of the address; see isSensitiveKeyword.
  const filterParams = isSensitiveKeyword(searchedKeyword)
    ? { keyword: searchedKeyword }
    : { search: { keyword: searchedKeyword } }
  const records = ({ page_url, page_name, items, more }: Records): SearchGroup => {
    const icon = menuIcon(menu.find((item) => item.page_url === page_url) ?? { page_icon: '' })
    const hits = items.map(({ label, detail, phone_number, url }) => {
      const detailWithPhone = phone_number ? `${detail} · ${phoneText(phone_number)}` : detail
      return hit(url, label, detailWithPhone, icon, () => navigate({ to: url }))
    })
    const all = hit(`${page_url}?`, `Xem tất cả ở ${page_name}`, '', 'arrow-right', () => {
      navigate({ to: page_url, ...filterParams })
    })
    return { value: page_name, items: [...hits, ...(more ? [all] : [])].map((item) => ({ ...item, isOld: waiting })) }
  }

  const urls = visited()
  const acts = useQuickActs()
    // Before anything is typed, only actions of recently visited pages.
    .filter(({ label, page_url }) =>
      keyword === '' ? page_url === null || urls.includes(page_url) : matchIn(label, keyword),
    )
    .map(({ label, detail, icon, run }) => hit(`act ${label}`, label, detail, icon, run))
  const recentlyOpened = recentRecords()
    .filter(({ url }) => url !== href)
    .map(({ title, url }) => hit(`record ${url}`, title, 'Vừa xem', 'history', () => navigate({ to: url })))

  const initial = initialScreens(screens, urls, pathname)
  const groups =
    keyword === ''
      ? [
          { value: 'Mở gần đây', items: initial.recent.map(screen) },
          { value: 'Bản ghi vừa xem', items: recentlyOpened.slice(0, max_records) },
          { value: 'Việc', items: acts },
          { value: 'Trang', items: initial.others.map(screen) },
        ]
      : [
          { value: 'Trang', items: findScreens(screens, keyword).map(screen) },
          { value: 'Việc', items: acts },
          ...(keyword.length >= min_keyword_length && isSearched ? (answer.data ?? []).map(records) : []),
        ]
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    waiting,
    failed: isSearched && error ? error.message : null,
  }
}

interface QuickAct {
  /** The page to which it belongs; null for an action of every page. */
  page_url: string | null
  label: string
  detail: string
  icon: IconName
  run: () => void
}

/** Quick actions: those of the features for which the person has the right, and the switch of the theme. */
function useQuickActs(): QuickAct[] {
  const [theme, setTheme] = useTheme()
  const { data = [] } = useRead(recordSearch.quickActs, {}, { fresh_ms: Infinity })
  const nextTheme = isDark(theme) ? 'light' : 'dark'
  return [
    ...data.map(({ label, page_url, page_name }) => ({
      page_url,
      label,
      detail: page_name,
      icon: 'plus' as const,
      run: () => startOn(page_url),
    })),
    {
      page_url: null,
      label: 'Chuyển sáng/tối',
      detail: nextTheme === 'dark' ? 'Dùng giao diện tối' : 'Dùng giao diện sáng',
      icon: nextTheme === 'dark' ? 'moon' : 'sun',
      run: () => setTheme(nextTheme),
    },
  ]
}

const max_records = 5
