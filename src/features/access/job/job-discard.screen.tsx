import { useAct } from '#web/action/act.tsx'
import { ReasonDialog } from '#web/action/reason-dialog.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { job, type GivenUpJob } from './job.contract.ts'

export default function DiscardDialog(props: { job: GivenUpJob; onClose: () => void; onDone: () => void }) {
  const { job_id, title, data } = props.job
  const discard = useAct(job.discard, { success: 'Đã bỏ hẳn việc.', onDone: props.onDone })
  return (
    <ReasonDialog
      title={`Bỏ hẳn việc “${title}”`}
      about={job_id}
      field={job.discard.input.shape.reason}
      emptyText="Hãy ghi lý do; lý do được lưu trong nhật ký."
      saveLabel="Bỏ hẳn"
      saving={discard.pending}
      onSubmit={(reason) => discard.mutate({ job_id, reason })}
      onClose={props.onClose}
    >
      <Text>Việc này (dữ liệu {data}) sẽ không được chạy lại nữa.</Text>
    </ReasonDialog>
  )
}
