// The role that the program's pools act as. What it may do is granted in the migrations: rows, but the ledger and the past of the log only
// through functions. It cannot sign in; the account of the database's address owns everything and takes this role on.
import type pg from 'pg'
import { StartError } from '#server/program/start-error.ts'
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
    throw await roleFault(client)
  }
}

/** The right to make roles is no right to those that others made. */
async function roleFault(client: pg.Client): Promise<StartError> {
  const { rows } = await client.query<{ account: string }>('select quote_ident(current_user) as account')
  const { account } = rows[0]!
  const grant = `grant ${app_role} to ${account} with inherit false, set true`
  return new StartError(
    (await isThere(client))
      ? `Vai trò ${app_role} trên máy chủ này do người khác tạo nên tài khoản ${account} chưa dùng được: ` +
          `hãy nhờ người đó hoặc quản trị viên PostgreSQL chạy một lần: ${grant}.`
      : `Tài khoản cơ sở dữ liệu ${account} phải có quyền CREATEROLE, hoặc quản trị viên PostgreSQL phải chạy trước một lần: ` +
          `create role ${app_role} nologin; ${grant}.`,
  )
}

async function isThere(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [app_role])
  return rowCount === 1
}

function unlessMadeMeanwhile(error: unknown): void {
  if (!['42710', '23505'].includes(sqlState(error) ?? '')) throw error
}
