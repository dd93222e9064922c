/** Money into customers' wallets that waits for a second person. */
import type { Rights } from '#web/session/rights.ts'
import { cashbackWaiting } from '#features/customers/cashback/cashback-waiting.contract.ts'
import { cashbackPage } from '#features/customers/pages.contract.ts'
import { adjustmentStatus } from '#features/wallets/adjustment/adjustment.contract.ts'
import { walletPage } from '#features/wallets/pages.contract.ts'
import { walletAdjustment } from '#features/wallets/wallet/wallet-adjustment.contract.ts'
import { useQueue, type Queue } from './queue.screen.tsx'

export function useApprovals({ can }: Rights): Queue[] {
  const adjustments = useQueue(
    can(walletAdjustment.approve) && can(walletAdjustment.list),
    walletAdjustment.list,
    { status: adjustmentStatus.waiting },
    {
      url: walletPage.url,
      search: { tab: 'adjustments' },
      title: 'Điều chỉnh số dư chờ duyệt',
      since: 'created_at',
      sum: 'amount',
      explanation: 'Tiền vào, ra ví khi bạn duyệt',
    },
  )
  // A programme itself, or a higher budget of a running one.
  const programmes = useQueue(
    can(cashbackWaiting.list),
    cashbackWaiting.list,
    {},
    {
      url: cashbackPage.url,
      search: { waits: 'true' },
      title: 'Cashback chờ duyệt',
      since: 'created_at',
      explanation: 'Tiền vào ví khi bạn duyệt',
    },
  )
  return [...adjustments, ...programmes]
}
