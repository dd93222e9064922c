import { sql } from 'kysely'
import { moneyText } from '#contract/text/money-text.ts'
import { fold } from '#contract/fold.ts'
import { product } from '#features/results/product/product.contract.ts'
import { checkPage } from '#features/results/pages.contract.ts'
import { resultStatus } from '#features/results/result/drawn-numbers.contract.ts'
import type { Db } from '#server/database/transaction.ts'
import type { SearchProvider } from '#server/record/search-provider.ts'
import { checkEntries } from './check.server.ts'
import { drawTerms, isReady } from '#features/results/prize/prize-terms.server.ts'

interface DrawOfStation {
  period_id: number
  category: number
  area_id: number
  open_date: string
  area_name: string
}

/** Ctrl+K: 'dò 417268 hcm' checks the number in the newest result of the named stations; without a name in the results of the last day. */
export const checkSearch: SearchProvider = {
  page: checkPage,
  find: async ({ db, keyword, limit }) => {
    const [, number, station = ''] = /^do\s+(\d{5,6})\s*(.*)$/.exec(fold(keyword.trim())) ?? []
    if (number === undefined) return []
    const draws = await newestDraws(db, number.length, station, limit)
    const results = []
    for (const { period_id, category, area_id, open_date, area_name } of draws) {
      const draw = await drawTerms(db, period_id)
      if (!draw || !isReady(draw)) continue
      const [entry] = await checkEntries(db, draw, [{ numbers: number }])
      const { gross, text, error } = entry!
      results.push({
        label: `${number} · ${area_name}: ${error ?? (gross > 0 ? `${text}, ${moneyText(gross)}` : 'Không trúng')}`,
        detail: `Dò vé ngày ${open_date.split('-').reverse().join('/')}`,
        url: `${checkPage.url}?category=${category}&area_id=${area_id}&open_date=${open_date}&numbers=${number}`,
      })
    }
    return results
  },
}

async function newestDraws(db: Db, digits: number, station: string, limit: number): Promise<DrawOfStation[]> {
  const { rows } = await sql<DrawOfStation>`
    select p.period_id, p.category, p.area_id, p.open_date, a.area_name
    from draw_period p join draw_area a using (area_id) join draw_result r using (period_id)
    where r.status = ${resultStatus.confirmed} and a.number_length = ${digits} and p.category <= ${product.south}
      and (${station} = '' or position(${station} in vn_fold(a.area_name || ' ' || a.area_code)) > 0
        or position(${station} in replace(vn_fold(a.area_name), '.', '')) > 0)
      and p.open_date > current_date - 30
      and (${station} <> '' or p.open_date = (
        select max(q.open_date) from draw_period q join draw_result s using (period_id) where s.status = ${resultStatus.confirmed} and q.area_id is not null))
    order by p.open_date desc, p.category desc, p.area_id limit ${limit}`.execute(db)
  return rows
}
