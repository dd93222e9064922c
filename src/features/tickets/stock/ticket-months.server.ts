/** The monthly partitions of tickets, of which old ones can be detached; unscoped: for those who operate the program. */
import type pg from 'pg'

export interface TicketMonth {
  month: string
  tickets: number
  bytes: number
}

/** Every month that is there, oldest first. */
export async function ticketMonths(client: pg.Client): Promise<TicketMonth[]> {
  const { rows: months } = await client.query<{ month: string; name: string; bytes: number }>(`
    select substr(c.relname, length('xskt_ticket_') + 1, 4) || '-' || right(c.relname, 2) as month, c.relname as name,
      pg_total_relation_size(c.oid) + coalesce(pg_total_relation_size(to_regclass(replace(c.relname, 'xskt_ticket', 'ticket_import_line'))), 0) as bytes
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'xskt_ticket'::regclass order by 1`)
  const counted: TicketMonth[] = []
  for (const { month, name, bytes } of months) {
    const { rows } = await client.query<{ tickets: number }>(
      `select count(*) as tickets from ${client.escapeIdentifier(name)}`,
    )
    counted.push({ month, tickets: rows[0]!.tickets, bytes })
  }
  return counted
}

const namesOfMonth = (month: string) =>
  ['ticket_import_line', 'xskt_ticket'].map((table) => [table, `${table}_${month.replace('-', '')}`] as const)

/**
 * Detaches the tables of a month's tickets and slip lines, which stay in the database to be dumped and dropped. Stock,
 * movements, slips and ticket groups stay. Only a month that ended at least one month ago can go.
 * @returns the names of the tables, or null when there is no such month to detach.
 */
export async function detachMonth(client: pg.Client, month: string): Promise<string[] | null> {
  await client.query('begin')
  try {
    const { rows } = await client.query<{ over: boolean }>(
      `select ($1 || '-01')::date < date_trunc('month', now()) - interval '1 month' 
        and exists (select from pg_inherits where inhrelid = to_regclass($2)) as over`,
      [month, namesOfMonth(month)[1]![1]],
    )
    if (!rows[0]!.over) return null
    // Rows of detached tables are not logged one by one; one command in the log stands for all of them.
    await client.query(`select begin_command(null, 'program', $1, ''::bytea)`, [`cất vé tháng ${month}`])
    for (const [table, name] of namesOfMonth(month))
      await client.query(
        `alter table ${client.escapeIdentifier(table)} detach partition ${client.escapeIdentifier(name)}`,
      )
    await client.query(
      `update stock set ticket_count = 0 where open_date >= ($1 || '-01')::date and open_date < ($1 || '-01')::date + interval '1 month'`,
      [month],
    )
    await client.query(
      `select append_audit(current_setting('app.audit_id')::bigint, null, 'hệ thống', $1, 0, 'máy chủ', '', 'chương trình', null)`,
      [`cất vé tháng ${month}`],
    )
    await client.query('commit')
    return namesOfMonth(month).map(([, name]) => name)
  } finally {
    // After the commit this has no effect.
    await client.query('rollback')
  }
}
