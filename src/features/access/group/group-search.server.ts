import type { SearchProvider } from '#server/record/search-provider.ts'
import { contains, vietnamese } from '#server/record/list.ts'
import { groupPage } from '../pages.contract.ts'

/** Finds groups by name and description. */
export const groupSearch: SearchProvider = {
  page: groupPage,
  find: async ({ db, keyword, limit }) => {
    const rows = await db
      .selectFrom('user_group as g')
      .select(['g.group_id', 'g.group_name', 'g.description'])
      .where(contains('g.search', keyword))
      .orderBy(vietnamese('g.group_name'))
      .limit(limit)
      .execute()
    return rows.map(({ group_id, group_name, description }) => ({
      label: group_name,
      detail: description,
      url: `${groupPage.url}?group_id=${group_id}`,
    }))
  },
}
