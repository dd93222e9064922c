import { iconNames, type IconName } from '#web/ui/icon-names.ts'

/** The icon of a menu line; a name that the set does not know is a page like any other. */
export function menuIcon({ page_icon }: { page_icon: string }): IconName {
  return (iconNames as readonly string[]).includes(page_icon) ? (page_icon as IconName) : 'document'
}
