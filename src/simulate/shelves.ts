/** Stock of the draws on sale, read from the database because the channel does not expose it. */
import type { ShelfTicket } from './market.ts'
import { shelfKey } from './play.ts'
import { createClient } from '#server/database/pool.ts'

/** @param url connection URL of the program's database */
export async function shelvesOf(url: string): Promise<Map<string, ShelfTicket[]>> {
  const client = createClient(url)
  try {
    await client.connect()
    const { rows } = await client.query<{ area_id: number; open_date: string; shelf: ShelfTicket[] }>(`
      select t.area_id, t.open_date, jsonb_agg(jsonb_build_object('number', t.number, 'series', null, 'left', t.in_stock) order by t.number) as shelf
      from draw_period p join base_store_area b using (area_id)
      join xskt_ticket t on t.open_date = p.open_date and t.area_id = p.area_id and t.base_id = b.base_id
      where p.open_at <= now() and p.stop_at > now() and t.in_stock > 0 and t.ticket_group_id is null and t.status = 1 group by 1, 2`)
    return new Map(rows.map(({ area_id, open_date, shelf }) => [shelfKey(area_id, open_date), shelf]))
  } finally {
    await client.end()
  }
}
