// Two years of sales for the bench, by the million: made by the database itself, month by month, with the triggers off; the roll-ups are filled
// from the rows afterwards.
import type pg from 'pg'
import { migrate } from '#server/database/migrate.ts'
import { createClient } from '#server/database/pool.ts'
import { playTypes } from '#features/results/product/game.rules.ts'

export const days = 730
const partner_count = 20
const groups = 8
const pos_count = 150
const stores = 6

/** Two lines to an order on average. */
export async function fillSales(url: string, lines: number, tell: (what: string) => void): Promise<void> {
  await migrate(url)
  const client = createClient(url)
  await client.connect()
  try {
    // Without the triggers: nobody asks later who wrote these rows.
    await client.query(`set session_replication_role = replica; set synchronous_commit = off;
      set maintenance_work_mem = '512MB'; set work_mem = '256MB'; select setseed(0.7)`)
    await places(client)
    await offers(client)
    const indexes = await withoutIndexes(client)
    await client.query(`select make_sale_partitions(current_date - ${days - 1}, current_date)`)
    const { rows: months } = await client.query<{ from: string; until: string }>(`
      select m::date as from, (m + interval '1 month')::date as until
      from generate_series(date_trunc('month', current_date - ${days - 1}), current_date, interval '1 month') m`)
    for (const { from, until } of months) {
      await client.query(ordersOf(lines / 2), [from, until])
      await client.query(linesOf, [from, until])
    }
    tell('rows written')
    for (const { definition } of indexes) await client.query(definition)
    tell('indexes built')
    for (const { from, until } of months) await rollUp(client, [from, until])
    tell('roll-ups filled')
    await client.query(
      'vacuum analyze sale_order, order_line, sale_sum, sale_play, sale_day_play, pos, user_pos, draw_period',
    )
    tell('vacuumed')
  } finally {
    await client.end()
  }
}

async function places(client: pg.Client): Promise<void> {
  await client.query(`
    insert into partner (partner_code, partner_name) select 'DL' || n, 'Đại lý số ' || n from generate_series(1, ${partner_count}) n;
    insert into pos_group (pos_group_name) select 'Nhóm ' || n from generate_series(1, ${groups}) n;
    insert into base_store (base_code, base_name) select 'K' || n, 'Kho số ' || n from generate_series(1, ${stores}) n;
    insert into pos (pos_code, pos_name, partner_id, pos_group_id, address, province_id, district_id)
      select 'P' || lpad(n::text, 6, '0'), 'Vé số Thần Tài ' || n, case when n % 15 > 0 then n % ${partner_count} + 1 end, case when n % 9 > 0 then n % ${groups} + 1 end,
        n || ' Lê Lợi', 79, 760 from generate_series(1, ${pos_count}) n;
    insert into pos_device (pos_id, device_code, device_name, device_type) select n, 'MAY' || n, 'Máy bán vé', 1 from generate_series(1, ${pos_count}) n;
    insert into user_pos (pos_id, user_name, full_name, role, password_hash)
      select (n - 1) / 2 + 1, 'quay' || n, 'Nhân viên quầy ' || n, 2, '' from generate_series(1, ${pos_count * 2}) n`)
}

/** What is sold on each day, most of it Keno and Mega; the more places an offer has, the more of it is sold. */
async function offers(client: pg.Client): Promise<void> {
  await client.query(`
    create temp table game_share (category smallint, places integer);
    insert into game_share values (16, 9), (11, 2), (12, 2), (17, 2), (13, 1), (15, 1);
    insert into draw_period (category, open_date, period_code, open_at, return_until, stop_at, print_at, draw_at)
      select category, day, 'B' || category || '-' || to_char(day, 'YYMMDD'), day, day + time '17:30', day + time '17:30', day + time '17:40', day + time '17:55:01'
      from game_share, generate_series(current_date - ${days - 1}, current_date, interval '1 day') day
    on conflict do nothing;
    insert into draw_period (category, area_id, open_date, period_code, open_at, return_until, stop_at, print_at, draw_at)
      select category, area_id, day, 'B' || area_code || '-' || to_char(day, 'YYMMDD'), day, day + time '15:30', day + time '16:00', day + time '16:00', day + time '16:15'
      from draw_area join draw_area_weekday w using (area_id)
        join generate_series(current_date - ${days - 1}, current_date, interval '1 day') day on extract(isodow from day) = w.weekday
    on conflict do nothing;
    create temp table offer as
      select p.open_date as day, p.period_id, p.category, p.area_id, case when p.area_id is not null then p.area_id % ${stores} + 1 end as base_id,
        row_number() over (partition by p.open_date) - 1 as n, count(*) over (partition by p.open_date) as n_offers
      from draw_period p left join game_share s on s.category = p.category and p.area_id is null, generate_series(1, coalesce(s.places, 1))
      where p.period_code like 'B%' and p.open_date <= current_date and (p.area_id is not null or s.places is not null);
    create index on offer (day, n);
    create temp table play (category smallint, n integer, n_plays integer, play_type smallint)`)
  const known = [11, 12, 13, 15, 16, 17].flatMap((category) => {
    const own = playTypes.filter((one) => one.category === category).slice(0, 10)
    return own.map(({ play_type }, n) => [category, n, own.length, play_type])
  })
  await client.query(
    'insert into play select * from unnest($1::smallint[], $2::integer[], $3::integer[], $4::smallint[])',
    [0, 1, 2, 3].map((place) => known.map((one) => one[place])),
  )
  await client.query(
    'insert into play select category, 0, 1, 1 from generate_series(1, 3) category; analyze offer; analyze play',
  )
}

