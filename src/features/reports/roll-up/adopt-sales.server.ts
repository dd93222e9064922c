/**
 * Orders keep the transactions that made and ended them as sales, numbered by one cluster.
 * After a restore from a dump they may lie ahead of every snapshot, and no figure would open its orders.
 * So on another cluster they all become its first transaction, once, which every snapshot has seen.
 * unscoped: the program's own work.
 */
import { createClient } from '#server/database/pool.ts'

const is_ahead = `greatest(counted, uncounted) >= pg_snapshot_xmax(pg_current_snapshot())`

/** As the owner, before the program serves: orders are otherwise changed within calls only. */
export async function adoptSales(url: string): Promise<void> {
  const client = createClient(url, 've-so-adopt')
  // A lost connection also fails the query that is running.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    // Other programs that start at the same time wait here, and then find it done.
    const { rows } = await client.query<{ is_here: boolean }>(
      `select cluster = (select system_identifier from pg_control_system()) as is_here from sale_fold for update`,
    )
    if (!rows[0]!.is_here) {
      const { rows: found } = await client.query<{ some: boolean }>(
        `select exists (select from sale_order where ${is_ahead}) as some`,
      )
      if (found[0]!.some) await client.query(mark_anew)
      await client.query(`update sale_fold set cluster = (select system_identifier from pg_control_system())`)
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** What is marked stays marked: only by which transaction is told anew. */
const mark_anew = `
  alter table sale_order disable trigger user;
  update sale_order set counted = case when counted is not null then '3'::xid8 end,
      uncounted = case when uncounted is not null then '3'::xid8 end
    where counted is not null or uncounted is not null;
  alter table sale_order enable trigger user`
