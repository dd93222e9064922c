/** The dialogs of a reward: changing number or form, adding a note, or setting the outcome. */
import { useState } from 'react'
import { useAct } from '#web/action/act.tsx'
import { ReasonDialog } from '#web/action/reason-dialog.tsx'
import { Fields } from '#web/form/editor-dialog.tsx'
import { beginSession, endSession } from '#web/form/editor-session.ts'
import { useRecordForm } from '#web/form/use-record-form.tsx'
import { choicesOf } from '#web/choices/choice-source.ts'
import { DateInput } from '#web/ui/date/date-input.tsx'
import { addDays, today } from '#web/ui/date/date-text.ts'
import { Field } from '#web/ui/field/field.tsx'
import { dayText, momentText, phoneText } from '#web/value/format.ts'
import { Banner } from '#web/ui/message/banner.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { bank } from '#features/partners/bank/bank.contract.ts'
import { deadline, max_reopened_days } from '#features/rewards/deadline/deadline.contract.ts'
import { rewardForm, rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { isProposedPaid } from '#features/rewards/reward/reward.rules.ts'
import { push } from './push.contract.ts'
import type { OpenRewardDialog } from '#features/rewards/reward/reward-row.screen.tsx'

interface RewardDialogProps extends OpenRewardDialog {
  invalidates: readonly string[]
  onClose: () => void
}

export default function RewardDialog(props: RewardDialogProps) {
  if (props.act === 'msisdn' || props.act === 'receiver') return <ChangeDialog {...props} />
  if (props.act === 'remind') return <RemindDialog {...props} />
  if (props.act === 'reopen') return <ReopenDialog {...props} />
  return props.act === 'note' ? <NoteDialog {...props} /> : <StatusDialog {...props} />
}

const banks = choicesOf(bank.list, (row) => ({ value: row.bank_id, label: row.short_name, detail: row.bank_name }))
const changes = {
  msisdn: { call: push.changeMsisdn, title: 'Đổi SĐT nhận', fields: ['msisdn'] },
  receiver: {
    call: push.changeReceiver,
    title: 'Đổi hình thức nhận',
    fields: ['form', 'bank_id', 'account_number', 'account_name'],
  },
} as const

function ChangeDialog({ act, row, invalidates, onClose }: RewardDialogProps) {
  const { call, title, fields } = changes[act as keyof typeof changes]
  const { reward_id, version, form, bank_id, account_number, account_name } = row
  const receiver = { form, bank_id, account_number, account_name }
  const [session] = useState(() =>
    beginSession({ add: call, blank: { reward_id, version, ...(act === 'receiver' && receiver) } }, null),
  )
  const close = () => {
    endSession(session)
    onClose()
  }
  const record = useRecordForm({
    session,
    fields: [...fields],
    invalidates,
    onSaved: () => {
      toast.success('Đã đổi người nhận, cần người khác duyệt.')
      onClose()
    },
  })
  const to_bank = record.form.values.form === rewardForm.bank
  return (
    <Dialog
      open
      onClose={close}
      title={`${title} ${row.reward_code}`}
      description={row.full_name ?? undefined}
      dirty={record.changed}
      saving={record.pending}
      saveWhyNot={act === 'receiver' && !record.changed && 'Chưa có thay đổi nào.'}
      onSubmit={record.save}
    >
      <Stack>
        <Text>{`${moneyText(row.net)}, ${row.prizes}.`}</Text>
        <Fields
          record={record}
          fields={act === 'msisdn' || to_bank ? [...fields] : ['form']}
          choices={{ bank_id: banks }}
          hints={{ ...(act === 'msisdn' && form === rewardForm.wallet && { msisdn: 'Số này phải có ví đang mở' }) }}
        />
        <Banner kind="info">
          {row.first_by === null
            ? 'Người đổi không được duyệt khoản này.'
            : 'Lần duyệt trước không còn giá trị; người đổi không được duyệt khoản này.'}
        </Banner>
      </Stack>
    </Dialog>
  )
}

function NoteDialog({ row, invalidates, onClose }: RewardDialogProps) {
  const add = useAct(push.addNote, { success: 'Đã ghi chú.', onDone: onClose, invalidates })
  return (
    <ReasonDialog
      title={`Ghi chú ${row.reward_code}`}
      field={push.addNote.input.shape.note}
      emptyText="Hãy nhập ghi chú."
      saveLabel="Lưu"
      saving={add.pending}
      onSubmit={(note) => add.mutate({ reward_id: row.reward_id, note })}
      onClose={onClose}
    >
      <Text tone="muted">{`${row.full_name ?? row.order_id} · ${moneyText(row.net)}`}</Text>
    </ReasonDialog>
  )
}

function RemindDialog({ row, invalidates, onClose }: RewardDialogProps) {
  const remind = useAct(deadline.remind, { success: 'Đã ghi nhận.', onDone: onClose, invalidates })
  return (
    <ReasonDialog
      title={`Đã báo khách ${row.reward_code}`}
      field={deadline.remind.input.shape.note}
      emptyText="Hãy ghi đã báo thế nào."
      hint="Gọi điện, nhắn tin, khách hẹn ngày nào"
      saveLabel="Lưu"
      saving={remind.pending}
      onSubmit={(note) => remind.mutate({ reward_ids: [row.reward_id], note })}
      onClose={onClose}
    >
      <Text>
        {`${row.full_name ?? 'Khách không để lại tên'}${row.msisdn ? ` · ${phoneText(row.msisdn)}` : ''} · ${moneyText(row.net)}, hạn lĩnh ${dayText(row.claim_until)}.`}
      </Text>
      {row.reminded_at && <Text tone="muted">{`${row.reminded_by_name} đã báo ${momentText(row.reminded_at)}.`}</Text>}
    </ReasonDialog>
  )
}

/** The first person proposes the new last day; the second one confirms it. */
function ReopenDialog({ row, invalidates, onClose }: RewardDialogProps) {
  const isSecond = row.reopen_until !== null
  const [claim_until, setClaimUntil] = useState(row.reopen_until ?? addDays(today(), 7))
  const reopen = useAct(deadline.reopen, {
    success: isSecond ? 'Đã mở lại, giải chờ duyệt như mới.' : 'Đã đề nghị, cần người khác xác nhận.',
    onDone: onClose,
    invalidates,
  })
  return (
    <ReasonDialog
      title={`${isSecond ? 'Mở lại' : 'Đề nghị mở lại'} ${row.reward_code}`}
      field={deadline.reopen.input.shape.note}
      emptyText="Hãy ghi lý do."
      hint="Vì sao khách tới muộn, giấy tờ nào cho thấy"
      saveLabel={isSecond ? 'Mở lại' : 'Đề nghị'}
      saving={reopen.pending}
      onSubmit={(note) => reopen.mutate({ reward_id: row.reward_id, version: row.version, claim_until, note })}
      onClose={onClose}
    >
      <Text>{`${moneyText(row.net)}, ${row.prizes}. Quá hạn lĩnh ${dayText(row.claim_until)}.`}</Text>
      {isSecond ? (
        <Banner kind="info" title={`${row.reopen_by_name} đề nghị lĩnh tới ${dayText(row.reopen_until!)}`}>
          {row.reopen_note}
        </Banner>
      ) : (
        <Field label="Hạn lĩnh mới" hint={`Nhiều nhất ${max_reopened_days} ngày nữa`} required>
          <DateInput
            value={claim_until}
            min={today()}
            max={addDays(today(), max_reopened_days)}
            onChange={(chosen) => chosen && setClaimUntil(chosen)}
          />
        </Field>
      )}
      <Banner kind="warning">Cần hai người. Giải mở lại chờ duyệt và chờ trả như mới, tới hạn lĩnh mới.</Banner>
    </ReasonDialog>
  )
}

function StatusDialog({ act, row, invalidates, onClose }: RewardDialogProps) {
  const status_push = act === 'paid' ? rewardStatus.paid : rewardStatus.failed
  const isRejection = act !== 'paid' && isProposedPaid(row)
  const isSecond = row.hand_status === status_push
  const set = useAct(push.setStatus, {
    success: isRejection
      ? 'Đã bác đề nghị.'
      : isSecond
        ? 'Đã cập nhật trạng thái.'
        : 'Đã đề nghị, cần người khác xác nhận.',
    onDone: onClose,
    invalidates,
  })
  const words = act === 'paid' || isRejection ? 'Thành công' : 'Thất bại'
  return (
    <ReasonDialog
      title={`${isRejection ? 'Bác đề nghị' : words}: ${row.reward_code}`}
      field={push.setStatus.input.shape.note}
      emptyText="Hãy ghi căn cứ."
      hint="Sao kê, mã giao dịch, trả lời của cổng"
      saveLabel={isRejection ? 'Bác đề nghị' : isSecond ? 'Xác nhận' : 'Đề nghị'}
      saving={set.pending}
      onSubmit={(note) => set.mutate({ reward_id: row.reward_id, version: row.version, status_push, note })}
      onClose={onClose}
    >
      <Text>{`${moneyText(row.net)} tới ${row.full_name ?? 'khách'}.`}</Text>
      {(isSecond || isRejection) && (
        <Banner kind="info" title={`${row.hand_by_name} đề nghị: ${words}`}>
          {row.hand_note}
        </Banner>
      )}
      <Banner kind="warning">
        {act === 'paid'
          ? 'Chỉ xác nhận khi sao kê hoặc trang của cổng cho thấy người trúng đã nhận tiền. Quỹ trả thưởng bị trừ.'
          : isRejection
            ? 'Chỉ bác khi sao kê cho thấy người trúng chưa nhận tiền. Giải lại đẩy được, khi hai người duyệt.'
            : 'Chỉ xác nhận khi cổng cho biết lệnh này không được chi và sẽ không chi. Tiền trở lại quỹ và giải có thể đẩy lại.'}
      </Banner>
    </ReasonDialog>
  )
}
