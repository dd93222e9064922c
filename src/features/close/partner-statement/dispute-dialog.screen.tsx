/** A note on one line of a statement: a dispute, an answer, or the end of a dispute. */
import { useState } from 'react'
import { useAct } from '#web/action/act.tsx'
import { ReasonDialog } from '#web/action/reason-dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { partnerStatement, type StatementDetailRow } from './partner-statement.contract.ts'
import { linesOf } from './statement.rules.ts'

export interface DisputeDialogProps {
  row: StatementDetailRow
  act: 'dispute' | 'answer' | 'settle'
  /** Null when the person chooses the line in the dialog. */
  line: string | null
  onClose: () => void
}

const words = {
  dispute: {
    verb: 'Khiếu nại',
    emptyText: 'Hãy ghi số liệu của bạn và chỗ lệch.',
    done: 'Đã gửi khiếu nại. Bảng chờ hai bên thống nhất.',
    means: 'Các xác nhận đã có bị gỡ cho đến khi hai bên thống nhất.',
  },
  answer: {
    verb: 'Trả lời',
    emptyText: 'Hãy ghi câu trả lời.',
    done: 'Đã gửi trả lời.',
    means: 'Bên kia đọc được ngay trên dòng này.',
  },
  settle: {
    verb: 'Kết thúc khiếu nại',
    emptyText: 'Hãy ghi điều đã thống nhất.',
    done: 'Đã kết thúc khiếu nại.',
    means: 'Khi không còn dòng nào khiếu nại, bảng lại chờ xác nhận.',
  },
} as const

export default function DisputeDialog({ row, act, line, onClose }: DisputeDialogProps) {
  const { statement_id, statement_code, partner_name } = row
  const lines = [...linesOf(row.figures)]
  const [chosen, setChosen] = useState(line ?? lines[0]![0])
  const { verb, emptyText, done, means } = words[act]
  const options = { success: done, onDone: onClose }
  const dispute = useAct(partnerStatement.dispute, options)
  const answer = useAct(partnerStatement.answer, options)
  const submit = (note: string) =>
    act === 'dispute'
      ? dispute.mutate({ statement_id, line: chosen, note })
      : answer.mutate({ statement_id, line: chosen, note, settles: act === 'settle' })
  return (
    <ReasonDialog
      title={`${verb} · ${statement_code}`}
      description={partner_name}
      field={partnerStatement.dispute.input.shape.note}
      emptyText={emptyText}
      saveLabel={verb}
      saving={dispute.pending || answer.pending}
      onSubmit={submit}
      onClose={onClose}
    >
      {line === null ? (
        <Field label="Dòng" required>
          <Select value={chosen} onChange={setChosen} options={lines.map(([value, label]) => ({ value, label }))} />
        </Field>
      ) : (
        <Text strong>{lines.find(([name]) => name === line)?.[1] ?? line}</Text>
      )}
      <Text tone="muted">{means}</Text>
    </ReasonDialog>
  )
}
