/** Closing a station's day whose tickets lie in several stores, as after the station was given to another one. */
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

test('several stores with tickets of a draw are counted and closed one by one', async () => {
  const open_date = await dayFromNow(office.db, 1)
  const key = { area_id, open_date }
  await setPeriod(office, area_id, open_date, 'open')
  const rights = [...storeTicketPage.rights, ...importApprovalPage.rights, ...unsoldPage.rights]
  const approver = await office.hire(rights)
  const storeWith = async (number: string, quantity: number) => {
    const base_id = await openStore(office, [area_id])
    const keeper = await office.hire(rights, { base_id })
    const { ticket_import_id } = await keeper.call(ticketImport.create, { ...key, tickets: [{ number, quantity }] })
    await approver.call(ticketImport.approve, { ticket_import_id })
    return base_id
  }
  const first_id = await storeWith('300001', 3)
  const second_id = await storeWith('300002', 5)
  const countsOf = async () => {
    const { stocks } = await approver.call(unsold.closing, key)
    return stocks.map(({ base_id, counted }) => [base_id, counted])
  }

  await expect(approver.call(unsold.close, { ...key, counted: 8 })).rejects.toMatchObject({
    code: 3,
    data: { fields: { counted: expect.stringContaining('2 kho') } },
  })
  expect(await countsOf()).toEqual([
    [first_id, null],
    [second_id, null],
  ])
  await approver.call(unsold.close, { ...key, base_id: first_id, counted: 3, expected: 3 })
  await approver.call(unsold.close, { ...key, base_id: second_id, counted: 4, reason: 'Mất một vé' })
  expect(await countsOf()).toEqual([
    [first_id, 3],
    [second_id, 4],
  ])
})
