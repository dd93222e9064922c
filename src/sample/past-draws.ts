/**
 * The draws of the sample's last two weeks, and what lay in the stores for them: a slip for each station, approved before its draw began to sell.
 * The program makes draws and takes slips only ahead, so these are written as they would stand there now.
 */
import { sql } from 'kysely'
import { ticketNumbers } from './tickets.ts'
import type { Db } from '#server/database/transaction.ts'

export const past_days = 14
/** Draws every few minutes are only made for the newest of these days. */
const dense_days = 1

export async function addPastDraws(db: Db): Promise<void> {
  await sql`
    insert into draw_period (category, area_id, open_date, period_code, open_at, return_until, stop_at, print_at, draw_at)
      select a.category, a.area_id, d.day, a.area_code || '-' || to_char(d.day, 'YYYYMMDD'), (d.day - 1) + a.import_time::time,
        d.day + a.return_time::time, d.day + a.stop_time::time, d.day + a.stop_time::time, d.day + a.draw_time::time
      from draw_area a join draw_area_weekday w using (area_id)
      join (select day::date from generate_series(current_date - ${past_days}::integer, current_date, interval '1 day') day) d
        on extract(isodow from d.day) = w.weekday
      where a.status = 1 and not exists (select from draw_closed_day c where c.area_id = a.area_id and c.day = d.day)
      order by d.day, a.area_id
    on conflict do nothing`.execute(db)
  await sql`
    select make_game_periods(category, current_date - case when every_minutes < 60 then ${dense_days}::integer else ${past_days}::integer end, current_date)
    from game order by category`.execute(db)
}

interface Slip {
  slip: number
  area_id: number
  open_date: string
  base_id: number
  number_length: number
}

/** Who made and who approved the slips. */
interface People {
  maker: number
  approver: number
}

/** For every draw up to the last that sells now: 60 to 100 numbers, a handful to a bundle of tickets of each. */
export async function addPastTickets(db: Db, people: People): Promise<void> {
  const { rows: slips } = await sql<Slip>`
    select row_number() over (order by p.open_date, p.area_id)::integer as slip, p.area_id, p.open_date, b.base_id, a.number_length
    from draw_period p join base_store_area b using (area_id) join draw_area a using (area_id)
    where p.open_date between current_date - ${past_days}::integer and current_date
      or p.open_date = current_date + 1 and p.open_at < now() - interval '1 hour'`.execute(db)
  const lines = slips.flatMap(({ slip, number_length }) =>
    ticketNumbers(slip * 3 + 7, 60 + ((slip * 17) % 41), number_length, 'early').map((number, n) => ({
      slip,
      number,
      quantity: 5 + ((n * 7 + slip * 3) % 8) * 5,
    })),
  )
  await makeSlips(db, slips, lines, people)
  await receive(db)
}

async function makeSlips(
  db: Db,
  slips: readonly Slip[],
  lines: readonly { slip: number; number: string; quantity: number }[],
  { maker, approver }: People,
): Promise<void> {
  await sql`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(slips)}::jsonb) s (slip integer, area_id integer, open_date date, base_id integer)),
    line as (select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) l (slip integer, number text, quantity integer)),
    sums as (select slip, count(*) as line_count, sum(quantity) as quantity from line group by slip),
    made as (
      insert into ticket_import (base_id, area_id, open_date, period_id, source, status, line_count, quantity, amount, note, created_by, created_at,
          approved_by, approved_at)
        select s.base_id, s.area_id, s.open_date, p.period_id, 2, 3, n.line_count, n.quantity, n.quantity * a.face_value, 'Đợt đầu',
          ${maker}, p.open_at + make_interval(mins => 4 + s.slip % 20), ${approver}, p.open_at + make_interval(mins => 12 + s.slip % 25)
        from asked s join sums n using (slip) join draw_period p using (area_id, open_date) join draw_area a using (area_id)
        order by s.slip
      returning ticket_import_id, area_id, open_date)
    insert into ticket_import_line (open_date, ticket_import_id, number, series, quantity, price)
      select m.open_date, m.ticket_import_id, l.number, '', l.quantity, a.face_value
      from made m join asked s using (area_id, open_date) join line l using (slip) join draw_area a using (area_id)`.execute(
    db,
  )
}

