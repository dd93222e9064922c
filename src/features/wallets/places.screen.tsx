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

export interface Place {
  page: Page & { view: Right }
  search: Record<string, string>
}

export const walletPlace = (account_id: number): Place => ({ page: walletPage, search: { wallet: String(account_id) } })

/** All that ever happened in the wallet; by itself the page shows the last days. */
export const walletHistoryPlace = (account_id: number): Place => ({
  page: walletHistoryPage,
  search: { account_id: String(account_id), from_date: '*', to_date: '*' },
})

export const fundHistoryPlace = (account_id: number): Place => ({
  page: rewardHistoryPage,
  search: { account_id: String(account_id) },
})

export const depositPlace = (content: string): Place => ({
  page: depositPage,
  search: { tab: 'requests', keyword: content },
})

/** Those lists begin with what waits: this one may be decided. */
const adjustmentPlace = (page: Place['page'], code: string): Place => ({
  page,
  search: { tab: 'adjustments', status: '*', keyword: code },
})
export const walletAdjustmentPlace = (code: string) => adjustmentPlace(walletPage, code)
export const fundAdjustmentPlace = (code: string) => adjustmentPlace(rewardAccountPage, code)

/** The two ways have a page each: to a bank (1), to MoMo (2). */
export const withdrawalPlace = (method: 1 | 2, withdrawal_id: number): Place => ({
  page: method === 1 ? bankWithdrawalPage : momoWithdrawalPage,
  search: { withdrawal_id: String(withdrawal_id) },
})

const Link = createLink(TextLink)

interface PlaceLinkProps {
  place: Place | null
  children: ReactNode
}

/** Leads there whoever may open the page; for others it is only a text. */
export function PlaceLink({ place, children }: PlaceLinkProps) {
  const { can } = useRights()
  if (place === null || !can(place.page.view)) return children
  return (
    <Link to={place.page.url} search={place.search}>
      {children}
    </Link>
  )
}
