/** Which pages of the menu this person had open last in this browser, for Ctrl+K to offer them first. */
import { remember, remembered } from '#web/layout/preference.ts'
import { userId } from '#web/session/session.ts'

const most = 6
const nameOf = () => `visited:${userId() ?? ''}`

/** Addresses, the newest first. */
export function visited(): string[] {
  return (remembered(nameOf()) ?? '').split(' ').filter(Boolean)
}

export function rememberVisit(url: string) {
  const others = visited().filter((one) => one !== url)
  remember(nameOf(), [url, ...others].slice(0, most).join(' '))
}
