import { vietnamese } from '#server/record/list.ts'
import { matchDetail, type SearchProvider } from '#server/record/search-provider.ts'
import { accountPage } from '../pages.contract.ts'
import { accountQuery } from './account.query.server.ts'

/** Finds accounts by user name, name, phone number and email. */
export const accountSearch: SearchProvider = {
  page: accountPage,
  find: async ({ db, me, keyword, limit }) => {
    const rows = await accountQuery(db, me, { keyword })
      .select(['u.user_id', 'u.user_name', 'u.full_name', 'u.phone_number', 'u.email', 'u.unit'])
      .orderBy(vietnamese('u.full_name'))
      .orderBy('u.user_id')
      .limit(limit)
      .execute()
    return rows.map(({ user_id, user_name, full_name, phone_number, email, unit }) => ({
      label: full_name,
      detail: matchDetail(keyword, { label: full_name, detail: user_name, others: [email, unit] }),
      phone_number,
      url: `${accountPage.url}?user_id=${user_id}`,
    }))
  },
}
