/** Finds screens of the person's menu by the words of their title, heading and address, for the palette (Ctrl+K). */
import { fold } from '#contract/fold.ts'
import type { MenuItem } from '#web/session/rights.ts'

export interface Screen {
  item: MenuItem
  /** The heading of the page in the menu. */
  heading: string
}

/** All screens of a menu. */
export function screensOf(menu: readonly MenuItem[]): Screen[] {
  const headings = new Map(menu.map(({ id, page_name }) => [id, page_name]))
  return menu
    .filter(({ page_url }) => page_url !== '')
    .map((item) => ({ item, heading: headings.get(item.parent_id) ?? '' }))
}

/** The screens that contain every typed word: first those whose title starts with the text, then those whose title has all words. */
export function findScreens(screens: readonly Screen[], typed: string): Screen[] {
  const query = fold(typed.replaceAll(/[/-]/g, ' '))
  if (query === '') return []
  const words = query.split(' ')
  const rank = ({ item }: Screen) => {
    const title = fold(item.page_name)
    return title.startsWith(query) ? 0 : words.every((word) => title.includes(word)) ? 1 : 2
  }
  return screens
    .filter(({ item, heading }) => {
      const text = fold(`${item.page_name} ${heading} ${item.page_url.replaceAll(/[/-]/g, ' ')}`)
      return words.every((word) => text.includes(word))
    })
    .toSorted((one, other) => rank(one) - rank(other))
}

const max_recent = 5

/** The screens shown before anything is typed: recently visited ones, then the others in the menu's order. */
export function initialScreens(screens: readonly Screen[], visited: readonly string[], now: string) {
  const recentPages = visited
    .filter((url) => url !== now)
    .flatMap((url) => screens.find(({ item }) => item.page_url === url) ?? [])
    .slice(0, max_recent)
  return { recent: recentPages, others: screens.filter((screen) => !recentPages.includes(screen)) }
}
