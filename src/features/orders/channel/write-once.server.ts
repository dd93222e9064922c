/** A write of the channel outside of the batches: done once per transid, in a transaction of its own. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { AnswerOf, Call } from '#contract/call.ts'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import { asProgram } from '#server/audit/without-call.ts'
import { repeatedOutcome, withIdempotency } from '#features/orders/intake/idempotency.server.ts'
import { bind, type BoundCall } from './bound-call.server.ts'
import type { SignedDevice } from './verifier.server.ts'

/**
 * Binds the call to work that is done once: a repeated request gets the stored answer or refusal of the first one.
 * @param assertMayCall refuses a new request before anything is written: a repeat and what it refuses leave no row in the log
 */
export function bindOnce<C extends Call>(
  main: Db,
  call: C,
  assertMayCall: (db: Db, device: SignedDevice) => Promise<void> | void,
  work: (db: Db, input: z.output<C['input']>, device: SignedDevice) => Promise<AnswerOf<C>>,
): BoundCall {
  return bind(call, async (device, input, source) => {
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
    const writeOnce = async (): Promise<object> => {
      await assertMayCall(main, device)
      const author = { user_id: null, user_name: `thiết bị ${device.device_code}`, source, transid: request.transid }
      const [outcome] = await asProgram(
        main,
        `Kênh bán hàng: ${call.title}`,
        (db) => withIdempotency(db, call.name, [request], async (fresh) => Promise.all(fresh.map(() => attempt(db)))),
        author,
      )
      return outcome!
    }
    const outcome = (await repeatedOutcome(main, call.name, request)) ?? (await writeOnce())
    if (outcome instanceof Failure) throw outcome
    return outcome as AnswerOf<C>
  })
}
