/** Where in the area a thing is shown, as the page there reads it from its address. */
import { createLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRights } from '#web/rights.ts'
import { TextLink } from '#web/ui/text.tsx'
import type { Page, Right } from '#contract/page.ts'
import {
  bankWithdrawalPage,
  depositPage,
  momoWithdrawalPage,
  rewardAccountPage,
  rewardHistoryPage,
  walletHistoryPage,
  walletPage,
} from './pages.contract.ts'

export interface Target {
  page: Page & { view: Right }
  search: Record<string, string>
}

export const walletTarget = (account_id: number): Target => ({
  page: walletPage,
  search: { wallet: String(account_id) },
})

/** All that ever happened in the wallet; by itself the page shows the last days. */
export const walletHistoryTarget = (account_id: number): Target => ({
  page: walletHistoryPage,
  search: { account_id: String(account_id), from_date: '*', to_date: '*' },
})

export const fundHistoryTarget = (account_id: number): Target => ({
  page: rewardHistoryPage,
  search: { account_id: String(account_id) },
})

export const depositTarget = (content: string): Target => ({
  page: depositPage,
  search: { tab: 'requests', keyword: content },
})

/** Those lists begin with what waits: this one may be decided. */
const adjustmentTarget = (page: Target['page'], code: string): Target => ({
  page,
  search: { tab: 'adjustments', status: '*', keyword: code },
})
export const walletAdjustmentTarget = (code: string) => adjustmentTarget(walletPage, code)
export const fundAdjustmentTarget = (code: string) => adjustmentTarget(rewardAccountPage, code)

/** The two ways have a page each: to a bank (1), to MoMo (2). */
export const withdrawalTarget = (method: 1 | 2, withdrawal_id: number): Target => ({
  page: method === 1 ? bankWithdrawalPage : momoWithdrawalPage,
  search: { withdrawal_id: String(withdrawal_id) },
})

const Link = createLink(TextLink)

interface TargetLinkProps {
  place: Target | null
  children: ReactNode
}

/** Leads there whoever may open the page; for others it is only a text. */
export function TargetLink({ place, children }: TargetLinkProps) {
  const { can } = useRights()
  if (place === null || !can(place.page.view)) return children
  return (
    <Link to={place.page.url} search={place.search}>
      {children}
    </Link>
  )
}
