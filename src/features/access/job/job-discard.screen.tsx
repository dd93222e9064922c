import { useState } from 'react'
import { useAct } from '#web/act.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { Text } from '#web/ui/text.tsx'
import { infoOf, shapeOf } from '#contract/fields.ts'
import { job, type GivenUp } from './job.contract.ts'

const { label, max = 0 } = infoOf(shapeOf(job.discard.input).reason!)!

export default function DiscardDialog(props: { job: GivenUp; onClose: () => void; onDone: () => void }) {
  const { job_id, title, data } = props.job
  const [reason, setReason] = useState('')
  const discard = useAct(job.discard, { done: 'Đã bỏ hẳn việc.', onDone: props.onDone })
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={`Bỏ hẳn việc “${title}”`}
      size="sm"
      dirty={reason !== ''}
      saveLabel="Bỏ hẳn"
      saving={discard.pending}
      saveWhyNot={reason.trim() === '' && 'Hãy ghi lý do: nó được giữ trong nhật ký.'}
      onSubmit={() => discard.mutate({ job_id, reason })}
    >
      <Stack>
        <Text>Việc với dữ liệu {data} sẽ không bao giờ được làm nữa.</Text>
        <Field label={label} required>
          <TextArea value={reason} onChange={setReason} limit={max} rows={3} />
        </Field>
      </Stack>
    </Dialog>
  )
}
