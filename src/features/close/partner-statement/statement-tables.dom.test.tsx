import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RightsProvider } from '#web/session/rights.ts'
import { statementStatus, type StatementDetailRow, type StatementStatus } from './partner-statement.contract.ts'
import { GivenBack } from './statement-tables.screen.tsx'

let root: Root

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
})
afterEach(() => act(async () => root.unmount()))

const everything = {
  me: { user_id: 1, user_name: 'a', full_name: 'A', partner_id: null, base_id: null, is_admin: true, handled_by: [] },
  store: null,
  menu: [],
  can: () => true,
  pageAllowed: () => true,
}

async function linksOf(status: StatementStatus): Promise<number> {
  const figures = { sales: [], corrections: { rows: [] }, payments: [] }
  const given_back = [{ line: 'back:11', status: 11, orders: 4, amount: 40_000 }]
  const row = { partner_id: 1, from_date: '2026-11-01', to_date: '2026-11-07', status } as StatementDetailRow
  await act(async () =>
    root.render(
      <RightsProvider value={everything}>
        <GivenBack row={{ ...row, figures: { ...figures, given_back } as unknown as StatementDetailRow['figures'] }} />
      </RightsProvider>,
    ),
  )
  expect(document.body.textContent).toContain('40.000')
  return document.querySelectorAll('a').length
}

test('orders given back link to the list of orders while their statement is open, for it has only their present states', async () => {
  expect(await linksOf(statementStatus.prepared)).toBe(1)
  expect(await linksOf(statementStatus.confirmed)).toBe(0)
  expect(await linksOf(statementStatus.cancelled)).toBe(0)
})
