import type { IconName } from '#web/ui/icon/icon-names.ts'

/** The icon of a menu item. For a name that is not in the icon set app-icons.css shows the default page icon. */
export function menuIcon({ page_icon }: { page_icon: string }): IconName {
  return page_icon as IconName
}
