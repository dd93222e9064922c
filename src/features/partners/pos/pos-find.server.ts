import { vietnamese } from '#server/list.ts'
import type { SearchProvider } from '#server/search-provider.ts'
import { posPage } from '#features/partners/pages.contract.ts'
import { matching } from './pos.query.server.ts'

/** Points of sale by code, name, address, contact and phone number. */
export const posSearch: SearchProvider = {
  page: posPage,
  find: async ({ db, me, keyword, most }) => {
    const rows = await matching(db, me, { keyword })
      .select(['s.pos_id', 's.pos_code', 's.pos_name', 's.phone_number'])
      .orderBy(vietnamese('s.pos_name'))
      .orderBy('s.pos_id')
      .limit(most)
      .execute()
    return rows.map(({ pos_id, pos_code, pos_name, phone_number }) => ({
      label: pos_name,
      detail: pos_code,
      phone_number,
      url: `${posPage.url}?pos_id=${pos_id}`,
    }))
  },
}
