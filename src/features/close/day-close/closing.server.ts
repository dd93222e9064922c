/**
 * Writes the closing of a day: its figures, exceptions, signatures and events.
 * unscoped: of the whole business; only the head office may make the calls
 */
import { sql } from 'kysely'
import { whyNot } from '#contract/lifecycle.ts'
import type { Decider } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import { clock_now } from '#server/record/change-columns.ts'
import { computeProofs, digestOf, type SignedContent } from '#features/close/proof/compute.server.ts'
import {
  closeLife,
  closeStatus,
  eventKind,
  exceptionStatus,
  max_findings,
  type CloseStatus,
  type DayProof,
  type EventKind,
  type FoundDifference,
} from './day-close.contract.ts'
import { readState } from '#features/close/proof/state.server.ts'

export interface Closing {
  day: string
  status: CloseStatus
  digest: string
  first_by: number | null
  reopen_by: number | null
}

/** Locks the closing of a day until the transaction ends. Undefined when it was never prepared. */
export async function lockClosing(db: Db, day: string): Promise<Closing | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('day_close:' || ${day}::text))`.execute(db)
  return db
    .selectFrom('day_close')
    .select(['day', 'status', 'digest', 'first_by', 'reopen_by'])
    .$narrowType<{ status: CloseStatus }>()
    .where('day', '=', day)
    .executeTakeFirst()
}

/** Until the transaction ends, prevents writes that are dated into a past day. */
export async function lockPast(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('day_close'))`.execute(db)
}

/**
 * Computes and stores the closing of a day; a signature on other figures is removed. The caller has locked the day and checked that it is not closed.
 * @param user_id null for the scheduled job
 * @returns the digest of the stored figures
 */
export async function prepareClosing(
  db: Db,
  day: string,
  user_id: number | null,
  closing: Closing | undefined,
): Promise<string> {
  const started_ms = performance.now()
  const proofs = await computeProofs(db, day)
  await updateExceptions(db, day, proofs)
  await settleCarried(db, day)
  const signed: SignedContent = {
    day,
    previous: await previousOf(db, day),
    proofs,
    exceptions: await exceptionsOf(db, day),
  }
  const digest = digestOf(signed)
  const row = {
    figures: JSON.stringify(signed),
    digest,
    state: JSON.stringify(await readState(db, day)),
    open_count: signed.exceptions.filter(({ status }) => status === exceptionStatus.open).length,
    sales: proofs[0]!.sides[0]!.value,
    took_ms: Math.round(performance.now() - started_ms),
    prepared_by: user_id,
    prepared_at: clock_now,
  }
  if (!closing)
    await db
      .insertInto('day_close')
      .values({ day, ...row })
      .execute()
  else {
    const status = closing.status === closeStatus.reopened ? closeStatus.prepared : closing.status
    await db
      .updateTable('day_close')
      .set({ ...row, status, version: sql<number>`version + 1` })
      .where('day', '=', day)
      .execute()
  }
  if (closing?.digest !== digest) await addEvent(db, { day, kind: eventKind.prepared, user_id, digest })
  if (closing) await dropSignature(db, closing, digest)
  return digest
}

/** Removes the first signature when the digest has changed since, and records it as fallen. */
async function dropSignature(db: Db, { day, status, digest, first_by }: Closing, new_digest: string): Promise<void> {
  if (status !== closeStatus.signed || digest === new_digest) return
  await db
    .updateTable('day_close')
    .set({ status: closeStatus.prepared, first_by: null, first_at: null, fallen_by: first_by, fallen_at: clock_now })
    .where('day', '=', day)
    .execute()
  await addEvent(db, {
    day,
    kind: eventKind.fallen,
    user_id: first_by,
    digest: new_digest,
    note: 'Số liệu đã đổi sau chữ ký này.',
  })
}

/** Renews the digest after a change of the exceptions, which are signed too; the figures stay. */
export async function renewDigest(db: Db, closing: Closing): Promise<void> {
  const { figures } = await db
    .selectFrom('day_close')
    .select('figures')
    .where('day', '=', closing.day)
    .executeTakeFirstOrThrow()
  const signed = { ...(figures as unknown as SignedContent), exceptions: await exceptionsOf(db, closing.day) }
  const digest = digestOf(signed)
  const open_count = signed.exceptions.filter(({ status }) => status === exceptionStatus.open).length
  await db
    .updateTable('day_close')
    .set({ figures: JSON.stringify(signed), digest, open_count, version: sql<number>`version + 1` })
    .where('day', '=', closing.day)
    .execute()
  await dropSignature(db, closing, digest)
}

interface ClosingEvent {
  day: string
  kind: EventKind
  user_id: number | null
  digest?: string
  note?: string | null
  figures?: string
}

/** Adds an event to the permanent history of a closing. @returns its event_id */
export async function addEvent(db: Db, event: ClosingEvent): Promise<number> {
  const { event_id } = await db
    .insertInto('day_close_event')
    .values(event)
    .returning('event_id')
    .executeTakeFirstOrThrow()
  return event_id
}

/** The previous closed day with its digest, to which this closing is chained. */
async function previousOf(db: Db, day: string): Promise<SignedContent['previous']> {
  const previous = await db
    .selectFrom('day_close')
    .select(['day', 'digest'])
    .where('day', '<', day)
    .where('status', '=', closeStatus.closed)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return previous ?? null
}

