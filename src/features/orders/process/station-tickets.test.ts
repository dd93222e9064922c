/** Processing of online orders and held orders of station tickets: until when, and only while the tickets are sold to them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Right } from '#contract/page.ts'
import { handling, orderStatus } from '#features/orders/order/order.contract.ts'
import { orders } from '#features/orders/order/transaction.contract.ts'
import { heldPage, transactionPage } from '#features/orders/pages.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, stockSet, stockTickets, type SellingPos, type TestOrder } from '../../../testing/orders.ts'
import * as work from '../../../testing/processing.ts'
import { detailOf, finish, online_rights, refusal, show, take } from '../../../testing/processing.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { processStatus, transactionProcess as process } from './process.contract.ts'

let office: Office
let pos: SellingPos

beforeAll(async () => {
  office = await openOffice()
  pos = await openPos(office)
})
afterAll(() => office.close())
beforeEach(() => work.emptyQueues(office))

const waiting = (fields: TestOrder = {}) => work.waiting(office, pos, fields)

describe('an order of station tickets', () => {
  const held_rights: readonly Right[] = [heldPage.view, heldPage.work, heldPage.finish, transactionPage.approve]
  let keeper: Person
  let open_date: string
  let base_id: number
  let number: string

  beforeAll(async () => {
    keeper = await office.hire([...held_rights, ...online_rights])
    base_id = await openStore(office, [stations.tphcm])
    open_date = await dayFromNow(office.db, 0)
    await setPeriod(office, stations.tphcm, open_date, 'open')
    number = await stockTickets(office, { open_date, area_id: stations.tphcm, base_id }, 9)
  })

  const waitingHeld = () =>
    waiting({ handling: handling.held, area_id: stations.tphcm, open_date, tickets: [{ number, quantity: 1 }] })

  test('held by a point of sale can be finished until the draw, also after the stop', async () => {
    const process_id = await waitingHeld()
    await take(keeper, process_id)
    await show(keeper, process_id)
    await setPeriod(office, stations.tphcm, open_date, 'stopped')
    await finish(keeper, process_id)
    expect(await detailOf(keeper, process_id)).toMatchObject({
      status: processStatus.done,
      numbers: expect.stringContaining(number),
    })
    await setPeriod(office, stations.tphcm, open_date, 'open')
  })

  test('sold online is due at the draw and not at the stop', async () => {
    const process_id = await waiting({ area_id: stations.tphcm, open_date, tickets: [{ number, quantity: 1 }] })
    await setPeriod(office, stations.tphcm, open_date, 'stopped')
    expect(await detailOf(keeper, process_id)).toMatchObject({ status: processStatus.waiting, is_due_over: false })
    await take(keeper, process_id)
    await show(keeper, process_id)
    await finish(keeper, process_id)
    expect(await detailOf(keeper, process_id)).toMatchObject({ status: processStatus.done })
    await setPeriod(office, stations.tphcm, open_date, 'open')
  })

  test('that form a ticket group cannot be taken or finished once one of them is not sold to it any more', async () => {
    const ticket_group_id = await stockSet(office, { open_date, area_id: stations.tphcm, base_id }, '42424')
    const process_id = await waiting({
      handling: handling.held,
      area_id: stations.tphcm,
      open_date,
      tickets: [{ ticket_group_id }],
    })
    await take(keeper, process_id)
    await show(keeper, process_id)
    await work.runAsProgram(
      office,
      sql`update xskt_ticket set in_stock = in_stock + sold, sold = 0 where number = '742424' and open_date = ${open_date}`,
    )
    expect(await refusal(finish(keeper, process_id))).toBe('ticket_sold')
    await work.release(keeper, process_id)
    expect(await refusal(take(keeper, process_id))).toBe('ticket_sold')
    await work.runAsProgram(
      office,
      sql`update xskt_ticket set in_stock = 0, sold = imported where number = '742424' and open_date = ${open_date}`,
    )
    await take(keeper, process_id)
    await finish(keeper, process_id)
  })

  test('that are not sold to it any more can be neither taken nor finished', async () => {
    const [taken, untaken] = [await waitingHeld(), await waitingHeld()]
    await take(keeper, taken)
    await show(keeper, taken)
    await work.runAsProgram(
      office,
      sql`update xskt_ticket set in_stock = in_stock + sold, sold = 0 where number = ${number} and open_date = ${open_date}`,
    )
    expect(await refusal(finish(keeper, taken))).toBe('ticket_sold')
    const finish_by_hand = { order_id: taken, status: orderStatus.done, note: 'Vé trong két của điểm bán' }
    expect(await refusal(keeper.call(orders.changeStatus, finish_by_hand))).toBe('ticket_sold')
    expect(await refusal(take(keeper, untaken))).toBe('ticket_sold')
    const next = () => keeper.call(process.takeNext, { handling: handling.held })
    expect(await next()).toEqual({ process_id: null })
    const later_order = await waiting({ handling: handling.held })
    expect(await next()).toEqual({ process_id: later_order })
  })
})
