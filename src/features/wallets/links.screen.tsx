/** Links to the area's records, with the parameters that their pages read from the address. */
import type { ReactNode } from 'react'
import { PageLink } from '#web/route/link.tsx'
import { useRights } from '#web/session/rights.ts'
import type { Page, Right } from '#contract/page.ts'
import type { Gateway } from '#features/wallets/fund/fund.contract.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { rewardPage } from '#features/rewards/pages.contract.ts'
import {
  bankWithdrawalPage,
  depositPage,
  momoWithdrawalPage,
  fundPage,
  fundHistoryPage,
  walletHistoryPage,
  walletPage,
} from './pages.contract.ts'

export interface Target {
  page: Page & { view: Right }
  search: Record<string, string>
}

/** The page of wallets with this one's details open. */
export const walletTarget = (account_id: number): Target => ({
  page: walletPage,
  search: { wallet: String(account_id) },
})

/** The wallet's whole history; without a range the page shows the last days. */
export const walletHistoryTarget = (account_id: number): Target => ({
  page: walletHistoryPage,
  search: { account_id: String(account_id), from_date: '*', to_date: '*' },
})

/** A fund's movements in the range of days with which the page starts. */
export const fundHistoryTarget = (account_id: number): Target => ({
  page: fundHistoryPage,
  search: { account_id: String(account_id) },
})

/** The list of deposit requests, searched by the content of the transfer ('NAP000123'). */
export const depositTarget = (content: string): Target => ({
  page: depositPage,
  search: { tab: 'requests', keyword: content },
})

/** With every status: those lists start with the waiting ones, and this record may be decided. */
const adjustmentTarget = (page: Target['page'], code: string): Target => ({
  page,
  search: { tab: 'adjustments', status: '*', keyword: code },
})
/** Adjustments of wallets, searched by the adjustment's code. */
export const walletAdjustmentTarget = (code: string) => adjustmentTarget(walletPage, code)
/** Adjustments of funds, searched by the adjustment's code. */
export const fundAdjustmentTarget = (code: string) => adjustmentTarget(fundPage, code)

/** Withdrawals that the bank pays and those that MoMo pays have a page each. */
export const withdrawalTarget = (gateway: Gateway, withdrawal_id: number): Target => ({
  page: gateway === 1 ? bankWithdrawalPage : momoWithdrawalPage,
  search: { withdrawal_id: String(withdrawal_id) },
})

/** The list of rewards of all days with this one's details open. */
export const rewardTarget = (reward_id: number): Target => ({
  page: rewardPage,
  search: { reward_id: String(reward_id), from_date: '*', to_date: '*' },
})

/** The page of all orders with this one's details open. */
export const orderTarget = (order_id: number): Target => ({
  page: transactionPage,
  search: { order: String(order_id) },
})

interface TargetLinkProps {
  target: Target | null
  children: ReactNode
}

/** A link for people who may open the page; for others only the text. */
export function TargetLink({ target, children }: TargetLinkProps) {
  const { can } = useRights()
  if (target === null || !can(target.page.view)) return children
  return (
    <PageLink to={target.page.url} search={target.search}>
      {children}
    </PageLink>
  )
}
