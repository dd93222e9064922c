/**
 * Which wishes are granted, and what the orders are then: decided one after the other over what was read under the locks, so that two wishes of
 * one batch cannot have the same last ticket. A wish that is refused takes nothing.
 */
import { Failure, type ErrorName } from '#contract/errors.ts'
import { feeOf, shareOf } from '#features/customers/fee/fee.rules.ts'
import { checkBoard, mostBoards, ticketPlay, type Board } from '#features/results/product/game.rules.ts'
import { handling, type Handling } from '#features/orders/order/order.contract.ts'
import type { Device, Known, Period, Product, Ticket } from './known.rules.ts'
import { fromWallet, mayNotCharge } from './vendor.rules.ts'
import type { BoardsWish, OrderRequest, SetWish, TicketsWish, TicketWish } from './wish.rules.ts'

export interface Line {
  play_type: number
  numbers: string
  series: string | null
  xsdt_ticket_id: number | null
  ticket_group_id: number | null
  /** The machine chose the numbers, not the customer. */
  quick_pick: boolean
  quantity: number
  amount: number
}

export interface Draft {
  period: Period
  device: Device
  payment_vendor_id: number
  base_id: number | null
  user_pos_id: number | null
  msisdn: string | null
  full_name: string | null
  handling: Handling
  lines: Line[]
  /** How many tickets are taken from each row. */
  taken: ReadonlyMap<Ticket, number>
  quantity: number
  amount: number
  fee: number
  commission: number
}

const atLines = (message: string) => new Failure('request_invalid', { fields: { lines: message } })
function refuse(error: ErrorName, message: string): never {
  throw new Failure(error, { message })
}

/** @throws Failure where the wish is refused; `known` is then as it was. */
export function decide(wish: OrderRequest, known: Known): Draft {
  const device = known.devices.get(wish.device_id)
  if (!device?.is_active) refuse('pos_not_found', 'Điểm bán hoặc thiết bị không hoạt động.')
  const seller = sellerOf(wish, device, known)
  const vendor = known.vendors.get(wish.vendor_code)
  if (vendor?.status !== 1)
    throw new Failure('payment_vendor_not_found', {
      fields: { vendor_code: 'Nguồn thanh toán không tồn tại hoặc đã ngừng.' },
    })
  if (fromWallet(vendor) && !device.may_charge_wallets) throw mayNotCharge()
  const msisdn = wish.msisdn ?? null
  if (msisdn === null && (wish.handling !== handling.device || fromWallet(vendor)))
    throw new Failure('request_invalid', { fields: { msisdn: 'Đơn này cần số điện thoại khách hàng' } })
  const [period, product, bought] = 'boards' in wish ? boardsOf(wish, known) : ticketsOf(wish, known)
  const amount = sum(bought.lines.map((line) => line.amount))
  const sold = (known.sold.get(device.pos_id) ?? 0) + amount
  if (device.day_sale_limit !== null && sold > device.day_sale_limit)
    refuse('debt_not_enough', 'Điểm bán đã vượt hạn mức bán trong ngày.')
  const fee = feeOf(known.feeRulesOf(msisdn), { ...vendor, category: product.category, amount })
  // Granted: from here on nothing refuses, so what is left can be taken from.
  for (const [ticket, quantity] of bought.taken) ticket.in_stock -= quantity
  known.sold.set(device.pos_id, sold)
  return {
    period,
    device,
    payment_vendor_id: vendor.payment_vendor_id,
    base_id: 'boards' in wish ? null : period.base_id,
    user_pos_id: seller,
    msisdn,
    full_name: wish.full_name ?? null,
    handling: wish.handling,
    ...bought,
    quantity: sum(bought.lines.map((line) => line.quantity)),
    amount,
    fee,
    commission: shareOf(amount, product.commission_rate),
  }
}

function sellerOf({ user_pos_id }: OrderRequest, device: Device, known: Known): number | null {
  if (user_pos_id == null) return null
  const seller = known.sellers.get(user_pos_id)
  if (seller?.pos_id !== device.pos_id || !seller.is_active)
    refuse('pos_not_in_partner', 'Tài khoản bán hàng không thuộc điểm bán này hoặc đã khóa.')
  return user_pos_id
}

interface Bought {
  lines: Line[]
  taken: Map<Ticket, number>
}

function boardsOf(wish: BoardsWish, known: Known): [Period, Product, Bought] {
  const product = productOf(wish.category, known)
  const found =
    wish.period_id == null
      ? known.periods.find(
          (one) => one.category === wish.category && one.is_open && !one.is_stopped && !one.is_cancelled,
        )
      : known.periods.find((one) => one.period_id === wish.period_id)
  if (!found && wish.period_id == null) refuse('period_not_opened', 'Chưa có kỳ nào đang mở bán.')
  const period = found?.category === wish.category ? found : undefined
  assertSelling(period)
  const most = mostBoards(wish.category)
  if (wish.boards.length === 0 || wish.boards.length > most) throw atLines(`Mỗi đơn có từ 1 đến ${most} bộ số`)
  const lines = wish.boards.map((board, index) => boardLine(wish, board, index, product))
  return [period, product, { lines, taken: new Map() }]
}

