/** The state of a draw, and a countdown to its next change. */
import { Countdown } from '#web/value/countdown.tsx'
import { clockText, dayOf, shortDayText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { Row } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { infoOf } from '#contract/schema.ts'
import { Period, type PeriodRow } from './period.contract.ts'
import { periodStatus } from './period-fields.contract.ts'
import { nextChange } from './period.rules.ts'

interface Props {
  row: PeriodRow
  /** For narrow places: only the remaining time. */
  short?: boolean
}

export function PeriodState({ row, short = false }: Props) {
  const isCancelRequested = row.cancel_requested_at !== null && row.cancelled_at === null
  // In a narrow place a request to cancel is more important than the remaining time.
  const change = short && isCancelRequested ? null : nextChange(row)
  const urgent_s = row.status === periodStatus.open ? 60 : 0
  return (
    <Row gap={2} wrap={false}>
      {show(infoOf(Period.shape.status), row.status)}
      {isCancelRequested && <Badge tone="red">{short ? 'Hủy?' : 'Chờ duyệt hủy'}</Badge>}
      {change && (
        <Text as="span">
          {!short && (
            <Text as="span" tone="muted">
              {change.until}{' '}
            </Text>
          )}
          <Countdown moment={change.at} endText="…" urgent_s={urgent_s} />
        </Text>
      )}
    </Row>
  )
}

/** The time of day of a moment; with seconds where they are not zero, with the date where it differs from `day`. */
export function hourText(moment: string, day: string): string {
  const hour = clockText(moment, true).replace(/:00$/, '')
  const date = dayOf(moment)
  return date === day ? hour : `${hour} ${shortDayText(date)}`
}
