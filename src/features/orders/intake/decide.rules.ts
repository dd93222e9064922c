/**
 * Decides which order requests of a batch are accepted, and what their orders are. They are decided one after the other, so that two of one batch
 * cannot get the same last ticket. A refused request takes nothing.
 */
import { Failure, type ErrorName } from '#contract/errors.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { feeOf } from '#features/customers/fee/fee.rules.ts'
import { commissionOf } from '#features/partners/merchant-discount/discount.rules.ts'
import { checkBoard, maxBoards, ticketPlay, type Board } from '#features/results/product/game.rules.ts'
import { ticketStatus } from '#features/tickets/xskt-ticket/ticket.contract.ts'
import { handling, type Handling } from '#features/orders/order/order.contract.ts'
import type { Device, IntakeState, Period, Product, RevenueLimit, SaleGroup, Ticket } from './intake-state.rules.ts'
import { fromTill, fromWallet, mayNotCharge } from '#features/orders/payment/vendor.rules.ts'
import { mayNotSell, mayNotTake, priceIn } from './sale-group.rules.ts'
import type { BoardOrder, OrderRequest, TicketGroupRequest, TicketOrder, TicketRequest } from './order-request.rules.ts'

export interface Line {
  play_type: number
  numbers: string
  series: string | null
  ticket_id: number | null
  ticket_group_id: number | null
  /** The machine chose the numbers, not the customer. */
  quick_pick: boolean
  /** The price printed on one ticket; for a game the price of one line. */
  face_value: number
  quantity: number
  amount: number
}

export interface Draft {
  period: Period
  device: Device
  payment_vendor_id: number
  /** The store whose tickets are taken; null for a game. */
  base_id: number | null
  user_pos_id: number | null
  msisdn: string | null
  full_name: string | null
  handling: Handling
  lines: Line[]
  /** How many tickets are taken from each row of tickets. */
  ticket_quantities: ReadonlyMap<Ticket, number>
  quantity: number
  amount: number
  fee: number
  commission: number
}

const linesInvalid = (message: string) => new Failure('request_invalid', { fields: { lines: message } })
function refuse(error: ErrorName, message: string): never {
  throw new Failure(error, { message })
}

/** @throws Failure when the request is refused; `state` is then unchanged, but for `is_short` of a revenue limit. */
export function decide(
  request: OrderRequest,
  state: IntakeState,
  { is_ahead = false }: { is_ahead?: boolean } = {},
): Draft {
  const device = state.devices.get(request.device_id)
  if (!device?.is_active) refuse('pos_not_found', 'Điểm bán hoặc thiết bị không hoạt động.')
  const seller = sellerOf(request, device, state)
  const vendor = state.vendors.get(request.vendor_code)
  if (vendor?.status !== 1)
    throw new Failure('payment_vendor_not_found', {
      fields: { vendor_code: 'Nguồn thanh toán không tồn tại hoặc đã ngừng.' },
    })
  const group = state.groups.get(device.pos_group_id ?? 0)
  if (mayNotTake(group, vendor.payment_vendor_id))
    throw new Failure('payment_vendor_not_in_group', {
      fields: { vendor_code: 'Nhóm của điểm bán không dùng nguồn thanh toán này.' },
    })
  if (fromWallet(vendor) && !device.may_charge_wallets) throw mayNotCharge()
  const msisdn = request.msisdn ?? null
  if (msisdn === null && (request.handling !== handling.device || fromWallet(vendor)))
    throw new Failure('request_invalid', { fields: { msisdn: 'Đơn này cần số điện thoại khách hàng' } })
  const [period, product, purchase] =
    'boards' in request ? buyBoards(request, group, state, is_ahead) : buyTickets(request, group, state)
  const amount = sum(purchase.lines.map((line) => line.amount))
  const sold = (state.sold.get(device.pos_id) ?? 0) + amount
  if (device.day_sale_limit !== null && sold > device.day_sale_limit)
    refuse('debt_not_enough', 'Điểm bán đã vượt hạn mức bán trong ngày.')
  assertOrderPrice(product, amount, state)
  const limits = state.limits.filter((limit) => covers(limit, device, product))
  for (const limit of limits) assertWithin(limit, amount)
  const fee = feeOf(state.feeRulesOf(msisdn), { ...vendor, category: product.category, amount })
  const commission = commissionOf(purchase.lines, state.discounts, {
    partner_id: device.partner_id,
    category: product.category,
    day: state.dayOf(request),
    otherwise: product.commission_rate,
  })
  // Only cash in a till makes the partner owe more.
  const allowance = fromTill(vendor) ? state.cash_allowances.get(device.partner_id ?? 0) : undefined
  const debt = amount + fee - commission
  if (allowance !== undefined && debt > allowance)
    refuse('debt_not_enough', `Đại lý đã đến hạn mức nợ: còn được thu ${moneyText(Math.max(0, allowance))} tiền mặt.`)
  // Accepted: nothing below refuses, so the remaining quantities may be reduced.
  for (const [ticket, quantity] of purchase.ticket_quantities) ticket.in_stock -= quantity
  state.sold.set(device.pos_id, sold)
  for (const limit of limits) limit.remaining -= amount
  if (allowance !== undefined) state.cash_allowances.set(device.partner_id!, allowance - debt)
  return {
    period,
    device,
    payment_vendor_id: vendor.payment_vendor_id,
    user_pos_id: seller,
    msisdn,
    full_name: request.full_name ?? null,
    handling: request.handling,
    ...purchase,
    quantity: sum(purchase.lines.map((line) => line.quantity)),
    amount,
    fee,
    commission,
  }
}

