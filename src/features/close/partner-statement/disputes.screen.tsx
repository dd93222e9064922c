/** The disputes on a statement's lines, with their notes and states. */
import { Act } from '#web/action/act.tsx'
import { useRights } from '#web/session/rights.ts'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { momentText } from '#web/value/format.ts'
import type { DisputeDialogProps } from './dispute-dialog.screen.tsx'
import { noteAction, partnerStatement, statementStatus, type StatementDetailRow } from './partner-statement.contract.ts'
import { disputesOf, linesOf, sideOf, type Dispute } from './statement.rules.ts'

interface DisputesProps {
  row: StatementDetailRow
  onAnswer: (answer: Omit<DisputeDialogProps, 'onClose'>) => void
}

const actions = {
  [noteAction.dispute]: 'khiếu nại',
  [noteAction.answer]: 'trả lời',
  [noteAction.settle]: 'đồng ý, kết thúc',
}

export function Disputes({ row, onAnswer }: DisputesProps) {
  const labels = linesOf(row.figures)
  return (
    <Stack gap={4}>
      {disputesOf(row.notes).map((dispute) => (
        <Stack key={dispute.line} gap={2}>
          <Row justify="between">
            <Row gap={2}>
              <Text strong>{labels.get(dispute.line) ?? dispute.line}</Text>
              <Badge tone={dispute.is_open ? 'red' : 'green'}>{dispute.is_open ? 'Chưa xong' : 'Đã thống nhất'}</Badge>
            </Row>
            {dispute.is_open && row.status === statementStatus.disputed && (
              <Answers row={row} dispute={dispute} onAnswer={onAnswer} />
            )}
          </Row>
          <RecordList
            items={dispute.notes.map(({ note_id, note, action, by_agent, created_by_name, created_at }) => ({
              key: String(note_id),
              icon: action === noteAction.settle ? 'check' : 'user',
              title: note,
              lines: [
                `${by_agent ? 'Đại lý' : 'Trụ sở'} ${actions[action]} · ${created_by_name} · ${momentText(created_at)}`,
              ],
            }))}
          />
        </Stack>
      ))}
    </Stack>
  )
}

function Answers({ row, dispute: { line, by_agent }, onAnswer }: DisputesProps & { dispute: Dispute }) {
  const { me } = useRights()
  const is_own = by_agent === (sideOf(me) === 'partner')
  return (
    <Row gap={2}>
      <Act call={partnerStatement.answer} size="sm" onClick={() => onAnswer({ row, act: 'answer', line })}>
        Trả lời
      </Act>
      <Act
        call={partnerStatement.answer}
        size="sm"
        whyNot={!is_own && 'Bên khiếu nại mới kết thúc được khiếu nại.'}
        onClick={() => onAnswer({ row, act: 'settle', line })}
      >
        Đồng ý, kết thúc
      </Act>
    </Row>
  )
}
