/** Verifies the stock: tickets, movements and slips must agree on every quantity. unscoped: it checks everything. */
import { sql, type RawBuilder } from 'kysely'
import type pg from 'pg'
import { dbOn } from '#server/database/pool.ts'
import { returnLife } from '#features/tickets/ticket-return/return-life.contract.ts'
import { importStatus } from '#features/tickets/ticket-import/ticket-import.contract.ts'

export interface StockFinding {
  open_date: string
  area_id: number
  base_id: number
  what: string
}

export interface StockProof {
  stocks: number
  tickets: number
  movements: number
  slips: number
  /** Stocks of detached months: only their movements are checked. */
  put_away: number
}

const columns = ['ticket_count', 'imported', 'sold', 'returned', 'transferred', 'return_pending', 'in_stock'] as const

/** Reports each difference to `onFinding` and returns how much was checked, all from one snapshot. */
export async function verifyStock(client: pg.Client, onFinding: (finding: StockFinding) => void): Promise<StockProof> {
  await client.query('begin isolation level repeatable read read only')
  try {
    for (const check of stockChecks(null)) {
      const { rows } = await check.execute(dbOn(client))
      for (const row of rows) onFinding(row)
    }
    const { rows } = await client.query<StockProof>(checked_counts)
    return rows[0]!
  } finally {
    await client.query('rollback')
  }
}

/** The differences in the stock of the draws of one day, or of all days. */
export const stockChecks = (day: string | null): RawBuilder<StockFinding>[] =>
  [
    differencesToTickets,
    differencesToMovements,
    gapsBetweenMovements,
    differencesToSlips,
    differencesToReturnSlips,
    differencesToFaceValues,
  ].map((check) => check(day))

const columnsOf = (alias: string) => sql.join(columns.map((name) => sql.ref(`${alias}.${name}`)))
const column_names = sql.lit(columns.join('/'))

/** The day is filtered inside each source, so that only its rows are read. */
const onDay = (day: string | null, column = 'open_date') =>
  day === null ? sql`true` : sql`${sql.ref(column)} = ${sql.lit(day)}::date`

const differencesToTickets = (day: string | null) => sql<StockFinding>`
  select s.open_date, s.area_id, s.base_id,
    'kho ghi ' || concat_ws('/', ${columnsOf('s')}) || ', vé cộng lại ' || concat_ws('/', ${columnsOf('t')}) || ' (' || ${column_names} || ')' as what
  from (select * from stock where ticket_count > 0 and ${onDay(day)}) s
  full join (
    select open_date, area_id, base_id, count(*) as ticket_count, sum(imported) as imported, sum(sold) as sold,
      sum(returned) as returned, sum(transferred) as transferred,
      sum(return_pending) as return_pending, sum(in_stock) as in_stock
    from xskt_ticket where ${onDay(day)} group by 1, 2, 3) t using (open_date, area_id, base_id)
  where (${columnsOf('s')}) is distinct from (${columnsOf('t')})`

const differencesToMovements = (day: string | null) => sql<StockFinding>`
  select s.open_date, s.area_id, s.base_id,
    'kho ghi ' || concat_ws('/', s.imported, s.sold, s.returned, s.transferred, s.return_pending) || ', biến động cộng lại '
      || concat_ws('/', m.imported, m.sold, m.returned, m.transferred, m.return_pending) || ' (imported/sold/returned/transferred/return_pending)' as what
  from (select * from stock where ${onDay(day)}) s left join (
    select open_date, area_id, base_id, coalesce(sum(quantity) filter (where kind in (1, 5)), 0) as imported,
      coalesce(sum(case kind when 2 then quantity when 6 then -quantity end), 0) as sold, coalesce(sum(quantity) filter (where kind in (3, 9)), 0) as returned,
      coalesce(sum(case kind when 7 then quantity when 8 then -quantity when 9 then -quantity end), 0) as return_pending,
      coalesce(sum(quantity) filter (where kind = 4), 0) as transferred
    from stock_movement where ${onDay(day)} group by 1, 2, 3) m using (open_date, area_id, base_id)
  where (s.imported, s.sold, s.returned, s.transferred, s.return_pending)
    is distinct from (m.imported, m.sold, m.returned, m.transferred, m.return_pending)`

