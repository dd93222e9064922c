/** What the decisions over a batch of wishes stand on, as it was read under the locks. */
import type { FeeRule } from '#features/customers/fee/fee.rules.ts'
import type { Product as ProductNo } from '#features/results/product/product.contract.ts'

export interface Period {
  period_id: number
  category: ProductNo
  area_id: number | null
  open_date: string
  period_code: string
  draw_at: string
  is_cancelled: boolean
  is_open: boolean
  is_stopped: boolean
  /** Of the station: the working store that is in charge of it. */
  base_id: number | null
}
export interface Device {
  device_id: number
  pos_id: number
  /** The agent that its point of sale has now. */
  partner_id: number | null
  is_active: boolean
  may_charge_wallets: boolean
  day_sale_limit: number | null
}
export interface Seller {
  user_pos_id: number
  pos_id: number
  is_active: boolean
}
export interface Vendor {
  payment_vendor_id: number
  vendor_code: string
  status: number
}
export interface Product {
  category: number
  status: number
  price_unit: number
  commission_rate: number
}
/** A ticket's row, held. */
export interface Ticket {
  xsdt_ticket_id: number
  area_id: number
  open_date: string
  base_id: number
  number: string
  series: string
  ticket_group_id: number | null
  price: number
  in_stock: number
  status: number
}
export interface TicketSet {
  ticket_group_id: number
  area_id: number
  open_date: string
  base_id: number
  number: string
  quantity: number
  price: number
  status: number
}

/** What is left while the batch goes on; the decisions take from these. Tickets of a set are found by the set alone. */
export interface Shelf {
  /** By their number. */
  singles: ReadonlyMap<string, readonly Ticket[]>
  /** By their set. */
  members: ReadonlyMap<number, readonly Ticket[]>
}

export function shelved(tickets: readonly Ticket[]): Shelf {
  const [singles, members] = [new Map<string, Ticket[]>(), new Map<number, Ticket[]>()]
  for (const ticket of tickets) {
    const { ticket_group_id, number } = ticket
    if (ticket_group_id === null) put(singles, number, ticket)
    else put(members, ticket_group_id, ticket)
  }
  return { singles, members }
}

function put<K>(places: Map<K, Ticket[]>, key: K, ticket: Ticket): void {
  const there = places.get(key)
  if (there) there.push(ticket)
  else places.set(key, [ticket])
}

/** What was read under the locks. */
export interface Known {
  devices: ReadonlyMap<number, Device>
  sellers: ReadonlyMap<number, Seller>
  vendors: ReadonlyMap<string, Vendor>
  products: ReadonlyMap<number, Product>
  periods: readonly Period[]
  feeRulesOf: (msisdn: string | null) => readonly FeeRule[]
  sets: ReadonlyMap<number, TicketSet>
  shelf: Shelf
  /** What the points of sale with a row for the day have sold. */
  sold: Map<number, number>
}
