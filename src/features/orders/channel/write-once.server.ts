/** A write of the channel outside of the batches: done once per transid, in a transaction of its own. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { AnswerOf, Call } from '#contract/call.ts'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import { asProgram } from '#server/audit/without-call.ts'
import { withIdempotency } from '#features/orders/intake/idempotency.server.ts'
import { bind, type BoundCall } from './bound-call.server.ts'
import type { SignedDevice } from './verifier.server.ts'

/** Binds the call to work that is done once: a repeated request gets the stored answer or refusal of the first one. */
export function bindOnce<C extends Call>(
  main: Db,
  call: C,
  work: (db: Db, input: z.output<C['input']>, device: SignedDevice) => Promise<AnswerOf<C>>,
): BoundCall {
  return bind(call, async (device, input) => {
    const request = { ...(input as z.output<C['input']> & { transid: string }), device_id: device.device_id }
    const attempt = async (db: Db): Promise<object> => {
      await sql`savepoint one_request`.execute(db)
      try {
        return (await work(db, input, device)) as object
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        await sql`rollback to savepoint one_request`.execute(db)
        return error
      }
    }
    const [outcome] = await asProgram(main, `Kênh bán hàng: ${call.title}`, (db) =>
      withIdempotency(db, call.name, [request], async (fresh) => Promise.all(fresh.map(() => attempt(db)))),
    )
    if (outcome instanceof Failure) throw outcome
    return outcome as AnswerOf<C>
  })
}
