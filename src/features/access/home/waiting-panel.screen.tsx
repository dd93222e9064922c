/** What waits for the person, the oldest first: how much, for how much money, and since when. */
import { day_ms } from '#contract/days.ts'
import { useCallback, useEffect, useState } from 'react'
import { moneyText } from '#contract/text/money-text.ts'
import { createLink, PageButton } from '#web/route/link.tsx'
import { useRead } from '#web/call/api.ts'
import { counting } from '#web/call/counting.ts'
import type { ListCall } from '#web/list/use-list-answer.ts'
import { lengthText } from '#web/value/ago.ts'
import { numberText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { QueueLine, QueueLines, QueueLinesSkeleton } from '#web/ui/action/queue-line.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import type { Queue } from './queue.screen.tsx'

const Line = createLink(QueueLine)
/** The number of queues shown before the panel is unfolded. */
const shown_rows = 7

interface WaitingProps {
  queues: readonly Queue[]
  onArrived: (part: string) => void
}

export function WaitingPanel({ queues, onArrived }: WaitingProps) {
  const open = queues.filter(({ total }) => total !== 0)
  const { lines, isReady, storeOldest } = useWaitingLines(queues)
  const [isUnfolded, setUnfolded] = useState(false)
  useEffect(() => {
    if (isReady) onArrived('waiting')
  }, [onArrived, isReady])
  const [oldestLine] = lines
  // The footer is there while the queues are counted, where it will probably be needed.
  const hasMore = (isReady ? lines : open).length > shown_rows
  const count = lines.reduce((sum, { tasks, total }) => sum + (tasks ?? total ?? 0), 0)
  return (
    <Panel
      flush
      title="Đang chờ bạn"
      actions={
        oldestLine && (
          <>
            <Text tone="muted" size="sm">{`${numberText(count)} việc, lâu nhất ở trên`}</Text>
            <PageButton size="sm" variant="primary" to={oldestLine.url} search={oldestLine.search}>
              Bắt đầu từ việc lâu nhất
            </PageButton>
          </>
        )
      }
      footer={
        hasMore &&
        (isReady ? (
          <Button size="sm" variant="quiet" onClick={() => setUnfolded(!isUnfolded)}>
            {isUnfolded ? 'Thu gọn' : `Xem thêm ${numberText(lines.length - shown_rows)} loại việc`}
          </Button>
        ) : (
          '\u00a0'
        ))
      }
    >
      {open.map(
        ({ title, oldest, total }) =>
          oldest && total !== undefined && <Oldest key={title} title={title} oldest={oldest} onFound={storeOldest} />,
      )}
      {!isReady && <QueueLinesSkeleton lines={Math.min(shown_rows, open.length)} />}
      {isReady && lines.length > 0 && <WaitingLines lines={isUnfolded ? lines : lines.slice(0, shown_rows)} />}
      {isReady && lines.length === 0 && (
        <EmptyState
          kind="empty"
          icon="check-circle"
          title="Không có việc nào đang chờ"
          message="Khi có phiếu cần duyệt hay tiền cần chi, việc lâu nhất đứng đầu ở đây."
        />
      )}
    </Panel>
  )
}

interface WaitingLine extends Queue {
  /** How long the oldest row has waited, in ms; null for queues that do not tell. */
  age: number | null
}

/** The queues with waiting rows, sorted by the age of the oldest one. */
function useWaitingLines(queues: readonly Queue[]) {
  const [oldest_moments, setOldestMoments] = useState<Readonly<Record<string, string | null>>>({})
  const storeOldest = useCallback(
    (title: string, moment: string | null) => setOldestMoments((stored) => ({ ...stored, [title]: moment })),
    [],
  )
  // Sorted only once all ages are known: lines that moved while loading would be pressed by mistake.
  const [isReady, setReady] = useState(false)
  const isKnown = ({ title, total, isFailed, oldest }: Queue) =>
    isFailed === true || total === 0 || (total !== undefined && (!oldest || title in oldest_moments))
  if (!isReady && queues.every(isKnown)) setReady(true)
  const lines: WaitingLine[] = queues
    .filter((queue) => queue.total !== 0 && isReady && isKnown(queue))
    .map((queue) => ({ ...queue, age: ageOf(oldest_moments[queue.title]) }))
    // Queues without an age come last, in the areas' order.
    .toSorted((a, b) => (b.age ?? -1) - (a.age ?? -1))
  return { lines, isReady, storeOldest }
}

function WaitingLines({ lines }: { lines: readonly WaitingLine[] }) {
  return (
    <QueueLines>
      {lines.map(({ title, url, search, explanation, total, amount, age }) => (
        <li key={title}>
          <Line
            to={url}
            search={search}
            figure={total === undefined ? '…' : numberText(total)}
            title={title}
            note={explanation}
            amount={amount === undefined ? undefined : moneyText(amount)}
            age={age === null ? undefined : `lâu nhất ${lengthText(age)}`}
            isOld={age !== null && age >= day_ms}
          />
        </li>
      ))}
    </QueueLines>
  )
}

const ageOf = (moment: string | null | undefined) => (moment ? Date.now() - Date.parse(moment) : null)

interface OldestProps {
  title: string
  oldest: NonNullable<Queue['oldest']>
  onFound: (title: string, moment: string | null) => void
}

/** Reads the oldest waiting row of a queue; renders nothing. */
function Oldest({ title, oldest: { call, input, column }, onFound }: OldestProps) {
  const { data, isPending } = useRead<ListCall>(call, input, counting)
  const moment = (data?.items[0] as Record<string, unknown> | undefined)?.[column]
  const oldest = typeof moment === 'string' ? moment : null
  useEffect(() => {
    if (!isPending) onFound(title, oldest)
  }, [onFound, isPending, title, oldest])
  return null
}
