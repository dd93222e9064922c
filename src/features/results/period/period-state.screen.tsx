/** What a draw is open for now, and how long until that changes. */
import { Countdown } from '#web/countdown.tsx'
import { clockText, dayOf, shortDayText } from '#web/format.ts'
import { show } from '#web/kinds.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { infoOf } from '#contract/schema.ts'
import { Period, periodStatus, type PeriodRow } from './period.contract.ts'
import { nextChange } from './period.rules.ts'

interface Props {
  row: PeriodRow
  /** Where there is little room, only the time that is left. */
  short?: boolean
}

export function PeriodState({ row, short = false }: Props) {
  const isAsked = row.cancel_asked_at !== null && row.cancelled_at === null
  // Where there is little room, a request is worth more of it than the time that is left.
  const next = short && isAsked ? null : nextChange(row)
  const urgent_s = row.status === periodStatus.open ? 60 : 0
  return (
    <Row gap={2} wrap={false}>
      {show(infoOf(Period.shape.status), row.status)}
      {isAsked && <Badge tone="red">{short ? 'Hủy?' : 'Chờ duyệt hủy'}</Badge>}
      {next && (
        <Text as="span">
          {!short && (
            <Text as="span" tone="muted">
              còn{' '}
            </Text>
          )}
          <Countdown at={next.at} over="…" urgent_s={urgent_s} />
        </Text>
      )}
    </Row>
  )
}

/** The hour of a moment, with seconds where there are any, and with its day where that is not the draw's own. */
export function hourText(moment: string, day: string): string {
  const hour = clockText(moment, true).replace(/:00$/, '')
  const date = dayOf(moment)
  return date === day ? hour : `${hour} ${shortDayText(date)}`
}
