/** Queries of statements within the person's scope. */
import { sql, type SqlBool } from 'kysely'
import { one_plan } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import { figuresOf, type ReadFigures } from './figures.server.ts'
import {
  noteAction,
  statementStatus,
  type StatementFigures,
  type StatementRow,
  type StatementStatus,
} from './partner-statement.contract.ts'

const open_disputes = sql<number>`(
  select count(*) from (
    select max(n.note_id) filter (where n.action = ${sql.lit(noteAction.dispute)}) as disputed,
      max(n.note_id) filter (where n.action = ${sql.lit(noteAction.settle)}) as settled
    from partner_statement_note n where n.statement_id = r.statement_id group by n.line) line
  where line.disputed > coalesce(line.settled, 0))`

export function statements(db: Db, me: Me) {
  return db
    .selectFrom('partner_statement as r')
    .innerJoin('partner as p', 'p.partner_id', 'r.partner_id') // unscoped: only the partner of a statement within the scope
    .leftJoin('app_user as creator', 'creator.user_id', 'r.created_by') // unscoped: only a name
    .leftJoin('app_user as partner_user', 'partner_user.user_id', 'r.agent_by') // unscoped: only a name
    .leftJoin('app_user as office', 'office.user_id', 'r.office_by') // unscoped: only a name
    .select(['r.statement_id', 'r.statement_code', 'r.partner_id', 'p.partner_code', 'p.partner_name'])
    .select(['r.from_date', 'r.to_date', 'r.amount', 'r.commission', 'r.due', 'r.paid', 'r.closing_debt', 'r.status'])
    .select(['r.agent_by', 'partner_user.user_name as agent_by_name', 'r.agent_at'])
    .select(['r.office_by', 'office.user_name as office_by_name', 'r.office_at'])
    .select(['r.lost_at', 'r.cancel_reason', 'r.created_by', 'creator.user_name as created_by_name', 'r.created_at'])
    .select(['r.version', open_disputes.as('open_disputes')])
    .$castTo<StatementRow>()
    .where(within(me, 'partner_statement', 'r'))
}

export async function findStatement(db: Db, me: Me, statement_id: number): Promise<StatementRow | undefined> {
  return statements(db, me).where('r.statement_id', '=', statement_id).modifyEnd(one_plan).executeTakeFirst()
}

/** The full names of the people who made and confirmed a statement. Unscoped: the caller has found the statement in its scope. */
export function signersOf(db: Db, statement_id: number) {
  return db
    .selectFrom('partner_statement as r') // unscoped: found by the caller
    .leftJoin('app_user as creator', 'creator.user_id', 'r.created_by') // unscoped: only a name
    .leftJoin('app_user as partner_user', 'partner_user.user_id', 'r.agent_by') // unscoped: only a name
    .leftJoin('app_user as office', 'office.user_id', 'r.office_by') // unscoped: only a name
    .select(['creator.full_name as created_by_full_name', 'partner_user.full_name as agent_by_full_name'])
    .select('office.full_name as office_by_full_name')
    .where('r.statement_id', '=', statement_id)
    .executeTakeFirstOrThrow()
}

/** The stored statement within the scope. It cannot change while the caller has locked its partner's account. */
export function storedStatement(db: Db, me: Me, statement_id: number) {
  return db
    .selectFrom('partner_statement')
    .selectAll()
    .$narrowType<{ status: StatementStatus }>()
    .where('statement_id', '=', statement_id)
    .where(within(me, 'partner_statement'))
    .executeTakeFirst()
}
export type StoredStatement = NonNullable<Awaited<ReturnType<typeof storedStatement>>>

/** Whether its figures are still refreshed from the orders. */
export const isOpen = ({ status }: { status: StatementStatus }) => status < statementStatus.confirmed

/** The stored figures of a statement. */
export function storedFigures({ figures, digest, snapshot, cluster, read_at }: StoredStatement): ReadFigures {
  return { figures: figures as unknown as StatementFigures, digest, snapshot, cluster, read_at }
}

/** The figures to show: current ones of an open statement, stored ones of a confirmed one. */
export async function shownFigures(db: Db, statement: StoredStatement): Promise<ReadFigures> {
  return isOpen(statement) ? figuresOf(db, statement) : storedFigures(statement)
}

export function notesOf(db: Db, statement_id: number) {
  return db
    .selectFrom('partner_statement_note as n')
    .innerJoin('app_user as writer', 'writer.user_id', 'n.created_by') // unscoped: only a name
    .select(['n.note_id', 'n.line', 'n.action', 'n.note', 'n.by_agent', 'writer.user_name as created_by_name'])
    .select('n.created_at')
    .$narrowType<{ action: 1 | 2 | 3 }>()
    .where('n.statement_id', '=', statement_id)
    .orderBy('n.note_id')
    .limit(1_000)
    .execute()
}

/** SQL: whether the statement's days overlap this range. */
export const isWithin = (from: string | null | undefined, to: string | null | undefined) =>
  sql<SqlBool>`daterange(r.from_date, r.to_date, '[]') && daterange(${from ?? null}::date, ${to ?? null}::date, '[]')`

/** Refuses a partner that the person may not see. */
export async function assertPartner(
  db: Db,
  me: Me,
  partner_id: number,
  fail: Fail<'partner_not_found'>,
): Promise<void> {
  const in_scope = await db
    .selectFrom('partner')
    .select('partner_id')
    .where('partner_id', '=', partner_id)
    .where(within(me, 'partner'))
    .executeTakeFirst()
  if (!in_scope) fail('partner_not_found')
}
