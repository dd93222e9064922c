import type { RiskSignal } from '#contract/signals.ts'
import { Badge } from '#web/ui/show/badge.tsx'
import { Row } from '#web/ui/layout/layout.tsx'

/** What an approver should know before, in a list on one line. */
export function Signals({ signals, wrap = true }: { signals: readonly RiskSignal[]; wrap?: boolean }) {
  if (signals.length === 0) return null
  return (
    <Row gap={1} wrap={wrap}>
      {signals.map(({ text, tone }) => (
        <Badge key={text} tone={tone}>
          {text}
        </Badge>
      ))}
    </Row>
  )
}
