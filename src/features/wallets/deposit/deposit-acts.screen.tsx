/** What can be done to a line and to a request, with the dialogs that it takes. */
import { useState } from 'react'
import { useAct, type RowAct } from '#web/act.tsx'
import { HistoryDrawer } from '#web/history.tsx'
import { phoneText } from '#web/format.ts'
import { useRights } from '#web/rights.ts'
import type { Question } from '#web/ui/confirm-dialog.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { moneyWords } from '#web/ui/money-words.ts'
import { Text } from '#web/ui/text.tsx'
import { moneyText } from '#contract/money-text.ts'
import { bankTransaction, depositStatus, wallet } from './deposit.contract.ts'
import { whyNotConfirm, whyNotMatch, whyNotPay, whyNotReject, whyNotSettle } from './deposit.rules.ts'
import type { BankLineRow, DepositRow } from './deposit-rows.screen.tsx'
import { touched } from '#features/wallets/touched.rules.ts'

const MatchDialog = lazyPart(() => import('./match-dialog.screen.tsx'))
const AssignDialog = lazyPart(() => import('./assign-dialog.screen.tsx'))
const IgnoreDialog = lazyPart(() => import('./ignore-dialog.screen.tsx'))
const RejectDialog = lazyPart(() => import('./reject-dialog.screen.tsx'))

type Asking =
  | { act: 'match' | 'assign' | 'ignore' | 'history'; line: BankLineRow }
  | { act: 'match' | 'reject' | 'history'; deposit: DepositRow }

export function useDepositActs() {
  const { me } = useRights()
  const [asking, ask] = useState<Asking | null>(null)
  const confirm = useAct(wallet.updateTransfer, { done: 'Đã xác nhận, tiền đã vào ví.', touches: touched })

  const actsOfLine = (line: BankLineRow): RowAct[] => {
    const whyNot = whyNotSettle({ status: line.status, amount: line.credit ?? -1 })
    const whyNotPaid = whyNot ?? whyNotPay(line, me.user_id)
    return [
      {
        call: wallet.updateTransfer,
        label: 'Khớp thủ công',
        icon: 'link',
        whyNot: whyNotPaid,
        run: () => ask({ act: 'match', line }),
      },
      {
        call: bankTransaction.assign,
        label: 'Gán cho ví',
        icon: 'wallet',
        whyNot: whyNotPaid,
        run: () => ask({ act: 'assign', line }),
      },
      {
        call: bankTransaction.ignore,
        label: 'Không phải nạp tiền',
        icon: 'close',
        whyNot,
        run: () => ask({ act: 'ignore', line }),
      },
      {
        call: bankTransaction.list,
        label: 'Lịch sử thay đổi',
        icon: 'history',
        run: () => ask({ act: 'history', line }),
      },
    ]
  }

  const actsOfDeposit = (deposit: DepositRow): RowAct[] => [
    {
      call: wallet.updateTransfer,
      label: 'Xác nhận',
      icon: 'check',
      whyNot: whyNotConfirm(deposit, me.user_id),
      confirm: confirmationOf(deposit),
      run: () =>
        confirm.mutate({
          transfer_id: deposit.transfer_id,
          version: deposit.version,
          status: depositStatus.done,
          amount: deposit.line_amount,
        }),
    },
    {
      call: wallet.updateTransfer,
      label: 'Khớp thủ công',
      icon: 'link',
      whyNot: whyNotMatch(deposit),
      run: () => ask({ act: 'match', deposit }),
    },
    {
      call: wallet.updateTransfer,
      label: 'Từ chối',
      icon: 'close',
      danger: true,
      whyNot: whyNotReject(deposit),
      run: () => ask({ act: 'reject', deposit }),
    },
    { call: wallet.list, label: 'Lịch sử thay đổi', icon: 'history', run: () => ask({ act: 'history', deposit }) },
  ]
  return { actsOfLine, actsOfDeposit, dialogs: asking && <AskedDialog asking={asking} onClose={() => ask(null)} /> }
}

function AskedDialog({ asking, onClose }: { asking: Asking; onClose: () => void }) {
  if ('line' in asking) {
    const { act, line } = asking
    if (act === 'match') return <MatchDialog line={line} onClose={onClose} />
    if (act === 'assign') return <AssignDialog line={line} onClose={onClose} />
    if (act === 'ignore') return <IgnoreDialog line={line} onClose={onClose} />
    return (
      <HistoryDrawer
        table="bank_transaction"
        id={line.bank_transaction_id}
        title={`Giao dịch ${line.reference}`}
        onClose={onClose}
      />
    )
  }
  const { act, deposit } = asking
  if (act === 'match') return <MatchDialog deposit={deposit} onClose={onClose} />
  if (act === 'reject') return <RejectDialog deposit={deposit} onClose={onClose} />
  return (
    <HistoryDrawer table="deposit" id={deposit.transfer_id} title={`Yêu cầu ${deposit.content}`} onClose={onClose} />
  )
}

/** What the second person answers for. */
function confirmationOf(deposit: DepositRow): Question {
  const { content, full_name, msisdn, amount, line_amount, reference, matched_by_name, note } = deposit
  if (line_amount === null) return { message: '' }
  return {
    title: `Xác nhận ${content}`,
    message: (
      <Stack gap={2}>
        <Text>
          {moneyText(line_amount)} của giao dịch {reference} vào ví {full_name} · {phoneText(msisdn)}.
        </Text>
        <Text strong>{moneyWords(line_amount)}</Text>
        {line_amount !== amount && <Text tone="danger">Khách yêu cầu nạp {moneyText(amount)}.</Text>}
        <Text tone="muted">
          {matched_by_name} đã khớp{note ? `: ${note}` : '.'}
        </Text>
      </Stack>
    ),
  }
}
