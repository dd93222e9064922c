/** What was sold is added up into the sums that reports read. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { cronJob, type CronJob, type JobContext } from '#server/jobs/jobs.ts'

/** At most so many rows per statement, so that a long pile-up does not hit the statement's time limit. */
const folded_at_once = 20_000

export function foldJob({ main }: JobContext): CronJob {
  return cronJob('sales.fold', { cron: '* * * * *', run: () => foldSales(main) })
}

/** Reports also read what is not folded yet, so how often this runs changes no figure. */
export async function foldSales(main: Db): Promise<void> {
  const fold = () => sql<{ folded: number }>`select fold_sales(${folded_at_once}) as folded`.execute(main)
  while ((await fold()).rows[0]!.folded === folded_at_once);
}
