/** The actions on a batch, for the list and its page, with their dialog. */
import { useState } from 'react'
import { useAct, type RowAct } from '#web/action/act.tsx'
import { ReasonDialog } from '#web/action/reason-dialog.tsx'
import { useRights } from '#web/session/rights.ts'
import type { Question } from '#web/ui/dialog/confirm-dialog.tsx'
import { moneyWords } from '#contract/text/money-words.ts'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { numberText } from '#web/value/format.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { batchStatus, rewardBatch } from './batch.contract.ts'
import { batch_invalidates as invalidates, type Batch } from './batch-row.screen.tsx'
import { whyNotBatch, type BatchAct } from './batch.rules.ts'

export function useBatchActs() {
  const { me } = useRights()
  const [cancelled, setCancelled] = useState<Batch | null>(null)
  const approval = useAct(rewardBatch.approve, {
    success: (_, { status }) =>
      status === batchStatus.waiting ? 'Đã duyệt lần một, cần người khác duyệt lần hai.' : 'Lô đang được trả.',
    invalidates,
  })
  const resumption = useAct(rewardBatch.resume, { success: 'Lô chạy tiếp.', invalidates })
  const retrial = useAct(rewardBatch.retry, {
    success: (_, { status }) =>
      status === batchStatus.waiting ? 'Đã duyệt đẩy lại lần một, cần người khác duyệt lần hai.' : 'Đang đẩy lại.',
    invalidates,
  })
  const cancel = useAct(rewardBatch.cancel, {
    success: 'Đã hủy phần chưa gửi.',
    onDone: () => setCancelled(null),
    invalidates,
  })

  const actsOf = (batch: Batch): RowAct[] => {
    const { batch_id, version, status, failed_count, approvals_left, first_by, seen } = batch
    const whyNotText = (act: BatchAct) => whyNotBatch(act, batch, me)?.message ?? null
    const approve: RowAct = {
      call: rewardBatch.approve,
      label: approvals_left > 1 ? 'Duyệt lần một' : first_by === null ? 'Duyệt lô' : 'Duyệt lần hai',
      icon: 'check',
      whyNot: whyNotText('approve'),
      confirm: approvalOf(batch),
      run: () => approval.mutate({ batch_id, version, seen }),
    }
    const resume: RowAct = {
      call: rewardBatch.resume,
      label: 'Chạy tiếp',
      icon: 'refresh',
      whyNot: whyNotText('resume'),
      run: () => resumption.mutate({ batch_id, version }),
    }
    const retry: RowAct = {
      call: rewardBatch.retry,
      label: failed_count > 0 ? `Đẩy lại ${numberText(failed_count)} lỗi` : 'Đẩy lại lỗi',
      icon: 'refresh',
      whyNot: whyNotText('retry'),
      confirm: `Đẩy lại ${numberText(failed_count)} giao dịch thất bại của lô ${batch.batch_code}? Mỗi giao dịch có lệnh chi mới; giao dịch đã trả và nghi vấn giữ nguyên.`,
      run: () => retrial.mutate({ batch_id, seen }),
    }
    const withdraw: RowAct = {
      call: rewardBatch.cancel,
      label: 'Hủy phần chưa gửi',
      icon: 'close',
      danger: true,
      whyNot: whyNotText('cancel'),
      run: () => setCancelled(batch),
    }
    if (status === batchStatus.waiting) return [approve, withdraw]
    if (status === batchStatus.running) return [withdraw]
    return status === batchStatus.stopped ? [resume, retry, withdraw] : [retry]
  }
  const dialogs = cancelled && (
    <ReasonDialog
      title={`Hủy phần chưa gửi của ${cancelled.batch_code}`}
      field={rewardBatch.cancel.input.shape.reason}
      emptyText="Hãy ghi lý do."
      saveLabel="Hủy phần chưa gửi"
      saving={cancel.pending}
      onSubmit={(reason) => cancel.mutate({ batch_id: cancelled.batch_id, version: cancelled.version, reason })}
      onClose={() => setCancelled(null)}
    >
      <Text>
        {`${numberText(cancelled.waiting_count)} giao dịch chưa gửi được bỏ ra khỏi lô và chờ duyệt riêng. Lệnh đã gửi vẫn chờ cổng trả lời.`}
      </Text>
    </ReasonDialog>
  )
  return { actsOf, dialogs }
}

/** The approver's question, with the sum and the number of receivers. */
function approvalOf(batch: Batch): Question {
  const { batch_code, name, waiting_count, net, approvals_left } = batch
  const isFirst = approvals_left > 1
  return {
    title: `${isFirst ? 'Duyệt lần một' : 'Trả thưởng theo lô'} ${batch_code}`,
    ...(!isFirst && { confirmLabel: `Trả ${moneyText(net)}` }),
    message: (
      <Stack gap={2}>
        <Stack gap={1}>
          <Text strong>{moneyText(net)}</Text>
          <Text tone="muted">{moneyWords(net)}</Text>
          <Text>{`${name} · ${numberText(waiting_count)} giải`}</Text>
        </Stack>
        <Text>
          {isFirst
            ? 'Lô này cần hai người duyệt. Sau bạn còn cần 1 người nữa, chưa có đồng nào rời quỹ.'
            : 'Tiền của cả lô được dành trong quỹ trước, rồi từng giải được trả ngay và không thu hồi được.'}
        </Text>
      </Stack>
    ),
  }
}
