/** What can be done to a fund, with the dialogs that it takes. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { RowAct } from '#web/act.tsx'
import { Editor } from '#web/editor.tsx'
import { HistoryDrawer } from '#web/history.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useEditor } from '#web/use-editor.ts'
import type { RowOf } from '#web/use-list.ts'
import { adjustmentDirection, type AdjustmentDirection } from '#features/wallets/adjustment/adjustment.contract.ts'
import { fundHistoryTarget, type Target } from '#features/wallets/places.screen.tsx'
import { touched } from '#features/wallets/touched.rules.ts'
import { accountReward } from './reward-account.contract.ts'

export type Fund = RowOf<typeof accountReward.list>

const AdjustDialog = lazyPart(() => import('#features/wallets/adjustment/adjust-dialog.screen.tsx'))

const adjusting = {
  [adjustmentDirection.increase]: { call: accountReward.increase, verb: 'Nạp quỹ' },
  [adjustmentDirection.decrease]: { call: accountReward.decrease, verb: 'Rút quỹ' },
}

type Asking = { fund: Fund; act: AdjustmentDirection | 'history' }

export function useFundActs() {
  const navigate = useNavigate()
  const show = ({ page, search }: Target) => void navigate({ to: page.url, search })
  const [asking, ask] = useState<Asking | null>(null)
  const editor = useEditor({ update: accountReward.update, touches: touched })
  const actsOf = (fund: Fund): RowAct[] => [
    {
      ...words(adjustmentDirection.increase),
      icon: 'plus',
      run: () => ask({ fund, act: adjustmentDirection.increase }),
    },
    {
      ...words(adjustmentDirection.decrease),
      icon: 'minus',
      whyNot: fund.available <= 0 && 'Theo sổ, quỹ không còn tiền để rút.',
      run: () => ask({ fund, act: adjustmentDirection.decrease }),
    },
    { call: accountReward.update, label: 'Hạn mức cảnh báo', icon: 'pencil', run: () => editor.open(fund) },
    {
      call: accountReward.transactionIncreased,
      label: 'Tiền vào, ra',
      icon: 'list',
      run: () => show(fundHistoryTarget(fund.account_id)),
    },
    { call: accountReward.list, label: 'Lịch sử thay đổi', icon: 'history', run: () => ask({ fund, act: 'history' }) },
  ]
  const dialogs = (
    <>
      <Editor
        editor={editor}
        noun="quỹ chi"
        subject={(fund: Fund) => fund.account_name}
        fields={['account_name', 'warn_below']}
        hints={{ warn_below: 'So với số nhỏ hơn giữa số dư theo sổ và số dư tại cổng, sau khi trừ tiền chờ chi' }}
      />
      {asking && <AskedDialog {...asking} onClose={() => ask(null)} />}
    </>
  )
  return { actsOf, dialogs }
}

const words = (direction: AdjustmentDirection) => ({
  call: adjusting[direction].call,
  label: adjusting[direction].verb,
})

function AskedDialog({ fund, act, onClose }: Asking & { onClose: () => void }) {
  const { account_id, account_name, balance, available } = fund
  if (act === 'history')
    return <HistoryDrawer table="reward_account" id={account_id} title={account_name} onClose={onClose} />
  return (
    <AdjustDialog
      {...adjusting[act]}
      of="fund"
      direction={act}
      owner={{ account_id }}
      name={account_name}
      balance={balance}
      available={available}
      touches={touched}
      onClose={onClose}
    />
  )
}