function boardLine({ category }: BoardsWish, board: Board, index: number, { price_unit }: Product): Line {
  const checked = checkBoard(category, board)
  if ('error' in checked) throw atLines(`Bộ số ${index + 1}: ${checked.error}`)
  const quantity = checked.lines * board.stake
  const { play_type, quick_pick = false } = board
  return {
    play_type,
    numbers: checked.numbers,
    series: null,
    xsdt_ticket_id: null,
    ticket_group_id: null,
    quick_pick,
    quantity,
    amount: quantity * price_unit,
  }
}

function ticketsOf(wish: TicketsWish, known: Known): [Period, Product, Bought] {
  const period = known.periods.find((one) => one.area_id === wish.area_id && one.open_date === wish.open_date)
  assertSelling(period)
  const product = productOf(period.category, known)
  if (wish.tickets.length === 0) throw atLines('Chưa có vé nào')
  const bought: Bought = { lines: [], taken: new Map() }
  for (const one of wish.tickets) {
    if ('ticket_group_id' in one) takeSet(one, period, known, bought)
    else takeTickets(one, period, known, bought)
  }
  return [period, product, bought]
}

function takeTickets(wish: TicketWish, period: Period, known: Known, bought: Bought): void {
  const rows = (known.shelf.singles.get(wish.number) ?? []).filter(
    (one) => one.status === 1 && isOf(one, period) && (wish.series == null || one.series === wish.series),
  )
  if (rows.length === 0) refuse('ticket_not_found', `Không có vé ${wish.number} để bán.`)
  let wanted = wish.quantity
  for (const ticket of rows) {
    const quantity = Math.min(wanted, leftOf(ticket, bought))
    if (quantity === 0) continue
    wanted -= quantity
    take(bought, ticket, quantity)
    const { xsdt_ticket_id, price, series } = ticket
    bought.lines.push({
      play_type: ticketPlay.single,
      numbers: ticket.number,
      series: series || null,
      xsdt_ticket_id,
      ticket_group_id: null,
      quick_pick: false,
      quantity,
      amount: quantity * price,
    })
  }
  if (wanted > 0) refuse('period_sold_out', `Vé ${wish.number} chỉ còn ${wish.quantity - wanted}.`)
}

/** A set is sold whole: with the first ticket that is missing it is sold out. */
function takeSet({ ticket_group_id }: SetWish, period: Period, known: Known, bought: Bought): void {
  const set = known.sets.get(ticket_group_id)
  if (!set || set.status !== set_on_sale || !isOf(set, period))
    refuse('ticket_not_found', 'Không có cặp nguyên này để bán.')
  const rows = (known.shelf.members.get(ticket_group_id) ?? []).filter((one) => isOf(one, period))
  if (rows.some(({ status }) => status !== 1))
    refuse('ticket_not_found', `Cặp nguyên ${set.number} có vé đã ngừng bán.`)
  if (sum(rows.map((ticket) => leftOf(ticket, bought))) < set.quantity)
    refuse('period_sold_out', `Cặp nguyên ${set.number} đã bán.`)
  for (const ticket of rows) if (ticket.in_stock > 0) take(bought, ticket, ticket.in_stock)
  const { number: numbers, quantity, price: amount } = set
  bought.lines.push({
    play_type: ticketPlay.set,
    numbers,
    series: null,
    xsdt_ticket_id: null,
    ticket_group_id,
    quick_pick: false,
    quantity,
    amount,
  })
}

const set_on_sale = 2

/** What the wish itself has not taken yet. */
function leftOf(ticket: Ticket, { taken }: Bought): number {
  return ticket.in_stock - (taken.get(ticket) ?? 0)
}

function take({ taken }: Bought, ticket: Ticket, quantity: number): void {
  taken.set(ticket, (taken.get(ticket) ?? 0) + quantity)
}

function isOf(one: { area_id: number; open_date: string; base_id: number }, period: Period): boolean {
  return one.area_id === period.area_id && one.open_date === period.open_date && one.base_id === period.base_id
}

function productOf(category: number, { products }: Known): Product {
  const product = products.get(category)
  if (product?.status === 1) return product
  throw new Failure('category_not_found', { fields: { category: 'Sản phẩm không tồn tại hoặc đã ngừng bán.' } })
}

function assertSelling(period: Period | undefined): asserts period is Period {
  const failure = whyNotSelling(period)
  if (failure) throw failure
}

/** Why orders of this draw are neither taken nor paid at this moment; null when they are. */
export function whyNotSelling(period: Period | undefined): Failure | null {
  if (!period) return new Failure('period_not_found')
  if (period.is_cancelled) return new Failure('period_closed', { message: 'Kỳ đã hủy.' })
  if (period.is_stopped) return new Failure('period_closed', { message: 'Kỳ đã ngừng nhận đơn.' })
  return period.is_open ? null : new Failure('period_not_opened', { message: 'Kỳ chưa mở bán.' })
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
