/** Converts an order of the channel into a request for the intake, or says which field is missing or not allowed. */
import { Failure } from '#contract/errors.ts'
import type {
  OrderRequest,
  PurchaseRequest,
  TicketGroupRequest,
  TicketRequest,
} from '#features/orders/intake/order-request.rules.ts'
import type { Board } from '#features/results/product/game.rules.ts'
import type { ChannelCreate, ChannelLine, ChannelPurchase } from './channel.contract.ts'

const invalidField = (field: string, message: string) =>
  new Failure('request_invalid', { fields: { [field]: message } })

/** @throws Failure request_invalid at the field that is missing or not allowed. */
export function orderRequestOf(input: ChannelCreate, device_id: number): OrderRequest {
  const { transid, user_pos_id, msisdn, full_name, vendor_code } = input
  const buyer = { device_id, transid, user_pos_id, msisdn, full_name, vendor_code, handling: input.handling ?? 0 }
  if (input.lines.length === 0) throw invalidField('lines', 'Chưa có dòng nào')
  if (input.category != null) {
    if (input.area_id != null) throw invalidField('area_id', 'Một đơn chỉ có một trò chơi hoặc một đài')
    if (input.open_date != null) throw invalidField('open_date', 'Chỉ dùng khi mua vé của đài')
    const { category, period_id } = input
    return { ...buyer, category, period_id, boards: input.lines.map(boardOf) }
  }
  if (input.area_id == null) throw invalidField('category', 'Cần trò chơi, hoặc đài và ngày mở thưởng')
  if (input.period_id != null) throw invalidField('period_id', 'Chỉ dùng khi mua trò chơi')
  if (input.open_date == null) throw invalidField('open_date', 'Không được để trống')
  const { area_id, open_date } = input
  return { ...buyer, area_id, open_date, tickets: input.lines.map(ticketOf) }
}

/** @throws Failure request_invalid at the field that is missing or not allowed. */
export function purchaseRequestOf({ lines, ...input }: ChannelPurchase, device_id: number): PurchaseRequest {
  if (lines.length === 0) throw invalidField('lines', 'Chưa có dòng nào')
  return { ...input, device_id, handling: input.handling ?? 0, boards: lines.map(boardOf) }
}

const board_fields = ['play_type', 'numbers', 'stake', 'quick_pick'] as const
const ticket_fields = ['number', 'series', 'quantity'] as const

function boardOf(line: ChannelLine, index: number): Board {
  const { play_type, numbers, stake, quick_pick } = line
  if (play_type == null || numbers == null) throw invalidField('lines', `Dòng ${index + 1}: cần play_type và numbers`)
  refuseForeignFields(line, index, [...ticket_fields, 'ticket_group_id'])
  return { play_type, numbers, stake: stake ?? 1, quick_pick: quick_pick ?? false }
}

function ticketOf(line: ChannelLine, index: number): TicketRequest | TicketGroupRequest {
  const { number, series, quantity, ticket_group_id } = line
  if (number == null && ticket_group_id == null)
    throw invalidField('lines', `Dòng ${index + 1}: cần number hoặc ticket_group_id`)
  refuseForeignFields(line, index, ticket_group_id == null ? board_fields : [...board_fields, ...ticket_fields])
  if (ticket_group_id != null) return { ticket_group_id }
  if (quantity === 0) throw invalidField('lines', `Dòng ${index + 1}: số lượng phải lớn hơn 0`)
  return { number: number!, series, quantity: quantity ?? 1 }
}

/** Ignoring a field could cost money: `quantity` sent instead of `stake` would sell three boards as one. */
function refuseForeignFields(line: ChannelLine, index: number, foreign: readonly (keyof ChannelLine)[]): void {
  const other = foreign.find((name) => line[name] != null)
  if (other) throw invalidField('lines', `Dòng ${index + 1}: ${other} không dùng cho loại dòng này`)
}
