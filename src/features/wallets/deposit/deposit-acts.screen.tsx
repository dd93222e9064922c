/** The acts on a statement line and on a deposit request, with their dialogs. */
import { useState } from 'react'
import { useAct, type RowAct } from '#web/action/act.tsx'
import { HistoryDrawer } from '#web/record/history.tsx'
import { Signals } from '#web/record/signals.tsx'
import { phoneText } from '#web/value/format.ts'
import { useRights } from '#web/session/rights.ts'
import type { Question } from '#web/ui/dialog/confirm-dialog.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { moneyWords } from '#contract/text/money-words.ts'
import { Text } from '#web/ui/layout/text.tsx'
import type { InputOf } from '#contract/call.ts'
import { moneyText } from '#contract/text/money-text.ts'
import type { BankLineRow } from '#features/wallets/statement/line-row.screen.tsx'
import { statement } from '#features/wallets/statement/statement.contract.ts'
import { whyNotImporter, whyNotSettle } from '#features/wallets/statement/statement.rules.ts'
import { money_lists } from '#features/wallets/money-lists.rules.ts'
import { whyNotMove } from '#features/wallets/wallet/wallet.rules.ts'
import { deposits, depositStatus, type DepositRow } from './deposit.contract.ts'
import { riskSignalsOf, whyNotConfirm, whyNotMatch, whyNotReject } from './deposit.rules.ts'

const MatchDialog = lazyPart(() => import('./match-dialog.screen.tsx'))
const AssignDialog = lazyPart(() => import('#features/wallets/statement/assign-dialog.screen.tsx'))
const IgnoreDialog = lazyPart(() => import('#features/wallets/statement/ignore-dialog.screen.tsx'))
const RejectDialog = lazyPart(() => import('./reject-dialog.screen.tsx'))

type OpenDialog =
  | { act: 'match' | 'assign' | 'ignore' | 'history'; line: BankLineRow }
  | { act: 'match' | 'reject' | 'history'; deposit: DepositRow }

export function useDepositActs() {
  const { me } = useRights()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const confirm = useAct(deposits.update, { success: 'Đã xác nhận, tiền đã vào ví.', invalidates: money_lists })
  /** The details have a tab for the history. */
  const historyOfLine = (line: BankLineRow): RowAct => ({
    call: statement.list,
    label: 'Lịch sử thay đổi',
    icon: 'history',
    run: () => setDialog({ act: 'history', line }),
  })
  const historyOfDeposit = (deposit: DepositRow): RowAct => ({
    call: deposits.list,
    label: 'Lịch sử thay đổi',
    icon: 'history',
    run: () => setDialog({ act: 'history', deposit }),
  })
  return {
    actsOfLine: (line: BankLineRow) => lineActs(line, me, setDialog),
    historyOfLine,
    actsOfDeposit: (deposit: DepositRow) => depositActs(deposit, me, { confirm: confirm.mutate, open: setDialog }),
    historyOfDeposit,
    dialogs: dialog && <DepositDialog dialog={dialog} onClose={() => setDialog(null)} />,
  }
}

type Me = ReturnType<typeof useRights>['me']

function lineActs(line: BankLineRow, me: Me, open: (dialog: OpenDialog) => void): RowAct[] {
  const whyNot = whyNotSettle({ status: line.status, amount: line.credit ?? -1 })
  const whyNotPaying = whyNot ?? whyNotImporter(line, me)
  return [
    {
      call: deposits.update,
      label: 'Khớp thủ công',
      icon: 'link',
      whyNot: whyNotPaying,
      run: () => open({ act: 'match', line }),
    },
    {
      call: statement.assign,
      label: 'Gán cho ví',
      icon: 'wallet',
      whyNot: whyNotPaying,
      run: () => open({ act: 'assign', line }),
    },
    {
      call: statement.ignore,
      label: 'Không phải nạp tiền',
      icon: 'close',
      whyNot,
      run: () => open({ act: 'ignore', line }),
    },
  ]
}

interface DepositActHandlers {
  confirm: (input: InputOf<typeof deposits.update>) => void
  open: (dialog: OpenDialog) => void
}

function depositActs(deposit: DepositRow, me: Me, { confirm, open }: DepositActHandlers): RowAct[] {
  const { transfer_id, version, wallet_status, line_amount } = deposit
  return [
    {
      call: deposits.update,
      label: 'Xác nhận',
      icon: 'check',
      whyNot: whyNotConfirm(deposit, me) ?? whyNotMove({ status: wallet_status }),
      confirm: confirmationOf(deposit),
      run: () => confirm({ transfer_id, version, status: depositStatus.done, amount: line_amount }),
    },
    {
      call: deposits.update,
      label: 'Khớp thủ công',
      icon: 'link',
      whyNot: whyNotMatch(deposit) ?? whyNotMove({ status: wallet_status }),
      run: () => open({ act: 'match', deposit }),
    },
    {
      call: deposits.update,
      label: 'Từ chối',
      icon: 'close',
      danger: true,
      whyNot: whyNotReject(deposit),
      run: () => open({ act: 'reject', deposit }),
    },
  ]
}

function DepositDialog({ dialog, onClose }: { dialog: OpenDialog; onClose: () => void }) {
  if ('line' in dialog) {
    const { act, line } = dialog
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
  const { act, deposit } = dialog
  if (act === 'match') return <MatchDialog deposit={deposit} onClose={onClose} />
  if (act === 'reject') return <RejectDialog deposit={deposit} onClose={onClose} />
  return (
    <HistoryDrawer table="deposit" id={deposit.transfer_id} title={`Yêu cầu ${deposit.content}`} onClose={onClose} />
  )
}

/** What the second person is responsible for. */
function confirmationOf(deposit: DepositRow): Question {
  const { content, full_name, msisdn, amount, line_amount, reference, matched_by_name, note } = deposit
  if (line_amount === null) return { message: '' }
  return {
    title: `Xác nhận ${content}`,
    message: (
      <Stack gap={2}>
        <Signals signals={riskSignalsOf(deposit)} />
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
