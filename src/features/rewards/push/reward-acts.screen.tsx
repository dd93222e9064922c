import { useState } from 'react'
import { useAct, type RowAct } from '#web/action/act.tsx'
import { Signals } from '#web/record/signals.tsx'
import { useRights } from '#web/session/rights.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import type { Question } from '#web/ui/dialog/confirm-dialog.tsx'
import { moneyWords } from '#contract/text/money-words.ts'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { show } from '#web/value/kinds.tsx'
import { moneyText } from '#contract/text/money-text.ts'
import { infoOf } from '#contract/schema.ts'
import { money_lists } from '#features/wallets/money-lists.rules.ts'
import type { OpenRewardDialog, RewardRow } from '#features/rewards/reward/reward-row.screen.tsx'
import { Reward, rewardForm, rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import {
  isFirstOfTwo,
  isProposedPaid,
  riskSignalsOf,
  whyNot,
  whyNotRemind,
  type RewardAct,
} from '#features/rewards/reward/reward.rules.ts'
import { deadline } from '#features/rewards/deadline/deadline.contract.ts'
import { push } from './push.contract.ts'

const RewardDialog = lazyPart(() => import('./reward-dialog.screen.tsx'))

/** The calls whose answers change with a reward, because money moves. */
const invalidates = [...money_lists, 'cms/order', 'cms/history']

/**
 * The actions on a reward for the list and the drawer, each with why it is not possible now; `dialogs` must be rendered
 * once.
 */
export function useRewardActs() {
  const { me } = useRights()
  const [dialog, setDialog] = useState<OpenRewardDialog | null>(null)
  const approval = useAct(push.approve, { success: 'Đã duyệt.', invalidates })
  const retrial = useAct(push.retry, {
    success: (_, { waiting }) => (waiting ? 'Đã duyệt lần một, chờ người thứ hai.' : 'Đang đẩy lại.'),
    invalidates,
  })

  const actsOf = (row: RewardRow): RowAct[] => {
    const shownReward = { reward_ids: [row.reward_id], version: row.version }
    const whyNotText = (act: RewardAct) => whyNot(act, row, me)?.message ?? null
    const open = (act: OpenRewardDialog['act']) => () => setDialog({ act, row })
    const isFirst = isFirstOfTwo(row)
    const approve: RowAct = {
      call: push.approve,
      label: isFirst ? 'Duyệt lần một' : row.first_by === null ? 'Duyệt đẩy' : 'Duyệt lần hai',
      icon: 'check',
      whyNot: whyNotText('approve'),
      confirm: paymentOf(row),
      run: () => approval.mutate(shownReward),
    }
    const retry: RowAct = {
      call: push.retry,
      label: 'Đẩy lại',
      icon: 'refresh',
      whyNot: whyNotText('retry'),
      confirm: retryOf(row),
      run: () => retrial.mutate(shownReward),
    }
    const is_expired = row.status === rewardStatus.expired
    const is_retry = row.status === rewardStatus.failed || row.status === rewardStatus.unknown
    if (is_expired) {
      const reopen: RowAct = {
        call: deadline.reopen,
        label: row.reopen_by === null ? 'Đề nghị mở lại' : 'Mở lại giải',
        icon: 'undo',
        whyNot: whyNotText(row.reopen_by === null ? 'proposeReopening' : 'reopen'),
        run: open('reopen'),
      }
      return [reopen, { call: push.addNote, label: 'Ghi chú', icon: 'pencil', run: open('note') }]
    }
    return [
      is_retry ? retry : approve,
      { call: push.changeMsisdn, label: 'Đổi SĐT', icon: 'phone', whyNot: whyNotText('change'), run: open('msisdn') },
      {
        call: push.changeReceiver,
        label: 'Đổi hình thức',
        icon: 'wallet',
        whyNot: whyNotText('change'),
        run: open('receiver'),
      },
      { call: push.addNote, label: 'Ghi chú', icon: 'pencil', run: open('note') },
      {
        call: deadline.remind,
        label: 'Đã báo khách',
        icon: 'bell',
        whyNot: whyNotRemind(row)?.message ?? null,
        run: open('remind'),
      },
      {
        call: push.setStatus,
        label: 'Cập nhật: thành công',
        icon: 'check-circle',
        whyNot: whyNotText('setPaid'),
        run: open('paid'),
      },
      {
        call: push.setStatus,
        label: isProposedPaid(row) ? 'Bác đề nghị' : 'Cập nhật: thất bại',
        icon: 'close',
        danger: true,
        whyNot: whyNotText('setFailed'),
        run: open('failed'),
      },
    ]
  }
  const dialogs = dialog && <RewardDialog {...dialog} invalidates={invalidates} onClose={() => setDialog(null)} />
  return { actsOf, dialogs }
}

/** The approver's question, with receiver, amount and form. */
const first_of_two = 'Giải này cần hai người duyệt. Sau bạn còn cần 1 người nữa, chưa có đồng nào rời quỹ.'

function paymentOf(row: RewardRow): Question {
  const isFirst = isFirstOfTwo(row)
  return {
    title: `${isFirst ? 'Duyệt lần một' : 'Trả thưởng'} ${row.reward_code}`,
    ...(!isFirst && { confirmLabel: `Trả ${moneyText(row.net)}` }),
    message: (
      <Stack gap={2}>
        <Receiver row={row} />
        <Text>
          {isFirst
            ? first_of_two
            : row.form === rewardForm.wallet
              ? 'Tiền vào ví của khách ngay và không thu hồi được.'
              : 'Lệnh chi được gửi ngay và không thu hồi được.'}
        </Text>
      </Stack>
    ),
  }
}

function retryOf(row: RewardRow): Question {
  return {
    title: `Đẩy lại ${row.reward_code}`,
    message: (
      <Stack gap={2}>
        <Receiver row={row} />
        <Text>
          {row.status === rewardStatus.unknown
            ? 'Truy vấn lại kết quả của chính lệnh đã gửi; nếu đã chi, cổng không chi lần nữa.'
            : isFirstOfTwo(row)
              ? first_of_two
              : 'Lần trước đã thất bại hẳn. Một lệnh chi mới được gửi ngay.'}
        </Text>
      </Stack>
    ),
  }
}

function Receiver({ row }: { row: RewardRow }) {
  const { full_name, net, gross, tax, prizes } = row
  return (
    <Stack gap={1}>
      <Signals signals={riskSignalsOf(row)} />
      <Text strong>{moneyText(net)}</Text>
      <Text tone="muted">{moneyWords(net)}</Text>
      <Text>
        {full_name ?? 'Khách không để lại tên'} · {show(infoOf(Reward.shape.form), row.form)}
      </Text>
      <Text tone="muted">{`${prizes}: ${moneyText(gross)}${tax > 0 ? `, thuế ${moneyText(tax)}` : ''}`}</Text>
    </Stack>
  )
}
