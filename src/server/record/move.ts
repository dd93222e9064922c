/** Moves a row along its lifecycle: the WHERE of the UPDATE allows only the states that the move starts from. */
import { sql, type Expression, type Kysely, type Selectable, type Updateable } from 'kysely'
import type { Move } from '#contract/lifecycle.ts'
import type { Db } from '#server/database/transaction.ts'
import type { DB } from '#db/types.ts'

type AnyDb = Kysely<Record<string, Record<string, unknown>>>

/** New column values, or expressions for them. */
type Change<T extends keyof DB> = { [C in keyof Updateable<DB[T]>]?: Updateable<DB[T]>[C] | Expression<unknown> }

/** Tables whose rows have a status and a version. */
type LifeTable = {
  [T in keyof DB]: Selectable<DB[T]> extends { status: number; version: number } ? T : never
}[keyof DB]

/**
 * Makes the move for the row with this key, sets the other changes with it, and raises the version.
 * @param change where the move declares no target state, it must contain the new status
 * @returns false when there is no such row in a state that the move starts from: nothing was changed, and the caller refuses
 */
export async function move<T extends LifeTable>(
  db: Db,
  table: T,
  key: Partial<Selectable<DB[T]>>,
  move_of: Move,
  change: Change<T> = {},
): Promise<boolean> {
  let query = moving(db, table, move_of, change)
  for (const [column, value] of Object.entries(key)) query = query.where(column, '=', value)
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

function moving<T extends LifeTable>(db: Db, table: T, { from, to }: Move, change: Change<T>) {
  // LifeTable guarantees these columns; kysely's builder cannot be typed by a generic table.
  const { version, ...rest } = change as Record<string, unknown>
  return (db as unknown as AnyDb)
    .updateTable(table as string)
    .set((eb) => ({ ...(to !== undefined && { status: to }), ...rest, version: version ?? eb('version', '+', 1) }))
    .where('status', 'in', from)
}

/** `move` for a row that the caller has locked and checked with whyNot. @throws Error when the move fails, which is a bug then */
export async function moveLocked<T extends LifeTable>(...move_of: Parameters<typeof move<T>>): Promise<void> {
  if (!(await move(...move_of)))
    throw new Error(`${move_of[1]} ${JSON.stringify(move_of[2])} has left the state it was locked in`)
}

/** `move` for all rows whose key column has one of these values, in one statement. Without values it does nothing. */
export async function moveAll<T extends LifeTable>(
  db: Db,
  table: T,
  [column, ids]: readonly [key: keyof Selectable<DB[T]> & string, ids: readonly number[]],
  move_of: Move,
  change: Change<T> = {},
): Promise<number> {
  if (ids.length === 0) return 0
  const { numUpdatedRows } = await moving(db, table, move_of, change)
    .where(column as string, '=', sql`any (${[...ids]}::bigint[])`)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** `moveLocked` for several rows. @throws Error when one of them is missing or has left its state, which is a bug */
export async function moveAllLocked<T extends LifeTable>(...moves_of: Parameters<typeof moveAll<T>>): Promise<void> {
  const [, table, [, ids]] = moves_of
  if ((await moveAll(...moves_of)) !== ids.length)
    throw new Error(`${table} ${ids.join(', ')}: one has left the state it was locked in`)
}
