import { sql } from 'kysely'
import type { AnswerOf } from '#contract/call.ts'
import type { Db } from '#server/database/transaction.ts'
import { RetryLater } from '#server/http/retry-later.ts'
import { bind, type BoundCall } from '#features/orders/channel/bound-call.server.ts'
import { tokenBuckets } from '#features/orders/channel/token-buckets.server.ts'
import type { SignedDevice } from '#features/orders/channel/verifier.server.ts'
import { bindOnce } from '#features/orders/channel/write-once.server.ts'
import { publicKeyOf, webhookKey } from './webhook-key.server.ts'
import { webhook } from './webhook.contract.ts'

/** Any till may set an address, and each time is in the log. */
const set_rate = { per_second: 0.1, bucket_size: 20 }

/** @param read runs a look-up in a read-only transaction */
export function bindWebhookCalls(main: Db, read: <T>(lookUp: (db: Db) => Promise<T>) => Promise<T>): BoundCall[] {
  const maySet = tokenBuckets(undefined, set_rate)
  const limitRate = (_db: Db, { device_id }: SignedDevice) => {
    if (!maySet(device_id)) throw new RetryLater(429, 10)
  }
  return [
    bindOnce(main, webhook.set, limitRate, async (db, { url }, device) => {
      await setUrl(db, device, url)
      return statusOf(db, device)
    }),
    bind(webhook.status, (device) => read((db) => statusOf(db, device))),
  ]
}

async function setUrl(db: Db, { device_id }: SignedDevice, url: string | null): Promise<void> {
  if (url === null) await sql`delete from webhook where device_id = ${device_id}`.execute(db)
  else
    await sql`
      insert into webhook (device_id, url) values (${device_id}, ${url})
      on conflict (device_id) do update set url = excluded.url, set_at = now(), next_at = now(), failures = 0, failing_since = null, fault = null`.execute(
      db,
    )
}

async function statusOf(db: Db, { device_id }: SignedDevice): Promise<AnswerOf<typeof webhook.status>> {
  const public_key = publicKeyOf(await webhookKey(db))
  const { rows } = await sql<Omit<AnswerOf<typeof webhook.status>, 'public_key'>>`
    select url, taken_at, failing_since, fault, (select count(*) from webhook_event e where e.device_id = w.device_id) as waiting
    from webhook w where device_id = ${device_id}`.execute(db)
  return { ...(rows[0] ?? { url: null, taken_at: null, failing_since: null, fault: null, waiting: 0 }), public_key }
}
