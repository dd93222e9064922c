/** Proves the stock from its parts: tickets, movements and slips must all tell the same quantities. */
import type pg from 'pg'

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
  /** Stocks whose tickets have been put away with their month: only their movements are checked. */
  put_away: number
}

const names = ['ticket_count', 'imported', 'sold', 'returned', 'transferred', 'in_stock'] as const

/** Tells each difference to `onFinding`, and how much was looked at. All is read as of one moment. */
export async function verifyStock(client: pg.Client, onFinding: (finding: StockFinding) => void): Promise<StockProof> {
  await client.query('begin isolation level repeatable read read only')
  try {
    for (const check of [againstTickets, againstMovements, brokenChains, againstSlips]) {
      const { rows } = await client.query<StockFinding>(check)
      for (const row of rows) onFinding(row)
    }
    const { rows } = await client.query<StockProof>(looked_at)
    return rows[0]!
  } finally {
    await client.query('rollback')
  }
}

const list = (alias: string) => names.map((name) => `${alias}.${name}`).join(', ')

const againstTickets = `
  select s.open_date, s.area_id, s.base_id,
    'kho ghi ' || concat_ws('/', ${list('s')}) || ', vé cộng lại ' || concat_ws('/', ${list('t')}) || ' (${names.join('/')})' as what
  from (select * from stock where ticket_count > 0) s
  full join (
    select open_date, area_id, base_id, count(*) as ticket_count, sum(imported) as imported, sum(sold) as sold,
      sum(returned) as returned, sum(transferred) as transferred, sum(in_stock) as in_stock
    from xskt_ticket group by 1, 2, 3) t using (open_date, area_id, base_id)
  where (${list('s')}) is distinct from (${list('t')})`

const againstMovements = `
  select s.open_date, s.area_id, s.base_id,
    'kho ghi ' || concat_ws('/', s.imported, s.sold, s.returned, s.transferred) || ', biến động cộng lại '
      || concat_ws('/', m.imported, m.sold, m.returned, m.transferred) || ' (imported/sold/returned/transferred)' as what
  from stock s left join (
    select open_date, area_id, base_id, coalesce(sum(quantity) filter (where kind in (1, 5)), 0) as imported,
      coalesce(sum(case kind when 2 then quantity when 6 then -quantity end), 0) as sold, coalesce(sum(quantity) filter (where kind = 3), 0) as returned,
      coalesce(sum(quantity) filter (where kind = 4), 0) as transferred
    from stock_movement group by 1, 2, 3) m using (open_date, area_id, base_id)
  where (s.imported, s.sold, s.returned, s.transferred) is distinct from (m.imported, m.sold, m.returned, m.transferred)`

const brokenChains = `
  select open_date, area_id, base_id, 'biến động ' || movement_id || ' bắt đầu từ ' || before || ' sau ' || previous as what
  from (
    select *, coalesce(lag(after) over (partition by open_date, area_id, base_id order by movement_id), 0) as previous
    from stock_movement) m
  where before <> previous`

/** Approved slips of months that are still here: their lines are their tickets. */
const againstSlips = `
  select i.open_date, i.area_id, i.base_id,
    'phiếu ' || i.import_code || ' ghi ' || i.line_count || ' dòng, ' || i.quantity || ' vé; trong kho có '
      || coalesce(t.n, 0) || ' dòng, ' || coalesce(t.imported, 0) || ' vé' as what
  from ticket_import i
  join stock s using (open_date, area_id, base_id)
  left join (
    select open_date, ticket_import_id, count(*) as n, sum(imported) as imported
    from xskt_ticket where ticket_import_id is not null group by 1, 2) t using (open_date, ticket_import_id)
  where s.ticket_count > 0 and case when i.status in (3, 5, 6) then (i.line_count, i.quantity) is distinct from (t.n, t.imported) else t.n > 0 end`

const looked_at = `
  select (select count(*) from stock) as stocks, (select count(*) from xskt_ticket) as tickets,
    (select count(*) from stock_movement) as movements, (select count(*) from ticket_import) as slips,
    (select count(*) from stock where ticket_count = 0) as put_away`
