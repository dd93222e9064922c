import { vietnamese } from '#server/list.ts'
import type { SearchProvider } from '#server/search-provider.ts'
import { accountPage } from './account.contract.ts'
import { matching } from './account.query.server.ts'

/** Accounts by user name, name, phone number and email. */
export const accountSearch: SearchProvider = {
  page: accountPage,
  find: async ({ db, me, keyword, most }) => {
    const rows = await matching(db, me, { keyword })
      .select(['u.user_id', 'u.user_name', 'u.full_name', 'u.phone_number'])
      .orderBy(vietnamese('u.full_name'))
      .orderBy('u.user_id')
      .limit(most)
      .execute()
    return rows.map(({ user_id, user_name, full_name, phone_number }) => ({
      label: full_name,
      detail: user_name,
      phone_number,
      url: `${accountPage.url}?user_id=${user_id}`,
    }))
  },
}