const gapsBetweenMovements = (day: string | null) => sql<StockFinding>`
  select open_date, area_id, base_id, 'biến động ' || movement_id || ' bắt đầu từ ' || before || ' sau ' || previous as what
  from (
    select *, coalesce(lag(after) over (partition by open_date, area_id, base_id order by movement_id), 0) as previous
    from stock_movement where ${onDay(day)}) m
  where before <> previous`

const { approved, partly_returned, returned } = importStatus
const in_stock = [approved, partly_returned, returned]

/** Approved slips of months that are not detached: their lines must be their tickets. */
const differencesToSlips = (day: string | null) => sql<StockFinding>`
  select i.open_date, i.area_id, i.base_id,
    'phiếu ' || i.import_code || ' ghi ' || i.line_count || ' dòng, ' || i.quantity || ' vé; trong kho có '
      || coalesce(t.n, 0) || ' dòng, ' || coalesce(t.imported, 0) || ' vé' as what
  from ticket_import i
  join stock s using (open_date, area_id, base_id)
  left join (
    select open_date, ticket_import_id, count(*) as n, sum(imported) as imported
    from xskt_ticket where ticket_import_id is not null and ${onDay(day)} group by 1, 2) t using (open_date, ticket_import_id)
  where ${onDay(day, 'i.open_date')} and s.ticket_count > 0 and case when i.status in (${sql.join(in_stock.map((kind) => sql.lit(kind)))}) then (i.line_count, i.quantity) is distinct from (t.n, t.imported) else t.n > 0 end`

/** Return slips: waiting ones are counted on the tickets, confirmed ones must have a movement. */
const differencesToReturnSlips = (day: string | null) => sql<StockFinding>`
  select r.open_date, r.area_id, r.base_id,
    'phiếu ' || r.return_code || ' ghi ' || r.line_count || ' dòng, ' || r.quantity || ' vé; dòng cộng lại '
      || coalesce(l.n, 0) || ' dòng, ' || coalesce(l.quantity, 0) || ' vé' as what
  from ticket_return r
  left join (
    select ticket_return_id, count(*) as n, sum(quantity) as quantity from ticket_return_line group by 1) l using (ticket_return_id)
  where ${onDay(day, 'r.open_date')} and (r.line_count, r.quantity) is distinct from (l.n, l.quantity::bigint)
  union all
  select s.open_date, s.area_id, s.base_id,
    'kho ghi ' || s.return_pending || ' vé chờ hoàn, phiếu chờ xác nhận cộng lại ' || coalesce(w.quantity, 0) as what
  from stock s
  left join (
    select open_date, area_id, base_id, sum(quantity) as quantity from ticket_return where status = ${sql.lit(returnLife.status.waiting)}
    group by 1, 2, 3) w using (open_date, area_id, base_id)
  where ${onDay(day, 's.open_date')} and s.return_pending <> coalesce(w.quantity, 0)`

/** The face value of the tickets, where the stock says that all have the same. */
const differencesToFaceValues = (day: string | null) => sql<StockFinding>`
  select s.open_date, s.area_id, s.base_id, 'kho ghi mệnh giá ' || s.face_value || ', có vé mệnh giá ' || min(t.face_value) || '–' || max(t.face_value) as what
  from stock s join xskt_ticket t using (open_date, area_id, base_id)
  where ${onDay(day, 's.open_date')} and s.ticket_count > 0 and s.face_value is not null
  group by s.open_date, s.area_id, s.base_id, s.face_value having min(t.face_value) <> s.face_value or max(t.face_value) <> s.face_value`

const checked_counts = `
  select (select count(*) from stock) as stocks, (select count(*) from xskt_ticket) as tickets,
    (select count(*) from stock_movement) as movements, (select count(*) from ticket_import) as slips,
    (select count(*) from stock where ticket_count = 0) as put_away`
