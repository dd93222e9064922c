/**
 * Orders store the transaction ids in which they became a sale and stopped being one. After a restore into another database cluster these ids may be
 * in the future of every snapshot, so that no figure would find its orders. So on a new cluster they are replaced once by its first transaction id.
 * unscoped: the program's own work.
 */
import { createClient } from '#server/database/pool.ts'

const is_ahead = `greatest(counted, uncounted) >= pg_snapshot_xmax(pg_current_snapshot())`

/** Replaces the ids as owner of the database, before the program serves, because otherwise only calls may change orders. */
export async function adoptSales(url: string): Promise<void> {
  const client = createClient(url, 've-so-adopt')
  // Without a handler a lost connection would end the program; the running query fails anyway.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    // Other programs that start at the same time wait here and then find nothing to do.
    const { rows } = await client.query<{ is_here: boolean }>(
      `select cluster = (select system_identifier from pg_control_system()) as is_here from sale_fold for update`,
    )
    if (!rows[0]!.is_here) {
      const { rows: answer } = await client.query<{ some: boolean }>(
        `select exists (select from sale_order where ${is_ahead}) as some`,
      )
      if (answer[0]!.some) await client.query(replace_ids)
      await client.query(`update sale_fold set cluster = (select system_identifier from pg_control_system())`)
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** Replaces the ids of orders that have them; 3 is the first normal transaction id. */
const replace_ids = `
  alter table sale_order disable trigger user;
  update sale_order set counted = case when counted is not null then '3'::xid8 end,
      uncounted = case when uncounted is not null then '3'::xid8 end
    where counted is not null or uncounted is not null;
  alter table sale_order enable trigger user`