/** The unsettled exceptions of this day and earlier ones. */
async function exceptionsOf(db: Db, day: string): Promise<SignedContent['exceptions']> {
  return db
    .selectFrom('day_close_exception')
    .select(['exception_id', 'status', 'reason', 'user_id', 'due_date'])
    .where('day', '<=', day)
    .where('status', '<>', exceptionStatus.settled)
    .orderBy('exception_id')
    .execute()
}

type FindingOfProof = FoundDifference & { proof: string }

const findingsIn = (proofs: readonly DayProof[]): FindingOfProof[] =>
  proofs.flatMap(({ proof, found, findings }) => [
    ...findings.map((finding) => ({ ...finding, proof })),
    ...(found > max_findings
      ? [{ proof, key: 'more', title: `Và ${found - max_findings} chỗ lệch khác`, amount: 0, link: null }]
      : []),
  ])

/** Makes an exception of each finding: new ones are added, missing ones settled, and returning ones opened again. */
async function updateExceptions(db: Db, day: string, proofs: readonly DayProof[]): Promise<void> {
  const findings = findingsIn(proofs)
  await settleOthers(db, day, findings)
  if (findings.length === 0) return
  await sql`
    insert into day_close_exception (day, proof, key, title, amount, link)
    select ${day}::date, proof, key, title, amount, link
    from jsonb_to_recordset(${JSON.stringify(findings)}::jsonb) x (proof text, key text, title text, amount bigint, link text)
    on conflict (day, proof, key) do update set title = excluded.title, amount = excluded.amount, link = excluded.link, settled_at = null,
      status = case day_close_exception.status when ${exceptionStatus.settled}::smallint then ${exceptionStatus.open}::smallint else day_close_exception.status end
    where (day_close_exception.title, day_close_exception.amount, day_close_exception.link) is distinct from (excluded.title, excluded.amount, excluded.link)
      or day_close_exception.status = ${exceptionStatus.settled}::smallint`.execute(db)
}

async function settleOthers(db: Db, day: string, findings: readonly FindingOfProof[]): Promise<void> {
  const settledExceptions = await sql<{ title: string }>`
    update day_close_exception set status = ${exceptionStatus.settled}::smallint, settled_at = clock_timestamp()
    where day = ${day}::date and status <> ${exceptionStatus.settled}::smallint and (proof, key) not in (
      select proof, key from jsonb_to_recordset(${JSON.stringify(findings)}::jsonb) x (proof text, key text))
    returning title`.execute(db)
  for (const { title } of settledExceptions.rows)
    await addEvent(db, { day, kind: eventKind.settled, user_id: null, note: title })
}

/** For this many earlier days the exceptions that were carried over are checked again. */
const max_earlier_days = 7

/** Settles exceptions of earlier days that agree by now; the signed figures of those days are not changed. */
async function settleCarried(db: Db, day: string): Promise<void> {
  const { rows } = await sql<{ day: string }>`
    select distinct day from day_close_exception where day < ${day}::date and status <> ${exceptionStatus.settled}::smallint
    order by day desc limit ${max_earlier_days}::integer`.execute(db)
  for (const earlier of rows) await settleOthers(db, earlier.day, findingsIn(await computeProofs(db, earlier.day)))
}

/** Minutes after midnight by which everything that began on the day has ended. */
const settling_minutes = 10

/** The job prepares missed days for this long; an older one is not asked for any more. */
export const max_missed_days = 31

/** Why the prepared day cannot be signed yet; null when it can. */
export async function whyNotSignable(db: Db, day: string): Promise<string | null> {
  const { rows } = await sql<{ is_over: boolean; earlier: string | null; blocking: number }>`
    select now() >= ${day}::date + 1 + make_interval(mins => ${settling_minutes}::integer) as is_over,
      (select to_char(min(day), 'DD/MM/YYYY') from (
        select day from day_close where status <> ${closeStatus.closed}::smallint
        union all
        select day::date from generate_series(
          greatest((select min(day) from day_close), current_date - 1 - ${max_missed_days}::integer)::timestamp, ${day}::timestamp, interval '1 day') day
        where day::date not in (select day_close.day from day_close)) open_days
      where day < ${day}::date) as earlier,
      (select count(*) from day_close_exception where day <= ${day}::date
        and (status = ${exceptionStatus.open}::smallint or status = ${exceptionStatus.carried}::smallint and due_date < current_date)) as blocking`.execute(
    db,
  )
  const { is_over, earlier, blocking } = rows[0]!
  if (!is_over) return `Chỉ ký được sau 0 giờ ${settling_minutes} hôm sau, khi ngày đã hết.`
  if (earlier !== null) return `Ngày ${earlier} chưa chốt. Hãy chốt các ngày theo thứ tự.`
  if (blocking > 0) return `Còn ${blocking} ngoại lệ chặn. Hãy xử lý hoặc chuyển sang ngày sau.`
  return null
}

/** The move that a signature by this person makes, and why they cannot make it. */
export function signatureOf({ status, first_by }: Pick<Closing, 'status' | 'first_by'>, me: Decider) {
  const is_second = status === closeStatus.signed
  const move = is_second ? closeLife.moves.close : closeLife.moves.sign
  return { is_second, move, refusal: whyNot(move, { status, first_by } as { status: number }, me) }
}
