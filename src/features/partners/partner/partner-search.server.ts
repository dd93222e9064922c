import { contains, vietnamese } from '#server/record/list.ts'
import { matchDetail, type SearchProvider } from '#server/record/search-provider.ts'
import { within } from '#server/scope.ts'
import { partnerPage } from '#features/partners/pages.contract.ts'

/** Finds partners by code, name, tax code, representative and phone number. */
export const partnerSearch: SearchProvider = {
  page: partnerPage,
  find: async ({ db, me, keyword, limit }) => {
    const rows = await db
      .selectFrom('partner')
      .select(['partner_id', 'partner_code', 'partner_name', 'phone_number', 'tax_code', 'representative'])
      .where(within(me, 'partner'))
      .where(contains('search', keyword))
      .orderBy(vietnamese('partner_name'))
      .orderBy('partner_id')
      .limit(limit)
      .execute()
    return rows.map(({ partner_id, partner_code, partner_name, phone_number, tax_code, representative }) => ({
      label: partner_name,
      detail: matchDetail(keyword, { label: partner_name, detail: partner_code, others: [tax_code, representative] }),
      phone_number,
      url: `${partnerPage.url}?partner_id=${partner_id}`,
    }))
  },
}
