// The role that the program's pools act as. What it may do is granted in the migrations: rows, but the ledger and the past of the log only
// through functions. It cannot sign in; the account of the database's address owns everything and takes this role on.
import type pg from 'pg'
import { StartError } from '../start-error.ts'
import { sqlState } from './transaction.ts'

export const app_role = 've_so_app'

/** Before the first grant. A role belongs to all databases of a server, so another one's program may have made it. */
export async function ensureAppRole(client: pg.Client): Promise<void> {
  try {
    if (!(await isThere(client))) await client.query(`create role ${app_role} nologin`).catch(unlessMadeMeanwhile)
    const { rows } = await client.query<{ is_ours: boolean }>(
      `select pg_has_role(current_user, '${app_role}', 'SET') as is_ours`,
    )
    if (!rows[0]!.is_ours) await client.query(`grant ${app_role} to current_user with inherit false, set true`)
  } catch (error) {
    if (sqlState(error) !== '42501') throw error
    const account = client.escapeIdentifier(client.user ?? 'current_user')
    throw new StartError(
      `Tài khoản cơ sở dữ liệu phải có quyền CREATEROLE, hoặc quản trị viên PostgreSQL phải chạy trước một lần: ` +
        `create role ${app_role} nologin (nếu chưa có); grant ${app_role} to ${account} with inherit false, set true.`,
    )
  }
}

async function isThere(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [app_role])
  return rowCount === 1
}

function unlessMadeMeanwhile(error: unknown): void {
  if (!['42710', '23505'].includes(sqlState(error) ?? '')) throw error
}
