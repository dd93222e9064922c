/** The acts on a fund, with their dialogs. */
import { useState } from 'react'
import { navigate } from '#web/route/location.ts'
import type { RowAct } from '#web/action/act.tsx'
import { Editor } from '#web/form/editor.tsx'
import { HistoryDrawer } from '#web/record/history.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { useEditor } from '#web/form/use-editor.ts'
import type { RowOf } from '#web/list/use-list.ts'
import { adjustmentDirection, type AdjustmentDirection } from '#features/wallets/adjustment/adjustment.contract.ts'
import { fundHistoryTarget, type Target } from '#features/wallets/links.screen.tsx'
import { money_lists } from '#features/wallets/money-lists.rules.ts'
import { funds } from './fund.contract.ts'
import { fundAdjustment } from './fund-adjustment.contract.ts'

export type FundRow = RowOf<typeof funds.list>

const AdjustDialog = lazyPart(() => import('#features/wallets/adjustment/adjust-dialog.screen.tsx'))

const adjustCalls = {
  [adjustmentDirection.increase]: { call: fundAdjustment.increase, verb: 'Nạp quỹ' },
  [adjustmentDirection.decrease]: { call: fundAdjustment.decrease, verb: 'Rút quỹ' },
}

type OpenDialog = { fund: FundRow; act: AdjustmentDirection | 'history' }

export function useFundActs() {
  const show = ({ page, search }: Target) => navigate({ to: page.url, search })
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const editor = useEditor({ update: funds.update, invalidates: money_lists })
  const actsOf = (fund: FundRow): RowAct[] => [
    {
      ...callAndLabel(adjustmentDirection.increase),
      icon: 'plus',
      run: () => setDialog({ fund, act: adjustmentDirection.increase }),
    },
    {
      ...callAndLabel(adjustmentDirection.decrease),
      icon: 'minus',
      whyNot: fund.available <= 0 && 'Theo sổ, quỹ không còn tiền để rút.',
      run: () => setDialog({ fund, act: adjustmentDirection.decrease }),
    },
    { call: funds.update, label: 'Hạn mức cảnh báo', icon: 'pencil', run: () => editor.open(fund) },
    {
      call: funds.transactionIncreased,
      label: 'Tiền vào, ra',
      icon: 'list',
      run: () => show(fundHistoryTarget(fund.account_id)),
    },
    { call: funds.list, label: 'Lịch sử thay đổi', icon: 'history', run: () => setDialog({ fund, act: 'history' }) },
  ]
  const dialogs = (
    <>
      <Editor
        editor={editor}
        noun="quỹ chi"
        subject={(fund: FundRow) => fund.account_name}
        fields={['account_name', 'warn_below']}
        hints={{ warn_below: 'So với số nhỏ hơn giữa số dư theo sổ và số dư tại cổng, sau khi trừ tiền chờ chi' }}
      />
      {dialog && <FundDialog {...dialog} onClose={() => setDialog(null)} />}
    </>
  )
  return { actsOf, dialogs }
}

const callAndLabel = (direction: AdjustmentDirection) => ({
  call: adjustCalls[direction].call,
  label: adjustCalls[direction].verb,
})

function FundDialog({ fund, act, onClose }: OpenDialog & { onClose: () => void }) {
  const { account_id, account_name, balance, available } = fund
  if (act === 'history')
    return <HistoryDrawer table="reward_account" id={account_id} title={account_name} onClose={onClose} />
  return (
    <AdjustDialog
      {...adjustCalls[act]}
      kind="fund"
      direction={act}
      owner={{ account_id }}
      name={account_name}
      balance={balance}
      available={available}
      invalidates={money_lists}
      onClose={onClose}
    />
  )
}
