// Points of sale and tickets by the million for the bench: made by the database itself.
import { migrate } from '#server/database/migrate.ts'
import { createClient } from '#server/database/pool.ts'

const agents = 1_000
const groups = 100

/** Points of sale; their indexes are built once they are in. */
export async function fillShops(url: string, rows: number): Promise<void> {
  await migrate(url)
  const client = createClient(url)
  await client.connect()
  try {
    // Without the triggers: nobody asks later who opened these shops.
    await client.query(
      "set session_replication_role = replica; set maintenance_work_mem = '512MB'; set synchronous_commit = off",
    )
    await client.query(`insert into partner (partner_code, partner_name, pos_count)
      select 'DL' || n, 'Đại lý số ' || n, 0 from generate_series(1, ${agents}) n`)
    await client.query(
      `insert into pos_group (pos_group_name) select 'Nhóm ' || n from generate_series(1, ${groups}) n`,
    )
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index where indrelid = 'pos'::regclass and not indisunique`)
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    await client.query(`
      with place as (select row_number() over (order by district_id) - 1 as n, province_id, district_id from district),
        word as (select array['Thần Tài', 'Hạnh Phúc', 'Lộc Xuân', 'Kim Phát', 'Bảo Châu', 'Hồng Đức', 'Minh Khai'] as names)
      insert into pos (pos_code, pos_name, partner_id, pos_group_id, address, province_id, district_id, phone_number, status, created_at)
      select 'P' || lpad(i::text, 8, '0'), 'Vé số ' || names[i % 7 + 1] || ' ' || i, i % ${agents} + 1, i % ${groups} + 1,
        (i % 499) || ' Lê Lợi', province_id, district_id, '849' || lpad((i % 100000000)::text, 8, '0'),
        case when i % 50 = 0 then 2 else 1 end, '2026-01-01'::timestamptz + i * interval '1 second'
      from generate_series(1, ${rows}) i join place on place.n = i % 696, word`)
    for (const { definition } of indexes) await client.query(definition)
    await client.query('vacuum analyze pos, partner, pos_group')
  } finally {
    await client.end()
  }
}

const stores = 8
const stations_of_day = 5
const days = 25

/** Tickets of five stations on each of 25 days, beginning today, in eight stores; every tenth is sold out. */
export async function fillTickets(url: string, rows: number): Promise<void> {
  const client = createClient(url)
  await client.connect()
  try {
    await client.query('set session_replication_role = replica; set synchronous_commit = off')
    await client.query(
      `insert into base_store (base_code, base_name) select 'K' || n, 'Kho số ' || n from generate_series(1, ${stores}) n`,
    )
    await client.query(`insert into base_store_area select area_id, area_id % ${stores} + 1 from draw_area`)
    const draws = `(select current_date + d as open_date, 7 * s + d % 7 + 1 as area_id, (7 * s + d % 7 + 1) % ${stores} + 1 as base_id
      from generate_series(0, ${days - 1}) d, generate_series(0, ${stations_of_day - 1}) s)`
    const of_draw = Math.ceil(rows / days / stations_of_day)
    await client.query(`insert into xskt_ticket (open_date, area_id, base_id, number, series, face_value, price, imported, sold, in_stock)
      select open_date, area_id, base_id, lpad((n * 7 % 1000000)::text, 6, '0'), 'S' || n / 1000000, 10000, 10000, 10,
        case when n % 10 = 0 then 10 else 3 end, case when n % 10 = 0 then 0 else 7 end
      from ${draws} draws, generate_series(1, ${of_draw}) n`)
    await client.query(`insert into stock (open_date, area_id, base_id, ticket_count, imported, sold, in_stock)
      select open_date, area_id, base_id, count(*), sum(imported), sum(sold), sum(in_stock) from xskt_ticket group by 1, 2, 3`)
    await client.query('vacuum analyze xskt_ticket, stock, base_store')
  } finally {
    await client.end()
  }
}
