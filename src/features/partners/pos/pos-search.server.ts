import { vietnamese } from '#server/record/list.ts'
import { matchDetail, type SearchProvider } from '#server/record/search-provider.ts'
import { posPage } from '#features/partners/pages.contract.ts'
import { posQuery } from './pos.query.server.ts'

/** Finds points of sale by code, name, address, contact and phone number. */
export const posSearch: SearchProvider = {
  page: posPage,
  find: async ({ db, me, keyword, limit }) => {
    const rows = await posQuery(db, me, { keyword })
      .select(['s.pos_id', 's.pos_code', 's.pos_name', 's.phone_number', 's.address', 's.contact_name'])
      .orderBy(vietnamese('s.pos_name'))
      .orderBy('s.pos_id')
      .limit(limit)
      .execute()
    return rows.map(({ pos_id, pos_code, pos_name, phone_number, address, contact_name }) => ({
      label: pos_name,
      detail: matchDetail(keyword, { label: pos_name, detail: pos_code, others: [address, contact_name] }),
      phone_number,
      url: `${posPage.url}?pos_id=${pos_id}`,
    }))
  },
}
