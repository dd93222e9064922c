/** Answers a repeated transid of a device with the stored answer, so that nothing happens twice. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Failure, type FailureData } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import type { ChannelRequest, OrderAnswer, PurchaseAnswer } from './order-request.rules.ts'

/** The outcome of a request: the order in its state then, or the refusal. */
export type Outcome = OrderAnswer | Failure

/** Another transaction used the transid at the same moment; retrying the batch finds its answer. */
class ConcurrentRequest extends Error {
  /** PostgreSQL's code of a serialization failure, so that the transaction is retried. */
  readonly code = '40001'
}

interface AnsweredRequest extends ChannelRequest {
  call: string
  /** The digest of the whole request, in hexadecimal. */
  digest: string
  outcome: object
  /** The customer's number at the request. */
  msisdn?: string | undefined
}

/**
 * Does `work` for the requests that are new, once each, and stores the answers.
 * Refusals are stored too: who hears one gives the money back, so no late copy of the request may pay after all.
 * @param work answers in the order of its requests
 */
export async function withIdempotency<W extends ChannelRequest, A extends object>(
  db: Db,
  call: string,
  requests: readonly W[],
  work: (fresh: readonly W[]) => Promise<(A | Failure)[]>,
): Promise<(A | Failure)[]> {
  const keyedRequests = requests.map((request) => ({ request, key: keyOf(request), digest: digestOf(request) }))
  const answers = await findAnswers(db, requests)
  const newRequests = new Map<string, (typeof keyedRequests)[number]>()
  for (const keyedRequest of keyedRequests) {
    const { key } = keyedRequest
    if (!answers.has(key) && !newRequests.has(key)) newRequests.set(key, keyedRequest)
  }
  if (newRequests.size > 0) {
    const outcomes = await work([...newRequests.values()].map(({ request }) => request))
    const new_answers = [...newRequests.values()].map(({ request, digest }, n): AnsweredRequest => {
      const { device_id, transid, msisdn } = request as W & OfCustomer
      return { device_id, transid, call, digest, outcome: outcomes[n]!, msisdn }
    })
    await storeAnswers(db, new_answers)
    for (const new_answer of new_answers) answers.set(keyOf(new_answer), new_answer)
  }
  return keyedRequests.map(({ key, digest }) => outcomeFor<A>(answers.get(key)!, call, digest))
}

/** The stored outcome, or a refusal where the transid was that of another request. */
function outcomeFor<A extends object>(stored: AnsweredRequest, call: string, digest: string): A | Failure {
  return stored.call === call && stored.digest === digest
    ? (stored.outcome as A | Failure)
    : new Failure('request_exists')
}

/** What a repeated request gets; null for a new one. */
export async function repeatedOutcome<A extends object>(
  db: Db,
  call: string,
  request: ChannelRequest,
): Promise<A | Failure | null> {
  const stored = (await findAnswers(db, [request])).get(keyOf(request))
  return stored ? outcomeFor<A>(stored, call, digestOf(request)) : null
}

/** Whether the device's transid has an answer, which a repeated request gets. */
export async function isAnswered(db: Db, request: ChannelRequest): Promise<boolean> {
  return (await findAnswers(db, [request])).size > 0
}

interface StoredRequest extends ChannelRequest {
  call: string
  digest: string
  order_id: number | null
  answer: object
}

interface StoredRefusal {
  code: number
  message: string
  data: FailureData | null
}

async function findAnswers(db: Db, requests: readonly ChannelRequest[]): Promise<Map<string, AnsweredRequest>> {
  const { rows } = await sql<StoredRequest>`
    select r.device_id, r.transid, r.call, encode(r.digest, 'hex') as digest, r.order_id, r.answer
    from unnest(${requests.map(({ device_id }) => device_id)}::integer[], ${requests.map(({ transid }) => transid)}::text[]) w (device_id, transid)
    join channel_request r using (device_id, transid)`.execute(db)
  return new Map(rows.map(({ answer, ...row }) => [keyOf(row), { ...row, outcome: outcomeOf(answer) }]))
}

function outcomeOf(answer: object): object {
  if (!('code' in answer)) return answer
  const { code, message, data } = answer as StoredRefusal
  return new Failure({ code, message }, data)
}

/** Of a request about a customer. */
type OfCustomer = { msisdn?: string }

/** Inserted by key and after taking every other lock, so that no two transactions deadlock. */
async function storeAnswers(db: Db, answers: readonly AnsweredRequest[]): Promise<void> {
  const rows = answers.map(({ outcome, msisdn, ...request }) => {
    if (!(outcome instanceof Failure))
      return {
        ...request,
        order_id: orderIdOf(outcome),
        answer: outcome,
        msisdn: (outcome as OfCustomer).msisdn ?? msisdn,
      }
    const { code, message, data } = outcome
    return { ...request, answer: { code, message, data } satisfies StoredRefusal }
  })
  const { numAffectedRows } = await sql`
    insert into channel_request (device_id, transid, call, digest, order_id, answer, account_id)
    select device_id, transid, call, decode(digest, 'hex'), order_id, answer, case when order_id is null then (
      select account_id from wallet_account w where w.msisdn = x.msisdn) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      x (device_id integer, transid text, call text, digest text, order_id bigint, answer jsonb, msisdn text)
    order by device_id, transid
    on conflict do nothing`.execute(db) // unscoped: only whose wallet it was
  if (Number(numAffectedRows) !== answers.length) throw new ConcurrentRequest('a transid was used meanwhile')
}

/** The number of an order, or of a purchase's first order; other answers have none. */
function orderIdOf(outcome: object): number | null {
  const { order_id, purchase_id } = outcome as Partial<OrderAnswer & PurchaseAnswer>
  return order_id ?? purchase_id ?? null
}

const keyOf = ({ device_id, transid }: ChannelRequest) => `${device_id} ${transid}`

/** A digest of the request, independent of the order of its fields. */
function digestOf(request: ChannelRequest): string {
  return createHash('sha256')
    .update(JSON.stringify(withSortedKeys(request)))
    .digest('hex')
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys)
  if (value === null || typeof value !== 'object') return value
  const fields = Object.entries(value).filter(([, field]) => field !== undefined && field !== null)
  return Object.fromEntries(
    fields.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => [name, withSortedKeys(field)]),
  )
}
