/** Queries of tickets in stock: filters, columns, and fast paging through ten million of them. */
import type * as z from 'zod/mini'
import { sql, type RawBuilder } from 'kysely'
import { one_plan } from '#server/database/pool.ts'
import type { Fail } from '#server/fail.ts'
import { max_sorted } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { numberText } from '#contract/text/number-text.ts'
import type { ticket_sums, ticketFilters } from './xskt-ticket.contract.ts'
import { ticketStatus } from './ticket.contract.ts'

type Filters = z.output<z.ZodMiniObject<typeof ticketFilters>> & { keyword?: string | null | undefined }

/** Base query of the tickets in the scope of `me` that match the filters, without columns. */
export function ticketQuery(db: Db, me: Me, filters: Filters) {
  const { kind, status, keyword } = filters
  const number = filters.number ?? keyword?.replaceAll(/\D/g, '')
  return (
    db
      .selectFrom('xskt_ticket as t')
      .where(within(me, 'xskt_ticket', 't'))
      .$if(filters.area_id != null, (q) => q.where('t.area_id', '=', filters.area_id!))
      .$if(filters.base_id != null, (q) => q.where('t.base_id', '=', filters.base_id!))
      .$if(filters.open_date != null, (q) => q.where('t.open_date', '=', filters.open_date!))
      .$if(filters.from_date != null, (q) => q.where('t.open_date', '>=', filters.from_date!))
      .$if(filters.to_date != null, (q) => q.where('t.open_date', '<=', filters.to_date!))
      .$if(kind != null, (q) => q.where('t.ticket_group_id', kind === 2 ? 'is not' : 'is', null))
      // Matched from the last digit, because the index stores reversed numbers.
      .$if(!!number, (q) => q.where(sql<string>`reverse(t.number)`, 'like', `${[...number!].toReversed().join('')}%`))
      // A keyword without digits matches no number.
      .$if(number === '', (q) => q.where(sql<boolean>`false`))
      .$if(status === ticketStatus.stopped, (q) => q.where('t.status', '=', ticketStatus.stopped))
      .$if(status === ticketStatus.sold_out, (q) =>
        q.where('t.in_stock', '=', 0).where('t.status', '=', ticketStatus.on_sale),
      )
      .$if(status === ticketStatus.on_sale, (q) =>
        q.where('t.in_stock', '>', 0).where('t.status', '=', ticketStatus.on_sale),
      )
  )
}

/** SQL: the sort expression of tickets `t` for a column of the list, beside the day; stations by the place of their names. */
export function orderOf(column: string): RawBuilder<unknown> {
  if (column === 'xsdt_ticket_id') return sql.ref('t.ticket_id')
  return column === 'area_name' ? placeOfArea('t') : sql.ref(`t.${column}`)
}

/** The names are sorted once: to look up the name of each of millions of tickets takes four times as long. */
const placeOfArea = (alias: string) =>
  sql`array_position((select array_agg(area_id order by area_name collate "vi-x-icu", area_id) from draw_area), ${sql.ref(`${alias}.area_id`)})`

/** Adds the contract's columns. */
export function selectTicket(query: ReturnType<typeof ticketQuery>) {
  return query
    .innerJoin('base_store as b', 'b.base_id', 't.base_id') // unscoped: only the name of the store, joined to a ticket within the scope
    .innerJoin('draw_area as a', 'a.area_id', 't.area_id')
    .leftJoin('app_user as editor', 'editor.user_id', 't.updated_by') // unscoped: only a name
    .select([
      't.ticket_id as xsdt_ticket_id',
      't.area_id',
      'a.area_name',
      'a.category',
      't.open_date',
      't.base_id',
      'b.base_name',
      't.number',
    ])
    .select([
      't.ticket_group_id',
      't.ticket_import_id',
      't.face_value',
      't.price',
      't.imported',
      't.sold',
      't.returned',
      't.return_pending',
    ])
    .select(['t.transferred', 't.in_stock', 't.image_url', 't.created_at', 't.updated_at', 't.version'])
    .select('editor.user_name as updated_by_name')
    .select(sql<string | null>`nullif(t.series, '')`.as('series'))
    .select(sql<1 | 2>`case when t.ticket_group_id is null then 1 else 2 end`.as('kind'))
    .select(
      sql<0 | 1 | 2>`case when t.status = ${sql.lit(ticketStatus.stopped)} then t.status
        when t.in_stock = 0 then ${sql.lit(ticketStatus.sold_out)} else ${sql.lit(ticketStatus.on_sale)} end`.as(
        'status',
      ),
    )
    .$narrowType<{ category: 1 | 2 | 3 }>()
}

export function findTicket(db: Db, me: Me, ticket_id: number) {
  return selectTicket(ticketQuery(db, me, {}))
    .where('t.ticket_id', '=', ticket_id)
    .modifyEnd(one_plan)
    .executeTakeFirst()
}

/** The most tickets that are passed over one by one to reach a page: more take longer than 300 ms. */
const max_skipped = 250_000

/** Refuses a page for which more single tickets would have to be read than people wait for. */
export async function assertReadable(
  db: Db,
  me: Me,
  input: Filters & { page_index: number; page_size: number },
  column: string,
  fail: Fail<'search_time_exceeded'>,
): Promise<void> {
  const refuse = (reason: string) => {
    const message = `${reason} Hãy chọn ngày hoặc đài.`
    fail('search_time_exceeded', { message, fields: { from_date: message, to_date: message } })
  }
  const is_far = (input.page_index - 1) * input.page_size > max_skipped
  // Numbers are found by an index, and few tickets have the same.
  const is_sorted = column !== 'open_date' && input.number == null && input.keyword == null
  if (!is_far && !is_sorted) return
  const { total } = await totalsOfStocks(db, me, input)
  if (is_far && total > max_skipped) refuse('Trang này ở quá xa để đọc nhanh.')
  if (is_sorted && total > max_sorted) refuse(`Có hơn ${numberText(max_sorted)} vé để sắp xếp.`)
}

