/** Folds new sales into the roll-ups: adds waiting changes to the sums that reports read. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { cronJob, type CronJob, type JobContext } from '#server/jobs/jobs.ts'

/** Rows per statement, so that a large backlog does not exceed the statement timeout. */
const batch_size = 20_000

/** Folds sales each minute. */
export function foldJob({ main }: JobContext): CronJob {
  return cronJob('sales.fold', { cron: '* * * * *', run: () => foldSales(main) })
}

/** Folds all waiting rows. Reports also read unfolded rows, so the time of folding changes no figure. */
export async function foldSales(main: Db): Promise<void> {
  const fold = () => sql<{ folded: number }>`select fold_sales(${batch_size}) as folded`.execute(main)
  while ((await fold()).rows[0]!.folded === batch_size);
}
