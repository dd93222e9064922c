import type { Db } from '#server/database/transaction.ts'
import type { Enqueue } from '#server/jobs/jobs.ts'

export const alarm_job = 'alarm.look'

/** Has alarms looked for once this transaction is committed: whoever changes what one is about need not wait for the clock. */
export const enqueueAlarms = (db: Db, enqueue: Enqueue): Promise<void> => enqueue(db, alarm_job, {}, alarm_job)