function sellerOf({ user_pos_id }: OrderRequest, device: Device, state: IntakeState): number | null {
  if (user_pos_id == null) return null
  const seller = state.sellers.get(user_pos_id)
  if (seller?.pos_id !== device.pos_id || !seller.is_active)
    refuse('pos_not_in_partner', 'Tài khoản bán hàng không thuộc điểm bán này hoặc đã khóa.')
  return user_pos_id
}

/** @throws Failure where the group of the point of sale does not sell the product */
function assertMaySell(group: SaleGroup | undefined, product: Product): void {
  if (mayNotSell(group, product.category)) refuse('category_not_in_group', 'Nhóm của điểm bán không bán sản phẩm này.')
}

function assertOrderPrice({ category }: Product, amount: number, { orderPrices }: IntakeState): void {
  const { minimum = 0, maximum = null } = orderPrices.get(category) ?? {}
  const sentence =
    amount < minimum
      ? `Mỗi đơn tối thiểu ${moneyText(minimum)}.`
      : maximum !== null && amount > maximum && `Mỗi đơn tối đa ${moneyText(maximum)}.`
  if (sentence) throw new Failure('amount_wrong', { message: sentence, fields: { lines: sentence } })
}

function covers(limit: RevenueLimit, device: Device, { category }: Product): boolean {
  return (
    (limit.pos_group_id === 0 || limit.pos_group_id === device.pos_group_id) &&
    (limit.category === 0 || limit.category === category)
  )
}

function assertWithin(limit: RevenueLimit, amount: number): void {
  if (amount <= limit.remaining) return
  if (amount <= limit.total) limit.is_short = true
  const of_whom = limit.pos_group_id === 0 ? 'Doanh thu' : 'Doanh thu của nhóm điểm bán'
  const of_what = limit.category === 0 ? '' : ' của sản phẩm này'
  refuse('debt_not_enough', `${of_whom}${of_what} đã đến mức tối đa trong ngày.`)
}

interface Purchase {
  base_id: number | null
  lines: Line[]
  ticket_quantities: Map<Ticket, number>
}

function buyBoards(
  request: BoardOrder,
  group: SaleGroup | undefined,
  state: IntakeState,
  is_ahead: boolean,
): [Period, Product, Purchase] {
  const product = productOf(request.category, state)
  assertMaySell(group, product)
  const draw =
    request.period_id == null
      ? state.periods.find(
          (candidate) =>
            candidate.category === request.category &&
            candidate.is_open &&
            !candidate.is_stopped &&
            !candidate.is_cancelled,
        )
      : state.periods.find((candidate) => candidate.period_id === request.period_id)
  if (!draw && request.period_id == null) refuse('period_not_opened', 'Chưa có kỳ nào đang mở bán.')
  const period = draw?.category === request.category ? draw : undefined
  assertSelling(period, is_ahead)
  const max_boards = maxBoards(request.category)
  if (request.boards.length === 0 || request.boards.length > max_boards)
    throw linesInvalid(`Mỗi đơn có từ 1 đến ${max_boards} bộ số`)
  const price = priceIn(group, product.category, product.price_unit)
  const prices = { face_value: product.price_unit, price }
  const lines = request.boards.map((board, index) => boardLine(request, board, index, prices))
  return [period, product, { base_id: null, lines, ticket_quantities: new Map() }]
}

function boardLine(
  { category }: BoardOrder,
  board: Board,
  index: number,
  { face_value, price }: Record<'face_value' | 'price', number>,
): Line {
  const check = checkBoard(category, board)
  if ('error' in check) throw linesInvalid(`Bộ số ${index + 1}: ${check.error}`)
  const quantity = check.lines * board.stake
  const { play_type, quick_pick = false } = board
  return {
    play_type,
    numbers: check.numbers,
    series: null,
    ticket_id: null,
    ticket_group_id: null,
    quick_pick,
    face_value,
    quantity,
    amount: quantity * price,
  }
}

function buyTickets(
  request: TicketOrder,
  group: SaleGroup | undefined,
  state: IntakeState,
): [Period, Product, Purchase] {
  const period = state.periods.find(
    (candidate) => candidate.area_id === request.area_id && candidate.open_date === request.open_date,
  )
  assertSelling(period)
  const product = productOf(period.category, state)
  assertMaySell(group, product)
  if (request.tickets.length === 0) throw linesInvalid('Chưa có vé nào')
  const purchase: Purchase = { base_id: null, lines: [], ticket_quantities: new Map() }
  for (const ticket of request.tickets) {
    if ('ticket_group_id' in ticket) takeTicketGroup(ticket, period, state, purchase)
    else takeTickets(ticket, period, state, purchase, (usual) => priceIn(group, product.category, usual))
  }
  return [period, product, purchase]
}

