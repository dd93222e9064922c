/**
 * The draws of the sample's last two weeks and their stock: a slip for each station, approved before the sale began. The rows are written directly
 * because the calls accept draws and slips only for the future.
 */
import { sql } from 'kysely'
import type { SamplePerson } from './act.ts'
import type { NumberedDraw, TakeNumbers } from './ticket-numbers.ts'
import type { Db } from '#server/database/transaction.ts'

export const past_days = 14
/** Return terms of the sample's stations, in basis points. */
const sample_terms = { limit_rate: 8_000, price_rate: 8_750 } as const
/** Number of newest days for which draws every few minutes are created. */
const frequent_game_days = 1

/**
 * Creates the draws of open stations and games of the last 14 days up to today; of games that draw every few minutes
 * only since yesterday.
 */
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
    select make_game_periods(category, current_date - case when every_minutes < 60 then ${frequent_game_days}::integer else ${past_days}::integer end, current_date)
    from game order by category`.execute(db)
}

/** Adds the return terms of all stations in these weeks, and new terms of one station from tomorrow. */
export async function addReturnTerms(db: Db, created_by: number): Promise<void> {
  const { limit_rate, price_rate } = sample_terms
  await sql`
    insert into return_term (area_id, from_day, limit_rate, price_rate, note, created_by) values
      (null, current_date - ${past_days}::integer - 1, ${limit_rate}, ${price_rate}, 'Theo hợp đồng đại lý', ${created_by}),
      ((select min(area_id) from draw_area where status = 1 and category = 3), current_date + 1, 7000, ${price_rate}, 'Phụ lục mới', ${created_by})`.execute(
    db,
  )
}

interface Slip extends NumberedDraw {
  slip: number
  base_id: number
}

/** Creator and approver of the slips. */
interface People {
  maker: SamplePerson
  approver: SamplePerson
}

/** Adds stock for every draw up to the latest on sale: 60 to 100 numbers with a few to many tickets each. */
export async function addPastTickets(db: Db, people: People, takeNumbers: TakeNumbers): Promise<void> {
  const { rows: slips } = await sql<Slip>`
    select row_number() over (order by p.open_date, p.area_id)::integer as slip, p.area_id, p.open_date, b.base_id, a.number_length
    from draw_period p join base_store_area b using (area_id) join draw_area a using (area_id)
    where p.open_date between current_date - ${past_days}::integer and current_date
      or p.open_date = current_date + 1 and p.open_at < now() - interval '1 hour'`.execute(db)
  const lines = slips.flatMap(({ slip, ...draw }) =>
    takeNumbers(draw, 60 + ((slip * 17) % 41)).map((number, n) => ({
      slip,
      number,
      quantity: 5 + ((n * 7 + slip * 3) % 8) * 5,
    })),
  )
  await makeSlips(db, slips, lines, people)
  await addToStock(db)
}

async function makeSlips(
  db: Db,
  slips: readonly Slip[],
  lines: readonly { slip: number; number: string; quantity: number }[],
  { maker, approver }: People,
): Promise<void> {
  await sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(slips)}::jsonb) s (slip integer, area_id integer, open_date date, base_id integer)),
    line as (select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) l (slip integer, number text, quantity integer)),
    sums as (select slip, count(*) as line_count, sum(quantity) as quantity from line group by slip),
    made as (
      insert into ticket_import (base_id, area_id, open_date, period_id, source, status, line_count, quantity, amount, note, created_by, created_at,
          approved_by, approved_at)
        select s.base_id, s.area_id, s.open_date, p.period_id, 2, 3, n.line_count, n.quantity, n.quantity * a.face_value, 'Đợt đầu',
          ${maker.user_id}, p.open_at + make_interval(mins => 4 + s.slip % 20), ${approver.user_id}, p.open_at + make_interval(mins => 12 + s.slip % 25)
        from wanted s join sums n using (slip) join draw_period p using (area_id, open_date) join draw_area a using (area_id)
        order by s.slip
      returning ticket_import_id, area_id, open_date)
    insert into ticket_import_line (open_date, ticket_import_id, number, series, quantity, price)
      select m.open_date, m.ticket_import_id, l.number, '', l.quantity, a.face_value
      from made m join wanted s using (area_id, open_date) join line l using (slip) join draw_area a using (area_id)`.execute(
    db,
  )
}

/** Adds the stock movements of the approved slips, at the times of their approval. */
async function addToStock(db: Db): Promise<void> {
  await sql`
    insert into xskt_ticket (open_date, area_id, base_id, number, series, ticket_import_id, face_value, price, imported, in_stock, created_at)
      select i.open_date, i.area_id, i.base_id, l.number, l.series, i.ticket_import_id, a.face_value, l.price, l.quantity, l.quantity, i.approved_at
      from ticket_import i join ticket_import_line l using (open_date, ticket_import_id) join draw_area a using (area_id)
      where i.status = 3 order by i.ticket_import_id, l.number`.execute(db)
  await sql`
    insert into stock (open_date, area_id, base_id, ticket_count, imported, in_stock, face_value)
      select open_date, area_id, base_id, line_count, quantity, quantity, face_value
      from ticket_import join draw_area using (area_id) where ticket_import.status = 3`.execute(db)
  await sql`
    insert into stock_movement (at, open_date, area_id, base_id, kind, quantity, before, after, ticket_import_id, created_by)
      select approved_at, open_date, area_id, base_id, 1, quantity, 0, quantity, ticket_import_id, approved_by
      from ticket_import where status = 3 order by approved_at, ticket_import_id`.execute(db)
}

