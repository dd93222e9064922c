/** The two sides of a statement are two persons. */
import { afterAll, expect, test } from 'vitest'
import { openPartners } from '../../../testing/statements.ts'
import { partnerStatement, statementStatus } from './partner-statement.contract.ts'
import { whyNotConfirm } from './statement.rules.ts'

const { office, second, operators, write, prepare, confirm, codeOf } = await openPartners()
afterAll(() => office.close())

test('a statement is not confirmed for one side by whoever confirmed it for the other, or handled the account', async () => {
  const { statement_id } = await prepare(0, 9, 5)
  const [operator] = operators
  const signedBy = (id: number, change: { agent_by: number } | { office_by: number }) =>
    write((db) => db.updateTable('partner_statement').set(change).where('statement_id', '=', id).execute())
  // As if the person had since moved to the other side.
  await confirm(operator!, statement_id)
  await signedBy(statement_id, { agent_by: second.user_id })
  expect(await codeOf(second, partnerStatement.confirm, { statement_id })).toBe(169)
  await signedBy(statement_id, { agent_by: operator!.user_id })
  expect((await confirm(second, statement_id)).status).toBe(statementStatus.confirmed)
  const { statement_id: other_id } = await prepare(1, 9, 5)
  await confirm(second, other_id)
  await signedBy(other_id, { office_by: operators[1]!.user_id })
  expect(await codeOf(operators[1]!, partnerStatement.confirm, { statement_id: other_id })).toBe(169)
  const open = { status: statementStatus.office_confirmed, created_by: null, agent_by: null, office_by: 7 }
  const me = { user_id: 8, partner_id: 1, base_id: null }
  expect(whyNotConfirm(open, { ...me, handled_by: [] })).toBeNull()
  expect(whyNotConfirm(open, { ...me, handled_by: [7] })).toMatchObject({ error: 'no_right' })
})
