import { sql } from 'kysely'
import { isNarrowed, within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { sortOf } from '#server/record/list.ts'
import { figure_names, type Stamp } from '#features/reports/report/report.contract.ts'
import { has_sales, salesOver, stampOf, figure_sums } from '#features/reports/report/report.query.server.ts'
import { play_types } from '#features/results/product/game.rules.ts'
import type { Game } from '#features/results/product/product.contract.ts'
import { ofLine } from '#features/results/product/product.query.server.ts'
import { breakdown, ungrouped } from './breakdown.contract.ts'
import { sharesOf } from './shares.rules.ts'

const playNames = new Map(play_types.map(({ play_type, label }) => [play_type, label]))

export default serve(breakdown, {
  byPrice: async ({ db, me, input, fail }) => {
    const stamp = await stampOf(db, input, fail)
    const rows = await salesOver(db, me, { ...stamp, line: 'xsdt', category: input.category }, ['band'])
      .select(['v.band', ...figure_sums])
      .groupBy('v.band')
      .having(has_sales)
      .execute()
    return { ...pageOfAll(rows, input, 'band', figure_names), ...stamp }
  },

  byType: async ({ db, me, input, fail }) => {
    const stamp = await stampOf(db, input, fail)
    const rows = await plays(db, me, input.category, stamp)
    const items = rows.map((row) => ({ ...row, play_name: playNames.get(row.play_type) ?? `Loại ${row.play_type}` }))
    return { ...pageOfAll(items, input, '-amount', ['lines', 'quantity', 'amount']), ...stamp }
  },

  byGroup: async ({ db, me, input, fail }) => {
    const stamp = await stampOf(db, input, fail)
    const rows = await salesOver(db, me, { ...stamp, line: 'xsdt', category: input.category }, ['pos_id'])
      .leftJoin('pos as p', 'p.pos_id', 'v.pos_id') // unscoped: only the group of a point of sale whose sales are within the scope
      .leftJoin('pos_group as g', 'g.pos_group_id', 'p.pos_group_id')
      .select([
        sql<number>`coalesce(g.pos_group_id, 0)`.as('pos_group_id'),
        sql<string>`coalesce(g.pos_group_name, ${ungrouped}::text)`.as('pos_group_name'),
        ...figure_sums,
      ])
      .groupBy(['g.pos_group_id', 'g.pos_group_name'])
      .having(has_sales)
      .execute()
    return { ...pageOfAll(rows, input, '-amount', figure_names), ...stamp }
  },
})

/** Sales by play type. People with unlimited scope get them from a smaller table without points of sale. */
function plays(db: Db, me: Me, category: Game | null | undefined, { from_date, to_date }: Stamp) {
  const [table, keys] = isNarrowed(me)
    ? [sql.table('sale_play'), sql`partner_id, pos_id, base_id`]
    : [sql.table('sale_day_play'), sql`0 as partner_id, 0 as pos_id, 0 as base_id`]
  const columns = sql`day, category, play_type, lines, quantity, amount, ${keys}`
  const days = sql`day >= ${from_date} and day <= ${to_date}`
  return db
    .selectFrom(
      sql<PlayedRow>`(select ${columns} from ${table} where ${days} union all select ${columns} from sale_play_delta where ${days})`.as(
        'v',
      ),
    )
    .where(within(me, 'sale_play', 'v'))
    .where(ofLine('xsdt', 'v.category'))
    .$if(category != null, (q) => q.where('v.category', '=', category!))
    .select(['v.play_type', 'v.category'])
    .select(({ fn }) => [
      fn.sum<number>('v.lines').as('lines'),
      fn.sum<number>('v.quantity').as('quantity'),
      fn.sum<number>('v.amount').as('amount'),
    ])
    .groupBy(['v.play_type', 'v.category'])
    .having(({ fn }) => fn.sum('v.lines'), '<>', 0)
    .execute()
}

interface PlayedRow {
  day: string
  category: Game
  play_type: number
  lines: number
  quantity: number
  amount: number
}

interface PageInput {
  sort?: string | null | undefined
  page_index: number
  page_size: number
}

/** One page with sums. All rows (a few dozen) are read, because their shares depend on the total. */
function pageOfAll<R extends { amount: number }, S extends keyof R & string>(
  rows: readonly R[],
  { sort, page_index, page_size }: PageInput,
  usual: string,
  sums: readonly S[],
) {
  const shares = sharesOf(rows.map(({ amount }) => amount))
  const [column, direction] = sortOf(sort, usual)
  const sign = direction === 'asc' ? 1 : -1
  const sortedRows = rows
    .map((row, index) => ({ ...row, share: shares[index]! }))
    .toSorted((a, b) => sign * inOrder(a[column as keyof R], b[column as keyof R]) || b.amount - a.amount)
  const from = (page_index - 1) * page_size
  return {
    items: sortedRows.slice(from, from + page_size),
    total: rows.length,
    sums: Object.fromEntries(
      sums.map((name) => [name, rows.reduce((sum, row) => sum + Number(row[name]), 0)]),
    ) as Record<S, number>,
  }
}

const collator = new Intl.Collator('vi')

function inOrder(a: unknown, b: unknown): number {
  return typeof a === 'number' ? a - Number(b) : collator.compare(String(a), String(b))
}