/**
 * Returns three quarters of the tickets left when returns closed, on a slip for each store, and closes the stores' past draws. The program settles
 * the remaining tickets once their prizes are calculated.
 */
export async function closePastDraws(db: Db): Promise<void> {
  const past_draws = sql`
    select p.open_date, p.area_id, b.base_id, p.period_id, p.return_until, p.stop_at
    from draw_period p join base_store_area b using (area_id)
    where p.area_id is not null and p.stop_at < now() and p.open_date >= current_date - ${past_days}::integer`
  const decided_by = sql`(select user_id from app_user where user_name = 'duyetve')`
  // A store's keeper creates its slips; for a store without a keeper the head office does.
  const made_by = sql`(select user_id from app_user where user_name in ('kho', 'quantri') and base_id is not distinct from o.base_id
    or user_name = 'quantri' order by user_name limit 1)`
  await sql`
    with left_over as (
      select t.open_date, t.area_id, t.base_id, count(*) as line_count, sum(t.in_stock * 3 / 4) as quantity,
        sum((t.in_stock * 3 / 4)::bigint * t.face_value) as face_amount,
        sum((t.in_stock * 3 / 4)::bigint * (t.face_value * ${sample_terms.price_rate}::bigint / 10000)) as amount
      from xskt_ticket t where t.in_stock > 1 and t.ticket_import_id is not null group by 1, 2, 3)
    insert into ticket_return (base_id, area_id, open_date, period_id, status, line_count, quantity, face_amount, amount, limit_rate, price_rate,
        received, reason, created_by, created_at, decided_by, decided_at)
      select o.base_id, o.area_id, o.open_date, o.period_id, 2, l.line_count, l.quantity, l.face_amount, l.amount,
        ${sample_terms.limit_rate}, ${sample_terms.price_rate}, s.imported, 'Vé không bán hết',
        ${made_by}, o.return_until - interval '20 minutes', ${decided_by}, o.return_until - interval '12 minutes'
      from (${past_draws}) o join left_over l using (open_date, area_id, base_id) join stock s using (open_date, area_id, base_id)
      order by o.return_until, o.area_id`.execute(db)
  await sql`
    insert into ticket_return_line (ticket_return_id, ticket_id, open_date, number, series, ticket_import_id, quantity, face_value, return_price)
      select r.ticket_return_id, t.ticket_id, t.open_date, t.number, t.series, t.ticket_import_id, t.in_stock * 3 / 4, t.face_value,
        t.face_value::bigint * r.price_rate / 10000
      from (${past_draws}) o join ticket_return r using (open_date, area_id, base_id) join xskt_ticket t using (open_date, area_id, base_id)
      where t.in_stock > 1 and t.ticket_import_id is not null`.execute(db)
  await sql`
    update xskt_ticket t set returned = t.returned + l.quantity, in_stock = t.in_stock - l.quantity
    from ticket_return_line l join ticket_return r using (ticket_return_id), (${past_draws}) o
    where t.ticket_id = l.ticket_id and t.open_date = l.open_date
      and (r.open_date, r.area_id, r.base_id) = (o.open_date, o.area_id, o.base_id)`.execute(db)
  await sql`
    update ticket_import i set returned_quantity = l.quantity, status = 5, updated_by = ${decided_by}, updated_at = r.decided_at
    from (${past_draws}) o join ticket_return r using (open_date, area_id, base_id)
      join lateral (select ticket_import_id, sum(quantity) as quantity from ticket_return_line l
        where l.ticket_return_id = r.ticket_return_id group by 1) l on true
    where i.ticket_import_id = l.ticket_import_id`.execute(db)
  await sql`
    with moved as (
      update stock s set returned = s.returned + r.quantity, in_stock = s.in_stock - r.quantity
        from (${past_draws}) o join ticket_return r using (open_date, area_id, base_id)
        where (s.open_date, s.area_id, s.base_id) = (o.open_date, o.area_id, o.base_id)
      returning s.open_date, s.area_id, s.base_id, s.in_stock, r.quantity, r.return_code, r.created_by, r.created_at, r.decided_by, r.decided_at)
    insert into stock_movement (at, open_date, area_id, base_id, kind, quantity, before, after, note, created_by)
      select case kind when 7 then created_at else decided_at end, open_date, area_id, base_id, kind, quantity,
        in_stock + case kind when 7 then quantity else 0 end, in_stock, 'Phiếu ' || return_code, case kind when 7 then created_by else decided_by end
      from moved, unnest(array[7, 9]::smallint[]) kind order by 1, area_id, kind`.execute(db)
  await sql`
    update stock s set status = 2, closed_by = ${decided_by}, closed_at = o.stop_at, counted = s.in_stock
    from (${past_draws}) o where (s.open_date, s.area_id, s.base_id) = (o.open_date, o.area_id, o.base_id) and s.status = 1`.execute(
    db,
  )
}
