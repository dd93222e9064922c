import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { GatewayError, type GatewayName } from '#server/gateways/gateway.ts'

/** Records whether the gateway has just answered: `failure` is null when it did. The time of the first failure is kept until it answers again. */
export async function recordGatewayAnswer(main: Db, gateway: GatewayName, failure: unknown): Promise<void> {
  const fault = failure === null ? null : failure instanceof GatewayError ? failure.code : 'network'
  await sql`
    insert into gateway_answer as g (gateway, queried_at, answered_at, failing_since, fault)
      select ${gateway}, at, case when fault is null then at end, case when fault is not null then at end, fault
      from (select clock_timestamp() as at, ${fault}::text as fault) x
    on conflict (gateway) do update set queried_at = excluded.queried_at, fault = excluded.fault,
      answered_at = coalesce(excluded.answered_at, g.answered_at),
      failing_since = case when excluded.fault is not null then coalesce(g.failing_since, excluded.failing_since) end`.execute(
    main,
  )
}
