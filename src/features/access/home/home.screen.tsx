import { Fragment, useCallback, useEffect, useState } from 'react'
import { isHeadOffice } from '#contract/person.ts'
import { usePreference } from '#web/list/use-preference.ts'
import { useRights, type Rights } from '#web/session/rights.ts'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Invisible } from '#web/ui/layout/invisible.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { sales_views } from '#features/reports/sales-chart/sales-chart.contract.ts'
import { baseStorePage } from '#features/tickets/pages.contract.ts'
import { Dashboard } from './dashboard.screen.tsx'
import type { Queue } from './queue.screen.tsx'
import { useQueues } from './queues.screen.tsx'
import { WaitingPanel } from './waiting-panel.screen.tsx'

const names = {
  waiting: 'Đang chờ bạn',
  alarms: 'Cảnh báo',
  today: 'Kinh doanh trong ngày',
  account: 'Tài khoản của bạn',
} as const

const Alarms = lazyPart(() => import('./alarms.screen.tsx'))
const FirstDay = lazyPart(() => import('./first-day.screen.tsx'))
const News = lazyPart(() => import('./news.screen.tsx'))
const TryNow = lazyPart(() => import('./try-now.screen.tsx'))
const OwnAccount = lazyPart(() => import('./own-account.screen.tsx'), {
  meanwhile: (
    <Panel title={names.account}>
      <Skeleton lines={3} />
    </Panel>
  ),
})
const Arrange = lazyPart(() => import('./arrange.screen.tsx'), { mountWhen: ({ open }) => open })

type CardKey = keyof typeof names

export default function HomeScreen() {
  const rights = useRights()
  const queues = useQueues(rights)
  const [arranging, setArranging] = useState(false)
  const [preference, setPreference] = usePreference({ name: 'home' }, null)
  const possible = (Object.keys(names) as CardKey[]).filter((key) => isPossible(key, rights, queues))
  const visible = preference.columns
    ? preference.columns.filter((key): key is CardKey => possible.includes(key as CardKey))
    : possible
  const cards = [...visible, ...possible.filter((key) => !visible.includes(key))].map((key) => ({
    key,
    name: names[key],
  }))
  const isNew = isHeadOffice(rights.me) && rights.can(baseStorePage.add)
  const hintNames = [...(isNew ? ['firstDay'] : []), 'tryNow', 'news']
  const { isComplete, late, arrive } = useArrivals([...hintNames, ...visible.filter(isAwaited)])
  const hints = (
    <>
      {isNew && <FirstDay onArrived={arrive} />}
      <TryNow onArrived={arrive} />
      <News onArrived={arrive} />
    </>
  )
  // Nobody knows how high they are before they have come, if they come at all.
  const areHintsBelow = hintNames.some((name) => late.includes(name))
  const partOf = (key: CardKey) => {
    if (key === 'waiting') return <WaitingPanel queues={queues} onArrived={arrive} />
    if (key === 'alarms') return <Alarms onArrived={arrive} />
    return key === 'today' ? <Dashboard onArrived={arrive} /> : <OwnAccount title={names.account} />
  }
  return (
    <Stack gap={3}>
      <PageHeader
        title={`Xin chào, ${rights.me.full_name}`}
        subtitle={todayText()}
        actions={<IconButton icon="settings" label="Sắp xếp trang chủ" bordered onClick={() => setArranging(true)} />}
      />
      {!isComplete && (
        <Panel>
          <Skeleton lines={9} />
        </Panel>
      )}
      <Invisible unless={isComplete}>
        <Stack gap={3}>
          {!areHintsBelow && hints}
          {rights.menu.length <= 1 && (
            <Text tone="muted">Bạn chưa được cấp quyền vào trang nào. Hãy liên hệ quản trị viên.</Text>
          )}
          {visible.map((key, index) =>
            key === 'waiting' && visible[index + 1] === 'alarms' ? (
              <Split key={key} side="right" aside={partOf('alarms')}>
                {partOf(key)}
              </Split>
            ) : (
              !(key === 'alarms' && visible[index - 1] === 'waiting') && <Fragment key={key}>{partOf(key)}</Fragment>
            ),
          )}
          {areHintsBelow && hints}
        </Stack>
      </Invisible>
      <Arrange
        open={arranging}
        onClose={() => setArranging(false)}
        cards={cards}
        shown={visible}
        onChange={(columns) => setPreference({ ...preference, columns })}
      />
    </Stack>
  )
}

/** Longer than this, nothing is kept back for a part that is still loading. */
const max_wait_ms = 2_000

/** The other parts are as high before they have loaded. */
const isAwaited = (key: CardKey) => key !== 'account'

interface Arrivals {
  /** If each part were shown as it came, it would move what a person is about to click. Stays true. */
  isComplete: boolean
  /** Those that were not there when the wait ended. */
  late: readonly string[]
  arrive: (part: string) => void
}

/** Whether these parts have arrived, or have been waited for long enough. */
function useArrivals(parts: readonly string[]): Arrivals {
  const [arrived, setArrived] = useState<readonly string[]>([])
  const [isOver, setOver] = useState(false)
  const [late, setLate] = useState<readonly string[] | null>(null)
  if (late === null && (isOver || parts.every((part) => arrived.includes(part))))
    setLate(parts.filter((part) => !arrived.includes(part)))
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), max_wait_ms)
    return () => clearTimeout(timer)
  }, [])
  const arrive = useCallback((part: string) => setArrived((all) => [...all, part]), [])
  return { isComplete: late !== null, late: late ?? [], arrive }
}

function isPossible(key: CardKey, { can }: Rights, queues: readonly Queue[]): boolean {
  if (key === 'waiting') return queues.length > 0
  return key !== 'today' || can(sales_views)
}

function todayText(): string {
  return new Intl.DateTimeFormat('vi-VN', { dateStyle: 'full', timeZone: 'Asia/Ho_Chi_Minh' }).format(Date.now())
}