/** What the approved slips brought into the stores, at the moments of their approval. */
async function receive(db: Db): Promise<void> {
  await sql`
    insert into xskt_ticket (open_date, area_id, base_id, number, series, ticket_import_id, face_value, price, imported, in_stock, created_at)
      select i.open_date, i.area_id, i.base_id, l.number, l.series, i.ticket_import_id, a.face_value, l.price, l.quantity, l.quantity, i.approved_at
      from ticket_import i join ticket_import_line l using (open_date, ticket_import_id) join draw_area a using (area_id)
      where i.status = 3 order by i.ticket_import_id, l.number`.execute(db)
  await sql`
    insert into stock (open_date, area_id, base_id, ticket_count, imported, in_stock)
      select open_date, area_id, base_id, line_count, quantity, quantity from ticket_import where status = 3`.execute(
    db,
  )
  await sql`
    insert into stock_movement (at, open_date, area_id, base_id, kind, quantity, before, after, ticket_import_id, created_by)
      select approved_at, open_date, area_id, base_id, 1, quantity, 0, quantity, ticket_import_id, approved_by
      from ticket_import where status = 3 order by approved_at, ticket_import_id`.execute(db)
}

/**
 * What was left when returns closed went back for the most part: every line for which a store had more than a few. The stores of draws that are
 * over are closed.
 */
export async function closePastDraws(db: Db): Promise<void> {
  const closed_by = sql`(select user_id from app_user where user_name = 'quantri')`
  await sql`
    with over as (
      select p.open_date, p.area_id, b.base_id, p.return_until
      from draw_period p join base_store_area b using (area_id)
      where p.area_id is not null and p.stop_at < now() and p.open_date >= current_date - ${past_days}::integer),
    back as (
      update xskt_ticket t set returned = t.returned + t.in_stock - t.in_stock / 6, in_stock = t.in_stock / 6
        from over o
        where (t.open_date, t.area_id, t.base_id) = (o.open_date, o.area_id, o.base_id) and t.in_stock > 0 and t.ticket_import_id is not null
      returning t.open_date, t.area_id, t.base_id, t.ticket_import_id, t.imported - t.sold - t.transferred - t.in_stock as gone),
    by_slip as (
      update ticket_import i set returned_quantity = b.gone, status = 5, updated_by = ${closed_by}, updated_at = o.return_until - interval '20 minutes'
        from (select open_date, area_id, base_id, ticket_import_id, sum(gone) as gone from back group by 1, 2, 3, 4) b
          join over o using (open_date, area_id, base_id)
        where i.ticket_import_id = b.ticket_import_id and b.gone > 0
      returning i.open_date, i.area_id, i.base_id, i.ticket_import_id, i.returned_quantity),
    moved as (
      update stock s set returned = s.returned + b.gone, in_stock = s.in_stock - b.gone, status = 2
        from (select open_date, area_id, base_id, sum(returned_quantity) as gone from by_slip group by 1, 2, 3) b
        where (s.open_date, s.area_id, s.base_id) = (b.open_date, b.area_id, b.base_id)
      returning s.open_date, s.area_id, s.base_id, s.in_stock, b.gone)
    insert into stock_movement (at, open_date, area_id, base_id, kind, quantity, before, after, ticket_import_id, note, created_by)
      select o.return_until - interval '20 minutes', m.open_date, m.area_id, m.base_id, 3, m.gone, m.in_stock + m.gone, m.in_stock,
        (select min(ticket_import_id) from by_slip b where (b.open_date, b.area_id, b.base_id) = (m.open_date, m.area_id, m.base_id)),
        'Hoàn vé cuối kỳ', ${closed_by}
      from moved m join over o using (open_date, area_id, base_id) order by 1, m.area_id`.execute(db)
}