async function withoutIndexes(client: pg.Client): Promise<{ name: string; definition: string }[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition
    from pg_index where indrelid in ('sale_order'::regclass) and not indisunique`)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows
}

/** How many tickets the n-th line of an order is: mostly a few, now and then a whole bunch. */
const quantity = (order_id: string, n: string | number) =>
  `(1 + (${order_id} / 7 + ${n} * 3) % 4) * (case when ${order_id} % 40 = 0 then 20 else 1 end)`

/** A few points of sale sell most, the last day more than the first. One order in fifty was refunded or cancelled. */
const ordersOf = (orders: number) => `
  insert into sale_order (order_id, ordered_at, category, period_id, open_date, area_id, base_id, pos_id, partner_id, device_id, user_pos_id, msisdn, handling,
    quantity, amount, fee, commission, status, paid_at, counted, uncounted)
  select order_id, ordered_at, category, period_id, day, area_id, base_id, pos_id, case when pos_id % 15 > 0 then pos_id % ${partner_count} + 1 end, pos_id, case when order_id % 10 > 0 then pos_id * 2 - order_id % 2 end, msisdn, 0,
    quantity, quantity * 10000, case when order_id % 5 = 0 then quantity * 100 else 0 end, quantity * 500, status, case when status <> 13 then ordered_at end,
    case when status <> 13 then '3'::xid8 end, case when status = 12 then '4'::xid8 end
  from (
    select o.order_id, d.day + interval '6 hours' + make_interval(secs => 57000.0 * i / n_orders) as ordered_at, f.category, f.period_id, d.day, f.area_id, f.base_id,
      1 + floor(${pos_count} * random() ^ 2)::integer as pos_id, case when i % 3 > 0 then '849' || lpad((i * 7919 % 20000)::text, 8, '0') end as msisdn,
      ${quantity('o.order_id', 1)} + case when o.order_id % 3 > 0 then ${quantity('o.order_id', 2)} else 0 end
        + case when o.order_id % 3 > 1 then ${quantity('o.order_id', 3)} else 0 end as quantity,
      case when i % 50 = 0 then 12 + i / 50 % 2 when i % 20 = 0 then 7 else 6 end as status
    from (
      select day::date, (${orders} / ${days}::numeric * (0.6 + 0.8 * (day::date - (current_date - ${days - 1})) / ${days}) * (0.85 + 0.05 * extract(isodow from day)))::integer
        as n_orders
      from generate_series(greatest($1::date, current_date - ${days - 1}), least($2::date - 1, current_date), interval '1 day') day) d
      cross join generate_series(1, n_orders) i cross join lateral (select first_order_id(d.day) + i as order_id) o
      join offer f on f.day = d.day and f.n = i * 7919 % f.n_offers) made
  order by order_id`

const linesOf = `
  insert into order_line (order_id, line_no, play_type, numbers, quantity, amount)
  select o.order_id, i, p.play_type, '05 12 23 31 40 45', ${quantity('o.order_id', 'i')}, ${quantity('o.order_id', 'i')} * 10000
  from sale_order o cross join generate_series(1, 1 + (o.order_id % 3)::integer) i join play p on p.category = o.category and p.n = (o.order_id + i) % p.n_plays
  where o.order_id >= first_order_id($1::date) and o.order_id < first_order_id($2::date)`

/** What the triggers would have left of a month, folded by the program's own function. */
async function rollUp(client: pg.Client, month: [from: string, until: string]): Promise<void> {
  const of_month =
    'is_sale(o.status) and o.order_id >= first_order_id($1::date) and o.order_id < first_order_id($2::date)'
  await client.query(
    `insert into sale_delta (day, hour, partner_id, pos_id, user_pos_id, base_id, category, area_id, band, orders, quantity, amount, fee, commission)
      select order_day, extract(hour from ordered_at at time zone 'Asia/Ho_Chi_Minh'), coalesce(partner_id, 0), pos_id, coalesce(user_pos_id, 0),
        coalesce(base_id, 0), category, coalesce(area_id, 0), sale_band(amount), count(*), sum(quantity), sum(amount), sum(fee), sum(commission)
      from sale_order o where ${of_month} group by 1, 2, 3, 4, 5, 6, 7, 8, 9`,
    month,
  )
  await client.query(
    `insert into sale_play_delta (day, partner_id, pos_id, base_id, category, play_type, lines, quantity, amount)
      select order_day, coalesce(partner_id, 0), pos_id, coalesce(base_id, 0), category, play_type, count(*), sum(l.quantity), sum(l.amount)
      from sale_order o join order_line l using (order_id) where ${of_month} group by 1, 2, 3, 4, 5, 6`,
    month,
  )
  await client.query('select fold_sales()')
  await client.query('truncate sale_delta, sale_play_delta')
}
