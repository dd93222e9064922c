import { moneyText } from '#contract/text/money-text.ts'
import type { SearchProvider } from '#server/record/search-provider.ts'
import { vietnamese } from '#server/record/list.ts'
import { walletPage } from '#features/wallets/pages.contract.ts'
import { walletQuery } from './wallet.query.server.ts'

/** Finds wallets by the customer's phone number or name. */
export const walletSearch: SearchProvider = {
  page: walletPage,
  find: async ({ db, me, keyword, limit }) => {
    const rows = await walletQuery(db, me, { keyword })
      .select(['w.account_id', 'w.msisdn', 'w.full_name', 'l.balance'])
      .orderBy(vietnamese('w.full_name'))
      .orderBy('w.account_id')
      .limit(limit)
      .execute()
    return rows.map(({ account_id, msisdn, full_name, balance }) => ({
      label: full_name,
      detail: `Ví · ${moneyText(balance)}`,
      phone_number: msisdn,
      url: `${walletPage.url}?wallet=${account_id}`,
    }))
  },
}
