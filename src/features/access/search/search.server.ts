import { rightsIn } from '#contract/page.ts'
import type { QuickAct } from '#server/area.ts'
import type { SearchProvider } from '#server/record/search-provider.ts'
import { serve } from '#server/serve.ts'
import { hasRight } from '#server/session/session.ts'
import { recordSearch } from '#contract/web-calls/search.ts'

const max_shown = 5

/** The search over the records of all features: the search of each page that the person may see. */
export default function searchOver(providers: readonly SearchProvider[], quickActs: readonly QuickAct[]) {
  return serve(recordSearch, {
    find: async ({ db, me, input }) => {
      const groups = []
      for (const { page, find } of providers) {
        if (!hasRight(me, page.view)) continue
        const matches = await find({ db, me, keyword: input.keyword, limit: max_shown + 1 })
        const items = matches.slice(0, max_shown)
        if (items.length === 0) continue
        groups.push({ page_url: page.url, page_name: page.title, items, more: matches.length > max_shown })
      }
      return groups
    },
    quickActs: async ({ me }) =>
      quickActs
        .filter(({ page, call }) => hasRight(me, page.view) && rightsIn(call.may).some((right) => hasRight(me, right)))
        .map(({ page, call }) => ({ label: call.title, page_url: page.url, page_name: page.title })),
  })
}
