/** Sends devices the events of their orders: signed, in order, and repeated until they are accepted. */
import type { KeyObject } from 'node:crypto'
import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { observeGateway } from '#server/program/metrics.ts'
import type * as z from 'zod/mini'
import { publicLookup } from './public-lookup.server.ts'
import { signedHeaders, webhookKey } from './webhook-key.server.ts'
import { max_events, type WebhookBody } from './webhook.contract.ts'

type Event = z.output<typeof WebhookBody>['events'][number]

/** Longer than a request may take, so that no other program sends to the same device meanwhile. */
const reserved_s = 30
const request_timeout_ms = 10_000
/** The delay after a failure; it doubles with each further one. */
const first_retry_s = 5
const max_retry_s = 600
const parallel_devices = 8
/** Events that were not accepted for so long are dropped: the app queries its orders instead. */
const event_lifetime = '3 days'

/** No request of a run begins after this time. */
const max_run_ms = 45_000

/** Sends every device its waiting events, as far as it accepts them. */
export async function sendEvents(main: Db): Promise<void> {
  const until = performance.now() + max_run_ms
  const device_ids = await dueDevices(main)
  if (device_ids.length === 0) return
  const key = await webhookKey(main)
  const work = async () => {
    for (let device_id = device_ids.shift(); device_id !== undefined; device_id = device_ids.shift())
      for (let has_more = true; has_more && performance.now() < until;) has_more = await sendNext(main, key, device_id)
  }
  await Promise.all(Array.from({ length: parallel_devices }, work))
}

/** Deletes events that are too old to be of use. */
export async function deleteOldEvents(main: Db): Promise<void> {
  await sql`delete from webhook_event where at < now() - ${event_lifetime}::interval`.execute(main)
}

/** Later than any retry is a moment from before the clock was set back. */
const isDue = (next_at: ReturnType<typeof sql>) =>
  sql<boolean>`(${next_at} <= clock_timestamp() or ${next_at} > clock_timestamp() + make_interval(secs => ${max_retry_s + reserved_s}))`

async function dueDevices(main: Db): Promise<number[]> {
  const { rows } = await sql<{ device_id: number }>`
    select w.device_id from webhook w join pos_device d using (device_id)
    where ${isDue(sql`w.next_at`)} and d.status = 1
      and exists (select from webhook_event e where e.device_id = w.device_id)
    order by w.next_at`.execute(main) // unscoped: the program's own work
  return rows.map(({ device_id }) => device_id)
}

/** Sends one request. Gives whether more events may wait. */
async function sendNext(main: Db, key: KeyObject, device_id: number): Promise<boolean> {
  const url = await reserve(main, device_id)
  if (url === null) return false
  const events = await nextEvents(main, device_id)
  const fault = events.length === 0 ? null : await postTo(url, key, JSON.stringify({ events }))
  if (fault !== null) {
    await recordFailure(main, device_id, fault)
    return false
  }
  await markAccepted(
    main,
    device_id,
    events.map(({ event_id }) => event_id),
  )
  return events.length === max_events
}

/** Reserves the address, so that no other program sends to it meanwhile; null where another has reserved it. */
async function reserve(main: Db, device_id: number): Promise<string | null> {
  const { rows } = await sql<{ url: string }>`
    update webhook set next_at = clock_timestamp() + make_interval(secs => ${reserved_s})
    where device_id = ${device_id} and ${isDue(sql`next_at`)} returning url`.execute(main)
  return rows[0]?.url ?? null
}

async function nextEvents(main: Db, device_id: number): Promise<Event[]> {
  const { rows } = await sql<Event>`
    select event_id, order_id, status, reward, reward_tax, version, at from webhook_event
    where device_id = ${device_id} order by event_id limit ${max_events}`.execute(main)
  return rows
}

async function markAccepted(main: Db, device_id: number, event_ids: readonly number[]): Promise<void> {
  await sql`
    with taken as (delete from webhook_event where device_id = ${device_id} and event_id = any(${event_ids}::bigint[]))
    update webhook set next_at = clock_timestamp(), failures = 0, failing_since = null, fault = null, taken_at = clock_timestamp()
    where device_id = ${device_id}`.execute(main)
}

async function recordFailure(main: Db, device_id: number, fault: string): Promise<void> {
  await sql`
    update webhook set failures = failures + 1, fault = ${fault}, failing_since = coalesce(failing_since, clock_timestamp()),
      next_at = clock_timestamp() + make_interval(secs => least(${max_retry_s}, ${first_retry_s} * power(2, least(failures, 20))))
    where device_id = ${device_id}`.execute(main)
}

/** As `post`; an address that is no URL is a fault like any other, because the sending to other devices must go on. */
function postTo(address: string, key: KeyObject, body: string): Promise<string | null> | string {
  const url = URL.parse(address)
  return url === null ? 'address' : post(url, key, body)
}

/** Null when it was accepted, else the reason in a word. Redirects are not followed: only the given address is called. */
async function post(url: URL, key: KeyObject, body: string): Promise<string | null> {
  const started_ms = performance.now()
  const fault = await new Promise<string | null>((resolve) => {
    const send = url.protocol === 'https:' ? tlsRequest : plainRequest
    const request = send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', ...signedHeaders(key, url, body) },
      lookup: publicLookup,
      agent: false,
      signal: AbortSignal.timeout(request_timeout_ms),
    })
    request.on('error', ({ name }) => resolve(name === 'AbortError' || name === 'TimeoutError' ? 'timeout' : 'network'))
    request.on('response', ({ statusCode = 0 }) => {
      resolve(statusCode >= 200 && statusCode < 300 ? null : `http ${statusCode}`)
      // The body of the response is not read.
      request.destroy()
    })
    request.end(body)
  })
  observeGateway('webhook', 'events', fault ?? 'answered', (performance.now() - started_ms) / 1_000)
  return fault
}
