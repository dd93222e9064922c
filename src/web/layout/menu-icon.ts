import type { IconName } from '#web/ui/icon/icon-names.ts'

/** The icon of a menu line. A name that the set does not know is drawn as a page like any other, by app-icons.css. */
export function menuIcon({ page_icon }: { page_icon: string }): IconName {
  return page_icon as IconName
}
