/** What was sold is added up into the sums that reports read. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { cronJob, type CronJob, type JobContext } from '#server/jobs.ts'

/** Of what has piled up while nothing was folded so much is folded at a time: each time is one statement with its limit. */
const folded_at_once = 20_000

export function foldJob({ main }: JobContext): CronJob {
  return cronJob('sales.fold', { cron: '* * * * *', run: () => foldSales(main) })
}

/** Until then reports read what came beside what was added up, so how often this runs changes no figure. */
export async function foldSales(main: Db): Promise<void> {
  const fold = () => sql<{ folded: number }>`select fold_sales(${folded_at_once}) as folded`.execute(main)
  while ((await fold()).rows[0]!.folded === folded_at_once);
}
