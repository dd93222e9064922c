/** What a device asked for under a transid before: it is told the same again, granted or refused, and nothing happens twice. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Failure, type FailureData } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import type { ChannelRequest, OrderAnswer } from './wish.rules.ts'

type ChannelCall = 'create' | 'pay' | 'cancel'

/** What became of a wish: the order as it is then, or why it was refused. */
export type Outcome = OrderAnswer | Failure

/** Somebody asked for the same at the same moment and was first: asked again, the whole batch sees it. */
class AskedMeanwhile extends Error {
  /** As PostgreSQL's own wish to run a transaction again. */
  readonly code = '40001'
}

interface Told extends ChannelRequest {
  call: string
  /** Of the whole wish, in hexadecimal. */
  digest: string
  outcome: Outcome
}

/**
 * Does `work` for the wishes that are new, once each, and keeps what they were told. A refusal is kept too: whoever was told that an order is not
 * paid gives the money back, and no copy of the request that arrives later may pay it after all.
 * @param work answers in the order of its wishes
 */
export async function withIdempotency<W extends ChannelRequest>(
  db: Db,
  call: ChannelCall,
  wishes: readonly W[],
  work: (fresh: readonly W[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const asked = wishes.map((wish) => ({ wish, key: keyOf(wish), digest: digestOf(wish) }))
  const told = await toldBefore(db, wishes)
  const fresh = new Map<string, (typeof asked)[number]>()
  for (const one of asked) if (!told.has(one.key) && !fresh.has(one.key)) fresh.set(one.key, one)
  if (fresh.size > 0) {
    const outcomes = await work([...fresh.values()].map(({ wish }) => wish))
    const now = [...fresh.values()].map(({ wish: { device_id, transid }, digest }, n): Told => {
      return { device_id, transid, call, digest, outcome: outcomes[n]! }
    })
    await keep(db, now)
    for (const one of now) told.set(keyOf(one), one)
  }
  return asked.map(({ key, digest }) => {
    const first = told.get(key)!
    return first.call === call && first.digest === digest ? first.outcome : new Failure('request_exists')
  })
}

interface Kept extends ChannelRequest {
  call: string
  digest: string
  order_id: number | null
  answer: OrderAnswer | KeptRefusal
}

interface KeptRefusal {
  code: number
  message: string
  data: FailureData | null
}

async function toldBefore(db: Db, wishes: readonly ChannelRequest[]): Promise<Map<string, Told>> {
  const { rows } = await sql<Kept>`
    select r.device_id, r.transid, r.call, encode(r.digest, 'hex') as digest, r.order_id, r.answer
    from unnest(${wishes.map(({ device_id }) => device_id)}::integer[], ${wishes.map(({ transid }) => transid)}::text[]) w (device_id, transid)
    join channel_request r using (device_id, transid)`.execute(db)
  return new Map(rows.map(({ answer, ...row }) => [keyOf(row), { ...row, outcome: outcomeOf(answer) }]))
}

function outcomeOf(answer: OrderAnswer | KeptRefusal): Outcome {
  return 'code' in answer ? new Failure({ code: answer.code, message: answer.message }, answer.data) : answer
}

/** In the order of their keys, and after every other lock, so that nobody waits here for somebody who waits for them. */
async function keep(db: Db, told: readonly Told[]): Promise<void> {
  const rows = told.map(({ outcome, ...wish }) => {
    if (!(outcome instanceof Failure)) return { ...wish, order_id: outcome.order_id, answer: outcome }
    const { code, message, data } = outcome
    return { ...wish, answer: { code, message, data } satisfies KeptRefusal }
  })
  const { numAffectedRows } = await sql`
    insert into channel_request (device_id, transid, call, digest, order_id, answer)
    select device_id, transid, call, decode(digest, 'hex'), order_id, answer
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      x (device_id integer, transid text, call text, digest text, order_id bigint, answer jsonb)
    order by device_id, transid
    on conflict do nothing`.execute(db)
  if (Number(numAffectedRows) !== told.length) throw new AskedMeanwhile('a transid was used meanwhile')
}

const keyOf = ({ device_id, transid }: ChannelRequest) => `${device_id} ${transid}`

/** What tells one wish from another, whatever the order of its fields. */
function digestOf(wish: ChannelRequest): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(wish)))
    .digest('hex')
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const fields = Object.entries(value).filter(([, one]) => one !== undefined && one !== null)
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, sorted(one)]))
}
