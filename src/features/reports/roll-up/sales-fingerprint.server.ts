import { sql } from 'kysely'
import type { Fingerprint } from '#server/live/live.ts'

/** Changes with each sale and refund; `folds` is included because folding deletes rows of sale_delta. */
export const sales_fingerprint: Fingerprint = sql`select folds || '/' || (select count(*) from sale_delta) from sale_fold`
