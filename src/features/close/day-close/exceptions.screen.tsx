/** The exceptions: they are settled by correcting the cause and computing again, or carried over to later days by a person. */
import { useState } from 'react'
import { useRights } from '#web/session/rights.ts'
import { dayText, numberText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { RowsLink } from '#web/record/rows-link.tsx'
import { closeStatus, dayClose, exceptionStatus, type DayCloseFull, type ExceptionRow } from './day-close.contract.ts'
import { assignmentText, differenceText } from './difference.rules.ts'

const CarryOver = lazyPart(() => import('./carry-over.screen.tsx'), {
  mountWhen: ({ exception }) => exception !== null,
})

/** The number of exceptions that are shown before a person wants all of them. */
const max_shown = 6

export function Exceptions({ closing }: { closing: DayCloseFull }) {
  const { can } = useRights()
  const [carried, setCarried] = useState<ExceptionRow | null>(null)
  const [showsAll, setShowsAll] = useState(false)
  const open = closing.exceptions.filter(({ status }) => status !== exceptionStatus.settled)
  const blocking = open.filter(({ is_blocking }) => is_blocking)
  const explained = open.length - blocking.length
  const sorted = [...blocking, ...open.filter(({ is_blocking }) => !is_blocking)]
  const mayCarry = can(dayClose.carryOver) && closing.status !== closeStatus.closed
  return (
    <Panel
      title="Ngoại lệ còn mở"
      actions={
        <Row gap={1}>
          {blocking.length > 0 && <Badge tone="red">{`${numberText(blocking.length)} chặn`}</Badge>}
          {explained > 0 && <Badge>{`${numberText(explained)} chuyển sang`}</Badge>}
        </Row>
      }
    >
      {open.length === 0 ? (
        <Text tone="muted">Không có ngoại lệ nào.</Text>
      ) : (
        <Stack gap={2}>
          <RecordList
            items={(showsAll ? sorted : sorted.slice(0, max_shown)).map((exception) => ({
              key: exception.exception_id,
              title: exception.title,
              badge: exception.is_blocking ? <Badge tone="red">Chặn</Badge> : <Badge>Chuyển sang</Badge>,
              lines: [
                ...linesOf(exception, closing),
                <Row key="ways" gap={3}>
                  <RowsLink link={exception.link}>Mở</RowsLink>
                  {mayCarry && (
                    <Button size="sm" variant="quiet" onClick={() => setCarried(exception)}>
                      Chuyển sang ngày sau…
                    </Button>
                  )}
                </Row>,
              ],
            }))}
          />
          {open.length > max_shown && (
            <Button size="sm" variant="quiet" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? 'Thu gọn' : `Xem thêm ${numberText(open.length - max_shown)} ngoại lệ`}
            </Button>
          )}
        </Stack>
      )}
      <CarryOver day={closing.day} exception={carried} onClose={() => setCarried(null)} />
    </Panel>
  )
}

function linesOf(exception: ExceptionRow, { day: closing_day, proofs }: DayCloseFull) {
  const { day, amount, status, is_blocking } = exception
  const unit = proofs.find(({ proof }) => proof === exception.proof)?.unit ?? 'money'
  const is_carried = status === exceptionStatus.carried
  return [
    ...(day === closing_day ? [] : [`Từ ngày ${dayText(day)}`]),
    ...(amount === 0 ? [] : [differenceText(amount, unit)]),
    ...(is_carried ? [`${assignmentText(exception)}${is_blocking ? ', đã quá hạn' : ''}`] : []),
  ]
}
