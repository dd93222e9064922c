/** The menu pages that the person visited last in this browser, which the palette offers first. */
import { remember, remembered } from '#web/layout/preference.ts'
import { userId } from '#web/session/session.ts'

const max_pages = 6
const storageName = () => `visited:${userId() ?? ''}`

/** Addresses, the newest first. */
export function visited(): string[] {
  return (remembered(storageName()) ?? '').split(' ').filter(Boolean)
}

/** Adds a visited page. */
export function rememberVisit(url: string) {
  const otherUrls = visited().filter((other) => other !== url)
  remember(storageName(), [url, ...otherUrls].slice(0, max_pages).join(' '))
}