/** Whether these filters select whole stocks, whose counts and sums are stored. */
export function isOfWholeStocks({ number, keyword, kind, status }: Filters): boolean {
  return [number, keyword, kind, status].every((value) => value == null)
}

function stockQuery(db: Db, me: Me, filters: Filters) {
  return (
    db
      .selectFrom('stock as s')
      .where(within(me, 'stock', 's'))
      // Detached months have no tickets left.
      .where('s.ticket_count', '>', 0)
      .$if(filters.area_id != null, (q) => q.where('s.area_id', '=', filters.area_id!))
      .$if(filters.base_id != null, (q) => q.where('s.base_id', '=', filters.base_id!))
      .$if(filters.open_date != null, (q) => q.where('s.open_date', '=', filters.open_date!))
      .$if(filters.from_date != null, (q) => q.where('s.open_date', '>=', filters.from_date!))
      .$if(filters.to_date != null, (q) => q.where('s.open_date', '<=', filters.to_date!))
  )
}

/** The number and sums of the tickets of these stocks. */
export async function totalsOfStocks(db: Db, me: Me, filters: Filters) {
  const sum = (column: 'ticket_count' | (typeof ticket_sums)[number]) =>
    sql<number>`coalesce(sum(${sql.ref(`s.${column}`)}), 0)`
  const { total, ...sums } = await stockQuery(db, me, filters)
    .select([
      sum('ticket_count').as('total'),
      sum('imported').as('imported'),
      sum('sold').as('sold'),
      sum('returned').as('returned'),
      sum('return_pending').as('return_pending'),
      sum('transferred').as('transferred'),
      sum('in_stock').as('in_stock'),
    ])
    .executeTakeFirstOrThrow()
  return { total, sums }
}

interface Key {
  ticket_id: number
  open_date: string
}

/** Whether a list in this order has the tickets of one stock after those of another. */
export const isByStock = (column: string): column is 'open_date' | 'area_name' =>
  column === 'open_date' || column === 'area_name'

/**
 * One page of the tickets of whole stocks. The stocks' stored counts tell which of them contain the page, so no other tickets are read: a late page
 * costs hardly more than the first.
 */
export async function pageOfStocks(
  db: Db,
  me: Me,
  filters: Filters & { page_index: number; page_size: number },
  column: 'open_date' | 'area_name',
  direction: 'asc' | 'desc',
) {
  const skipped_count = (filters.page_index - 1) * filters.page_size
  const end = skipped_count + filters.page_size
  const [order, reverse] = direction === 'desc' ? [sql`desc`, sql`asc`] : [sql`asc`, sql`desc`]
  const area_order = column === 'area_name' ? sql`${placeOfArea('s')} ${order}, ` : sql``
  const sized = stockQuery(db, me, filters)
    .select(['s.open_date', 's.area_id', 's.base_id', 's.ticket_count'])
    .select(
      sql<number>`sum(s.ticket_count) over (order by ${area_order}s.open_date ${order}, s.area_id ${order}, s.base_id ${order}) - s.ticket_count`.as(
        'before',
      ),
    )
  // unscoped: tickets of stocks within the scope
  const ticketsFrom = (is_nearer: RawBuilder<unknown>, skip: RawBuilder<unknown>, along: RawBuilder<unknown>) => sql`
    select t.ticket_id, t.open_date from xskt_ticket t
    where ${is_nearer} and t.open_date = s.open_date and t.area_id = s.area_id and t.base_id = s.base_id
    order by t.open_date ${along}, t.area_id ${along}, t.base_id ${along}, t.number ${along}, t.series ${along}, t.ticket_group_id ${along}
    offset ${skip} limit s.taken`
  // Read from the nearer end of its stock: the last page costs as little as the first.
  const { rows: keys } = await sql<Key>`
    select t.ticket_id, t.open_date
    from (
      select *, (least(${end} - before, ticket_count) - greatest(${skipped_count} - before, 0))::bigint as taken,
        greatest(${skipped_count} - before, 0)::bigint as skip, (ticket_count - least(${end} - before, ticket_count))::bigint as skip_back
      from ${sized} sized where before < ${end} and before + ticket_count > ${skipped_count}) s
    cross join lateral (
      select t.*, row_number() over () as n from (${ticketsFrom(sql`s.skip <= s.skip_back`, sql`s.skip`, order)}) t
      union all
      select t.*, -row_number() over () as n from (${ticketsFrom(sql`s.skip > s.skip_back`, sql`s.skip_back`, reverse)}) t
    ) t
    order by s.before, t.n ${one_plan}`.execute(db)
  return ticketsIn(db, me, keys)
}

/** These tickets as the contract answers them, in this order. */
export async function ticketsIn(db: Db, me: Me, keys: readonly Key[]) {
  if (keys.length === 0) return []
  const ids = keys.map(({ ticket_id }) => ticket_id)
  const rows = await selectTicket(ticketQuery(db, me, {}))
    .where(sql<boolean>`t.ticket_id = any(${ids}::bigint[])`)
    .where(sql<boolean>`t.open_date = any(${[...new Set(keys.map(({ open_date }) => open_date))]}::date[])`)
    .modifyEnd(one_plan)
    .execute()
  const by_id = new Map(rows.map((row) => [row.xsdt_ticket_id, row]))
  return ids.flatMap((id) => by_id.get(id) ?? [])
}
