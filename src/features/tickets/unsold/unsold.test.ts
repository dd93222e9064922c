/** The list of unsold tickets. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importApprovalPage, storeTicketPage, unsoldPage } from '#features/tickets/pages.contract.ts'
import { ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { openOffice, type Office } from '../../../testing/office.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { unsold } from './unsold.contract.ts'

const area_id = stations.tphcm
let office: Office

beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

test('tickets are found by their last digits, and what means something in a pattern means nothing', async () => {
  const open_date = await dayFromNow(office.db, 1)
  await setPeriod(office, area_id, open_date, 'open')
  const rights = [...storeTicketPage.rights, ...importApprovalPage.rights, ...unsoldPage.rights]
  const keeper = await office.hire(rights, { base_id: await openStore(office, [area_id]) })
  const approver = await office.hire(rights)
  const tickets = ['300001', '300011'].map((number) => ({ number, quantity: 2 }))
  const { ticket_import_id } = await keeper.call(ticketImport.create, { area_id, open_date, tickets })
  await approver.call(ticketImport.approve, { ticket_import_id })
  const numbersFor = async (keyword: string) => {
    const { items } = await keeper.call(unsold.list, { open_date, keyword })
    return items.map(({ number }) => number).toSorted()
  }
  expect(await numbersFor('1')).toEqual(['300001', '300011'])
  expect(await numbersFor('11')).toEqual(['300011'])
  expect(await numbersFor('300001')).toEqual(['300001'])
  for (const keyword of ['0', '2300001', 'x', '\\', '%', '_1', '%1'])
    expect(await numbersFor(keyword), keyword).toEqual([])
})