function takeTickets(
  request: TicketRequest,
  period: Period,
  state: IntakeState,
  purchase: Purchase,
  priceFor: (usual: number) => number,
): void {
  const rows = (state.available.singles.get(request.number) ?? []).filter(
    (ticket) =>
      ticket.status === ticketStatus.on_sale &&
      isOfDraw(ticket, period) &&
      ticket.base_id === period.base_id &&
      (request.series == null || ticket.series === request.series),
  )
  if (rows.length === 0) refuse('ticket_not_found', `Không có vé ${request.number} để bán.`)
  let remaining = request.quantity
  for (const ticket of rows) {
    const quantity = Math.min(remaining, leftOf(ticket, purchase))
    if (quantity === 0) continue
    remaining -= quantity
    take(purchase, ticket, quantity)
    const { ticket_id, price, series, face_value } = ticket
    purchase.lines.push({
      play_type: ticketPlay.single,
      numbers: ticket.number,
      series: series || null,
      ticket_id,
      ticket_group_id: null,
      quick_pick: false,
      face_value,
      quantity,
      amount: quantity * priceFor(price),
    })
  }
  if (remaining > 0) refuse('period_sold_out', `Vé ${request.number} chỉ còn ${request.quantity - remaining}.`)
}

/** A ticket group is sold whole, at its own price, by the store that has it: if one ticket is missing, it is sold out. */
function takeTicketGroup(
  { ticket_group_id }: TicketGroupRequest,
  period: Period,
  state: IntakeState,
  purchase: Purchase,
): void {
  const group = state.ticket_groups.get(ticket_group_id)
  if (!group || group.status !== on_sale || !isOfDraw(group, period))
    refuse('ticket_not_found', 'Không có cặp nguyên này để bán.')
  const rows = (state.available.members.get(ticket_group_id) ?? []).filter(({ base_id }) => base_id === group.base_id)
  if (rows.some(({ status }) => status !== ticketStatus.on_sale))
    refuse('ticket_not_found', `Cặp nguyên ${group.number} có vé đã ngừng bán.`)
  if (sum(rows.map((ticket) => leftOf(ticket, purchase))) < group.quantity)
    refuse('period_sold_out', `Cặp nguyên ${group.number} đã bán.`)
  for (const ticket of rows) if (ticket.in_stock > 0) take(purchase, ticket, ticket.in_stock)
  const { number: numbers, quantity, price: amount } = group
  purchase.lines.push({
    play_type: ticketPlay.set,
    numbers,
    series: null,
    ticket_id: null,
    ticket_group_id,
    quick_pick: false,
    // All tickets of a group have the same face value.
    face_value: rows[0]?.face_value ?? 0,
    quantity,
    amount,
  })
}

const on_sale = 2

/** What is left of a row after the earlier lines of the same request. */
function leftOf(ticket: Ticket, { ticket_quantities }: Purchase): number {
  return ticket.in_stock - (ticket_quantities.get(ticket) ?? 0)
}

function take(purchase: Purchase, ticket: Ticket, quantity: number): void {
  const { ticket_quantities } = purchase
  purchase.base_id ??= ticket.base_id
  if (ticket.base_id !== purchase.base_id) throw linesInvalid('Các vé ở hai kho: hãy đặt mỗi kho một đơn')
  ticket_quantities.set(ticket, (ticket_quantities.get(ticket) ?? 0) + quantity)
}

function isOfDraw({ area_id, open_date }: { area_id: number; open_date: string }, period: Period): boolean {
  return area_id === period.area_id && open_date === period.open_date
}

function productOf(category: number, { products }: IntakeState): Product {
  const product = products.get(category)
  if (product?.status !== 1)
    throw new Failure('category_not_found', { fields: { category: 'Sản phẩm không tồn tại hoặc đã ngừng bán.' } })
  if (!product.has_prize_table)
    throw new Failure('category_not_found', {
      fields: { category: 'Sản phẩm chưa bán: chưa có bảng giải được duyệt.' },
    })
  return product
}

function assertSelling(period: Period | undefined, is_ahead = false): asserts period is Period {
  const failure = whyNotSelling(period, is_ahead)
  if (failure) throw failure
}

/**
 * Why orders of this draw can be neither made nor paid at this moment; null when they can.
 * @param is_ahead the order belongs to a purchase of several draws: its own draw need not have opened yet
 */
export function whyNotSelling(period: Period | undefined, is_ahead = false): Failure | null {
  if (!period) return new Failure('period_not_found')
  if (period.is_cancelled) return new Failure('period_closed', { message: 'Kỳ đã hủy.' })
  if (period.is_stopped) return new Failure('period_closed', { message: 'Kỳ đã ngừng nhận đơn.' })
  return period.is_open || is_ahead ? null : new Failure('period_not_opened', { message: 'Kỳ chưa mở bán.' })
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
