/** Creates sample data through the calls' own handlers, so that it equals data from real work. */
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { Failure } from '#contract/errors.ts'
import { check } from '#contract/wire.ts'
import type { Db } from '#server/database/transaction.ts'
import type { ServedCall, Context } from '#server/serve.ts'

/** The part of a person that the handlers use. */
export interface SamplePerson {
  user_id: number
  /** The store that they work for; null for the head office. */
  base_id: number | null
  /** The partner that they work for; undefined for the head office. */
  partner_id?: number
}

/** A person of the sample's staff at the head office by user name; throws where there is none. */
export async function staffMember(db: Db, user_name: string): Promise<SamplePerson> {
  const { user_id } = await db
    .selectFrom('app_user') // unscoped: one of the sample's
    .select('user_id')
    .where('user_name', '=', user_name)
    .executeTakeFirstOrThrow()
  return { user_id, base_id: null }
}

/** Makes calls as this person inside the transaction that loads the sample. */
export function actAs(db: Db, handlers: readonly ServedCall[], { user_id, base_id, partner_id }: SamplePerson) {
  return async <C extends Call>(call: C, input: InputOf<C>): Promise<AnswerOf<C>> => {
    const parsed = check(call.input, input)
    if (!parsed.ok) throw new Error(`${call.name}: ${JSON.stringify(parsed.fields)}`)
    const context = {
      db,
      me: {
        user_id,
        base_id,
        partner_id: partner_id ?? null,
        is_limited: false,
        handled_by: [],
        rights: { has: () => true },
      },
      can_pay: new Set(['bank', 'momo', 'telecom']),
      // Background jobs of a call are run by the sample itself or left to the cron jobs.
      enqueue: () => Promise.resolve(),
      input: parsed.value,
      fail: (error: ConstructorParameters<typeof Failure>[0], data: Failure['data']) => {
        throw new Failure(error, data)
      },
    } as unknown as Context<Call>
    return (await handlers.find((handler) => handler.call.name === call.name)!.handler(context)) as AnswerOf<C>
  }
}
