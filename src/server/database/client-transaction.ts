/** A transaction on one connection of pg, for scripts and maintenance that work as the owner of the database. */
import type pg from 'pg'

/** Runs `work` in a transaction: committed when `work` resolves, rolled back when it rejects. */
export async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
