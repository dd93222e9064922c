/** What an approver should know before money leaves: see `signalsOf`. */
import { Badge } from '#web/ui/show/badge.tsx'
import { Row } from '#web/ui/layout/layout.tsx'
import type { WithdrawalRow } from './withdrawal-row.screen.tsx'
import { signalsOf } from './withdrawal.rules.ts'

export function Signals({ row, wrap = true }: { row: WithdrawalRow; wrap?: boolean }) {
  const signals = signalsOf(row)
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
