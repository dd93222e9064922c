/** The bell in the top bar: the number of unread notifications, and the drawer that shows them. */
import { useEffect, useRef, useState } from 'react'
import { navigate } from '#web/route/location.ts'
import { useRead } from '#web/call/api.ts'
import { counting } from '#web/call/counting.ts'
import { usePreference } from '#web/layout/preference.ts'
import type { WaitingCounts } from '#web/layout/menu.tsx'
import { notifyDesktop, useChime } from '#web/live/attention.ts'
import { useLive } from '#web/live/reads.ts'
import type { MenuItem } from '#web/session/rights.ts'
import { BellButton } from '#web/ui/action/bell-button.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { notifications, type NotificationRow } from './notification.contract.ts'
import type { PanelProps } from './notification-panel.screen.tsx'
import { textOfNotification } from './notification-text.rules.ts'

const Panel = lazyPart(() => import('./notification-panel.screen.tsx'), { mountWhen: ({ open }: PanelProps) => open })

export interface BellProps {
  /** The page has loaded its first data. */
  isIdle: boolean
  waiting: WaitingCounts
  menu: readonly MenuItem[]
}

export default function Bell({ waiting, menu }: BellProps) {
  useLive()
  const [open, setOpen] = useState(false)
  const { data } = useRead(notifications.unread, {}, counting)
  const [sounds, setSounds] = usePages('sound_pages')
  const [telling, setTelling] = usePreference('tell_by_browser', '')
  useChime(waiting, sounds)
  useTelling(data?.newest ?? null, telling !== '')
  return (
    <>
      <BellButton count={data?.unread ?? 0} open={open} onClick={() => setOpen(true)} />
      <Panel
        open={open}
        onClose={() => setOpen(false)}
        // Sounds are offered only where something can come to wait for the person.
        queues={menu.filter(({ page_url }) => page_url in waiting)}
        sounds={sounds}
        onSounds={setSounds}
        isTelling={telling !== ''}
        onTelling={(isOn) => setTelling(isOn ? 'yes' : '')}
      />
    </>
  )
}

/** The pages' addresses, stored in this browser. */
function usePages(name: string): [readonly string[], (pages: readonly string[]) => void] {
  const [preference, setPreference] = usePreference(name, '')
  const [pages, setPages] = useState(() => preference.split(' ').filter(Boolean))
  return [
    pages,
    (next) => {
      setPages([...next])
      setPreference(next.join(' '))
    },
  ]
}

/** New notifications while the page is open are also shown by the browser, once. */
function useTelling(newest: NotificationRow | null, isOn: boolean) {
  const last = useRef<number | null>(null)
  useEffect(() => {
    const id = newest?.notification_id ?? 0
    const is_news = last.current !== null && id > last.current
    last.current = Math.max(last.current ?? 0, id)
    if (!isOn || !is_news || !newest) return
    notifyDesktop(newest.title, textOfNotification(newest), () => {
      navigate({ to: newest.url, search: newest.search })
    })
  }, [newest, isOn])
}
