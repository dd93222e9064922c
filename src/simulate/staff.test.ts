/** The simulated staff against the whole server: slips of two people, closed days, and results keyed in twice. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importApprovalPage, returnPage, storeTicketPage, unsoldPage } from '#features/tickets/pages.contract.ts'
import { resultPage } from '#features/results/pages.contract.ts'
import { result } from '#features/results/result/draw-result.contract.ts'
import { stock } from '#features/tickets/stock/stock.contract.ts'
import { stockStatus } from '#features/tickets/stock/stock-life.contract.ts'
import { ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { ticketReturn } from '#features/tickets/ticket-return/ticket-return.contract.ts'
import { returnLife } from '#features/tickets/ticket-return/return-life.contract.ts'
import { openOffice, password, type Office, type Person } from '../testing/office.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../testing/tickets.ts'
import { workUntil } from './staff.ts'

let office: Office
let keeper: Person
let approver: Person
let today: string

const rights = [
  ...storeTicketPage.rights,
  ...importApprovalPage.rights,
  ...returnPage.rights,
  ...unsoldPage.rights,
  ...resultPage.rights,
]

beforeAll(async () => {
  office = await openOffice()
  await openStore(office, [stations.tphcm, stations.dongthap])
  keeper = await office.hire(rights)
  approver = await office.hire(rights)
  today = await dayFromNow(office.db, 0)
  for (const area_id of [stations.tphcm, stations.dongthap]) {
    await setPeriod(office, area_id, today, 'open')
    const tickets = ['120450', '220450'].map((number) => ({ number, quantity: 10 }))
    const { ticket_import_id } = await keeper.call(ticketImport.create, { area_id, open_date: today, tickets })
    await approver.call(ticketImport.approve, { ticket_import_id })
  }
  await setPeriod(office, stations.dongthap, today, 'drawn')
})
afterAll(() => office.close())

test('the staff return a quarter of the unsold tickets, close a drawn day and confirm its result', async () => {
  const clerk = await office.hire(rights)
  const refused: string[] = []
  const done = await workUntil(AbortSignal.timeout(1), {
    url: office.url,
    people: { keeper: keeper.user_name, approver: approver.user_name, clerk: clerk.user_name },
    password,
    seed: 'bảy',
    refuse: (action, { message }) => refused.push(`${action}: ${message}`),
  })
  expect({ ...done, refused }).toMatchObject({ slips: 1, returned: 4, closed: 1, refused: [] })
  // In the evening there are also the results of the day's stations.
  expect(done.results).toBeGreaterThanOrEqual(1)
  const { items: slips } = await keeper.call(ticketReturn.list, { status: returnLife.status.confirmed })
  expect(slips).toMatchObject([{ area_id: stations.tphcm, quantity: 4, created_by: keeper.user_id }])
  const { items: stocks } = await keeper.call(stock.list, { area_id: stations.dongthap, open_date: today })
  expect(stocks).toMatchObject([{ in_stock: 20, status: stockStatus.closed }])
  const { items: results } = await keeper.call(result.list, { area_id: stations.dongthap })
  expect(results).toMatchObject([{ entered_by: clerk.user_id, confirmed_by_name: approver.user_name }])
})
