/** The decisions on a batch without a database: what one request takes is not available to the next one. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Failure } from '#contract/errors.ts'
import { playTypesOf } from '#features/results/product/game.rules.ts'
import { product } from '#features/results/product/product.contract.ts'
import { decide } from './decide.rules.ts'
import { availableTickets, type Device, type IntakeState, type Ticket, type TicketGroup } from './intake-state.rules.ts'
import type { OrderRequest, TicketOrder } from './order-request.rules.ts'

const draw = { area_id: 21, open_date: '2026-11-22', base_id: 5 }
const period = {
  period_id: 1,
  category: product.south,
  period_code: 'HCM',
  draw_at: '',
  is_cancelled: false,
  is_open: true,
  is_stopped: false,
  ...draw,
}
const keno = { ...period, period_id: 2, category: product.keno, area_id: null, base_id: null, period_code: 'KENO' }

let ids = 0
const ticket = (number: string, in_stock: number, overrides: Partial<Ticket> = {}): Ticket => ({
  ticket_id: ++ids,
  ...draw,
  number,
  series: '',
  ticket_group_id: null,
  face_value: 10_000,
  price: 10_000,
  in_stock,
  status: 1,
  ...overrides,
})
const stateOf = (tickets: Ticket[], ticket_groups: TicketGroup[] = [], device: Partial<Device> = {}): IntakeState => ({
  devices: new Map([
    [
      1,
      {
        device_id: 1,
        pos_id: 3,
        partner_id: null,
        pos_group_id: null,
        is_active: true,
        may_charge_wallets: false,
        day_sale_limit: null,
        partner_has_limit: false,
        ...device,
      },
    ],
  ]),
  sellers: new Map(),
  vendors: new Map(
    ['POS', 'MOMO'].map((vendor_code, n) => [vendor_code, { payment_vendor_id: 7 + n, vendor_code, status: 1 }]),
  ),
  products: new Map(
    [product.south, product.keno, product.max3d_pro].map((category) => [
      category,
      { category, status: 1, price_unit: 10_000, commission_rate: 555, has_prize_table: true },
    ]),
  ),
  periods: [period, keno, { ...keno, period_id: 3, category: product.max3d_pro }],
  discounts: [],
  dayOf: () => '2026-11-20',
  feeRulesOf: () => [],
  ticket_groups: new Map(ticket_groups.map((set) => [set.ticket_group_id, set])),
  available: availableTickets(tickets),
  sold: new Map(),
  cash_allowances: new Map(),
  groups: new Map(),
  orderPrices: new Map(),
  limits: [],
})
const request = (tickets: TicketOrder['tickets']): OrderRequest => ({
  device_id: 1,
  transid: 'x',
  vendor_code: 'POS',
  handling: 0,
  area_id: 21,
  open_date: '2026-11-22',
  tickets,
})
const outcome = (orderRequest: OrderRequest, state: IntakeState) => {
  try {
    return decide(orderRequest, state)
  } catch (error) {
    if (error instanceof Failure) return error.code
    throw error
  }
}

test('tickets of several series are combined to the requested quantity, with one line for each series', () => {
  const state = stateOf([
    ticket('123456', 2, { series: 'A' }),
    ticket('123456', 0, { series: 'B' }),
    ticket('123456', 5, { series: 'C', price: 9_000 }),
  ])
  expect(outcome(request([{ number: '123456', quantity: 4 }]), state)).toMatchObject({
    quantity: 4,
    amount: 38_000,
    commission: 2_109,
    lines: [
      { series: 'A', quantity: 2, amount: 20_000 },
      { series: 'C', quantity: 2, amount: 18_000 },
    ],
  })
  expect(outcome(request([{ number: '123456', series: 'A', quantity: 1 }]), state)).toBe(167)
  expect(outcome(request([{ number: '123456', series: 'D', quantity: 1 }]), state)).toBe(176)
})

test('tickets that are not for sale, of another store or of a ticket group cannot be ordered one by one', () => {
  const state = stateOf([
    ticket('111111', 5, { status: 0 }),
    ticket('222222', 5, { base_id: 6 }),
    ticket('333333', 5, { ticket_group_id: 9 }),
  ])
  for (const number of ['111111', '222222', '333333'])
    expect(outcome(request([{ number, quantity: 1 }]), state)).toBe(176)
})

test('a ticket group is sold as a whole at its own price, and only once', () => {
  const set = { ticket_group_id: 9, ...draw, number: '123456', quantity: 10, price: 95_000, status: 2 }
  const members = () => ['0', '1'].map((first) => ticket(`${first}23456`, 5, { ticket_group_id: 9 }))
  const state = stateOf(members(), [set])
  expect(outcome(request([{ ticket_group_id: 9 }]), state)).toMatchObject({
    quantity: 10,
    amount: 95_000,
    lines: [{ play_type: 2 }],
  })
  expect(outcome(request([{ ticket_group_id: 9 }]), state)).toBe(167)
  expect(outcome(request([{ ticket_group_id: 9 }, { ticket_group_id: 9 }]), stateOf(members(), [set]))).toBe(167)
  expect(outcome(request([{ ticket_group_id: 9 }]), stateOf(members(), [{ ...set, status: 1 }]))).toBe(176)
  expect(outcome(request([{ ticket_group_id: 8 }]), stateOf(members(), [set]))).toBe(176)
  const [first, second] = members()
  expect(outcome(request([{ ticket_group_id: 9 }]), stateOf([first!, { ...second!, status: 0 }], [set]))).toBe(176)
})

test('a ticket group is sold from the store that has it, in an order of that store alone', () => {
  const elsewhere = { ...draw, base_id: 6 }
  const set = { ticket_group_id: 9, ...elsewhere, number: '123456', quantity: 5, price: 95_000, status: 2 }
  // The store from which it was transferred still has the rows of its tickets.
  const rows = [draw, elsewhere].map((store, n) => ticket('123456', 5 * n, { ...store, ticket_group_id: 9 }))
  const state = () => stateOf([...rows.map((row) => ({ ...row })), ticket('111111', 5)], [set])
  expect(outcome(request([{ ticket_group_id: 9 }]), state())).toMatchObject({ base_id: 6, quantity: 5 })
  expect(outcome(request([{ number: '111111', quantity: 1 }]), state())).toMatchObject({ base_id: 5 })
  const both = [{ number: '111111', quantity: 1 }, { ticket_group_id: 9 }]
  const tried = state()
  expect(outcome(request(both), tried)).toBe(3)
  expect(outcome(request(both.toReversed()), tried)).toBe(3)
  expect(tried.available.members.get(9)!.map(({ in_stock }) => in_stock)).toEqual([0, 5])
})

test('an order of fifty ticket groups is decided within 50 ms', () => {
  const ticket_groups = Array.from({ length: 50 }, (_, n) => {
    const number = String(10_000 + n)
    return { ticket_group_id: n + 1, ...draw, number, quantity: 1_000, price: 9_500_000, status: 2 }
  })
  const timeOfOne = () => {
    const tickets = ticket_groups.flatMap(({ ticket_group_id, number }) =>
      Array.from({ length: 100 }, (_, n) => ticket(`${n}${number}`, 10, { ticket_group_id })),
    )
    const state = stateOf(tickets, ticket_groups)
    const since = performance.now()
    const draft = outcome(request(ticket_groups.map(({ ticket_group_id }) => ({ ticket_group_id }))), state)
    const ms = performance.now() - since
    expect(draft).toMatchObject({ quantity: 50_000 })
    expect(tickets.every(({ in_stock }) => in_stock === 0)).toBe(true)
    return ms
  }
  // The best of three runs, because the machine may stall for a moment.
  expect(Math.min(timeOfOne(), timeOfOne(), timeOfOne())).toBeLessThan(50)
})

test('a request that is refused at its second line takes nothing', () => {
  const state = stateOf([ticket('111111', 3)])
  expect(
    outcome(
      request([
        { number: '111111', quantity: 3 },
        { number: '999999', quantity: 1 },
      ]),
      state,
    ),
  ).toBe(176)
  expect(outcome(request([{ number: '111111', quantity: 3 }]), state)).toMatchObject({ quantity: 3 })
})

test('no more tickets are granted than there are, and no request is refused while there are enough', () => {
  fc.assert(
    fc.property(fc.nat({ max: 30 }), fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 20 }), (stock, counts) => {
      const state = stateOf([ticket('111111', stock)])
      let in_stock = stock
      for (const quantity of counts) {
        const granted = typeof outcome(request([{ number: '111111', quantity }]), state) !== 'number'
        expect(granted).toBe(quantity <= in_stock)
        if (granted) in_stock -= quantity
      }
    }),
  )
})

test('the day limit of a point of sale can be used up to the đồng and is never exceeded', () => {
  const state = stateOf([ticket('111111', 100)], [], { day_sale_limit: 50_000 })
  const buy = (quantity: number) => outcome(request([{ number: '111111', quantity }]), state)
  expect([buy(3), buy(3), buy(2), buy(1)].map((answer) => (typeof answer === 'number' ? answer : 0))).toEqual([
    0, 117, 0, 117,
  ])
})

test('the debt limit of a partner refuses cash, and nothing that is paid otherwise', () => {
  const allowanceAfter = (vendor_code: string, allowance: number) => {
    const cash_allowances = new Map([[4, allowance]])
    const state = { ...stateOf([ticket('111111', 9)], [], { partner_id: 4 }), cash_allowances }
    const result = outcome({ ...request([{ number: '111111', quantity: 1 }]), vendor_code }, state)
    return typeof result === 'number' ? result : cash_allowances.get(4)
  }
  const owed = 10_000 - 555
  expect([allowanceAfter('MOMO', -1), allowanceAfter('MOMO', owed)]).toEqual([-1, owed])
  expect([-1, owed - 1, owed].map((allowance) => allowanceAfter('POS', allowance))).toEqual([117, 117, 0])
})

test('the number of boards of an order is limited to what one ticket of the game holds', () => {
  const ordered = (
    category: typeof product.keno | typeof product.max3d_pro,
    label: string,
    numbers: string,
    n: number,
  ) => {
    const { play_type } = playTypesOf(category).find((type) => type.label === label)!
    const boards = Array.from({ length: n }, () => ({ play_type, numbers, stake: 1 }))
    const result = outcome(
      { device_id: 1, transid: 'x', vendor_code: 'POS', handling: 0, category, boards },
      stateOf([]),
    )
    return typeof result === 'number' ? result : 0
  }
  expect([0, 1, 6, 7].map((n) => ordered(product.keno, 'Bậc 1', '07', n))).toEqual([3, 0, 0, 3])
  expect([4, 5].map((n) => ordered(product.max3d_pro, 'Cơ bản', '123 456', n))).toEqual([0, 3])
})

test('the price of a board is its lines times its stake, and the commission is calculated for the whole order', () => {
  const { play_type } = playTypesOf(product.keno).find(({ label }) => label === 'Bậc 2')!
  const boards = [
    { play_type, numbers: '01 80', stake: 3 },
    { play_type, numbers: '07 08', stake: 1 },
  ]
  const result = outcome(
    { device_id: 1, transid: 'x', vendor_code: 'POS', handling: 0, category: product.keno, boards },
    stateOf([]),
  )
  expect(result).toMatchObject({
    period: { period_id: 2 },
    quantity: 4,
    amount: 40_000,
    commission: 2_220,
    base_id: null,
  })
})

test('a partner’s own rate applies to its product, face value and days; all else earns the product’s rate', () => {
  const discount = { partner_id: 4, category: product.south, denomination: 10_000, from_date: '2026-11-01' }
  const discounts = [
    { ...discount, rate: 1_000, to_date: '2026-11-20' },
    { ...discount, rate: 2_000, from_date: '2026-11-21', to_date: null },
    { ...discount, rate: 3_000, denomination: 20_000, to_date: null },
    { ...discount, rate: 4_000, partner_id: 5, to_date: null },
  ]
  const earned = (overrides: Partial<IntakeState>, partner_id: number | null = 4, tickets = [ticket('123456', 5)]) => {
    const state = { ...stateOf(tickets, [], { partner_id }), discounts, ...overrides }
    const bought = request([...new Set(tickets.map(({ number }) => number))].map((number) => ({ number, quantity: 1 })))
    const result = outcome(bought, state)
    return typeof result === 'number' ? result : result.commission
  }
  expect([earned({}), earned({ dayOf: () => '2026-11-21' }), earned({ dayOf: () => '2026-10-31' })]).toEqual([
    1_000, 2_000, 555,
  ])
  expect([earned({}, 5), earned({}, 6), earned({}, null)]).toEqual([4_000, 555, 555])
  const partly_discounted = [
    ticket('111111', 1),
    ticket('222222', 1, { face_value: 20_000, price: 20_000 }),
    ticket('333333', 1, { face_value: 5_000 }),
  ]
  expect(earned({}, 4, partly_discounted)).toBe(1_000 + 6_000 + 555)
})
