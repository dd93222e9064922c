/** Attacks by one account that moves another one to the store whose slips it is to approve. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { baseUser } from '#features/tickets/base-user/base-user.contract.ts'
import { baseStorePage, importApprovalPage, storeTicketPage } from '#features/tickets/pages.contract.ts'
import { ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { asOwner } from '#server/testing/as-owner.ts'
import { errorCodeOf } from './testing/error-code.ts'
import { openOffice, type Office, type Person } from './testing/office.ts'
import { dayFromNow, openStore, setPeriod, stations } from './testing/tickets.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

test('a person who moves an account to another store cannot have it approve their slips for a week', async () => {
  const [before, base_id] = [await openStore(office, []), await openStore(office, [stations.tphcm])]
  const open_date = await dayFromNow(office.db, 1)
  await setPeriod(office, stations.tphcm, open_date, 'open')
  const maker = await office.hire([...baseStorePage.rights, ...importApprovalPage.rights, ...storeTicketPage.rights])
  const other = await office.hire([...storeTicketPage.rights], { base_id })
  const approver = await office.hire([...importApprovalPage.rights, ...storeTicketPage.rights], { base_id: before })
  let number = 400_000
  const slipOf = async (by: Person) => {
    const tickets = [{ number: String(++number), quantity: 1 }]
    const draw = { area_id: stations.tphcm, open_date, base_id }
    const { ticket_import_id } = await by.call(ticketImport.create, { ...draw, tickets })
    return { ticket_import_id }
  }
  const [first, second] = [await slipOf(maker), await slipOf(maker)]
  expect(await errorCodeOf(approver.call(ticketImport.approve, first))).not.toBe(0)
  const base_user_id = approver.user_id
  const { version } = await maker.call(baseUser.detail, { base_user_id })
  await maker.call(baseUser.update, { base_user_id, version, base_id })
  await expect(approver.call(ticketImport.approve, first)).rejects.toMatchObject({
    code: 169,
    message: expect.stringContaining('tài khoản của bạn'),
  })
  await approver.call(ticketImport.approve, await slipOf(other))
  await asOwner(
    office.db,
    sql`update account_handling set at = at - interval '6 days' where user_id = ${approver.user_id}`,
  )
  await expect(approver.call(ticketImport.approve, first)).rejects.toMatchObject({ code: 169 })
  await asOwner(
    office.db,
    sql`update account_handling set at = at - interval '2 days' where user_id = ${approver.user_id}`,
  )
  await approver.call(ticketImport.approve, second)
})
