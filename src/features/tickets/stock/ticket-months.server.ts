/** The monthly partitions of tickets and slip lines, and detaching an old month. unscoped: for those who operate the program. */
import type pg from 'pg'
import { auditProgramAction } from '#server/audit/without-call.ts'

export interface TicketMonth {
  month: string
  tickets: number
  /** Of tickets and slip lines together, on disk. */
  bytes: number
  can_detach: boolean
}

/** The tables that are partitioned by month. */
const monthly_tables = ['ticket_import_line', 'xskt_ticket'] as const

type MonthlyTable = (typeof monthly_tables)[number]

/** 'xskt_ticket', '2026-01' → 'xskt_ticket_202601' */
const partitionName = (table: MonthlyTable, month: string) => `${table}_${month.replace('-', '')}`

/** Whether no prize of the month `$1` can be claimed any more, also none whose time was prolonged. */
const claims_over = `((($1 || '-01')::date + interval '1 month')::date
  + greatest(60, (select max(claim_days) from prize_table where status = 2)) <= current_date
  and not exists (select from reward where open_date >= ($1 || '-01')::date and open_date < ($1 || '-01')::date + interval '1 month'
    and claim_until >= current_date))`

/** Every month of which tickets are attached, oldest first. */
export async function ticketMonths(client: pg.Client): Promise<TicketMonth[]> {
  const { rows: partitions } = await client.query<{ month: string }>(`
    select substr(partition.relname, length('xskt_ticket_') + 1, 4) || '-' || right(partition.relname, 2) as month
    from pg_inherits join pg_class partition on partition.oid = inhrelid
    where inhparent = 'xskt_ticket'::regclass order by month`)
  const months: TicketMonth[] = []
  for (const { month } of partitions) {
    const tickets = partitionName('xskt_ticket', month)
    const { rows } = await client.query<Omit<TicketMonth, 'month'>>(
      `select count(*) as tickets,
          pg_total_relation_size($2::regclass) + coalesce(pg_total_relation_size(to_regclass($3)), 0) as bytes,
          ${claims_over} as can_detach
        from ${client.escapeIdentifier(tickets)}`,
      [month, tickets, partitionName('ticket_import_line', month)],
    )
    months.push({ month, ...rows[0]! })
  }
  return months
}

/**
 * Detaches the partitions of a month's tickets and slip lines, which stay in the database to be dumped and dropped. Stock,
 * movements, slips and ticket groups stay. Only a month of which no prize can be claimed any more can be detached.
 * @returns the names of the detached tables, or null when there is no such month to detach.
 */
export async function detachMonth(client: pg.Client, month: string): Promise<string[] | null> {
  if (!(await canDetach(client, month))) return null
  // Rows of detached tables are not logged one by one: this entry of the log stands for all of them.
  await auditProgramAction(client, `cất vé tháng ${month}`, async () => {
    for (const table of monthly_tables)
      await client.query(
        `alter table ${client.escapeIdentifier(table)} detach partition ${client.escapeIdentifier(partitionName(table, month))}`,
      )
    await client.query(
      `update stock set ticket_count = 0
        where open_date >= ($1 || '-01')::date and open_date < ($1 || '-01')::date + interval '1 month'`,
      [month],
    )
  })
  return monthly_tables.map((table) => partitionName(table, month))
}

/** Whether the month is attached and no prize of it can be claimed any more. */
async function canDetach(client: pg.Client, month: string): Promise<boolean> {
  const { rows } = await client.query<{ can_detach: boolean }>(
    `select ${claims_over} and exists (select from pg_inherits where inhrelid = to_regclass($2)) as can_detach`,
    [month, partitionName('xskt_ticket', month)],
  )
  return rows[0]!.can_detach
}
