/** What the decisions over a batch stand on: read, and where it must not change meanwhile held, in the order that everybody keeps. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { feeRulesOf } from '#features/customers/fee/fee.server.ts'
import {
  shelved,
  type Device,
  type Known,
  type Period,
  type Product,
  type Seller,
  type Ticket,
  type TicketSet,
  type Vendor,
} from './known.rules.ts'
import { withLockTimeout } from './lock-timeout.server.ts'
import type { OrderRequest, SetWish, TicketWish } from './wish.rules.ts'

type Places = Pick<Known, 'devices' | 'sellers' | 'vendors' | 'products' | 'feeRulesOf'> & { unpaid_minutes: number }

/** Who sells, how it is paid, and what is sold. */
export async function placesOf(db: Db, wishes: readonly OrderRequest[]): Promise<Places> {
  const devices = wishes.map(({ device_id }) => device_id)
  const sellers = wishes.flatMap(({ user_pos_id }) => user_pos_id ?? [])
  interface Read {
    devices: Device[]
    sellers: Seller[]
    vendors: Vendor[]
    products: Product[]
    unpaid_minutes: number
  }
  // unscoped: the channel's own device, its point of sale and its account
  const { rows } = await sql<Read>`
    select (
      select coalesce(jsonb_agg(jsonb_build_object('device_id', d.device_id, 'pos_id', d.pos_id, 'partner_id', p.partner_id, 'is_active', d.status = 1 and p.status = 1,
        'may_charge_wallets', d.may_charge_wallets, 'day_sale_limit', p.day_sale_limit)), '[]')
      from pos_device d join pos p using (pos_id) where d.device_id = any(${devices}::integer[])) as devices, (
      select coalesce(jsonb_agg(jsonb_build_object('user_pos_id', user_pos_id, 'pos_id', pos_id, 'is_active', status = 1)), '[]')
      from user_pos where user_pos_id = any(${sellers}::integer[])) as sellers, (
      select jsonb_agg(jsonb_build_object('payment_vendor_id', payment_vendor_id, 'vendor_code', vendor_code, 'status', status))
      from payment_vendor) as vendors, (
      select jsonb_agg(jsonb_build_object('category', category, 'status', status, 'price_unit', price_unit, 'commission_rate', commission_rate))
      from category) as products, (select unpaid_minutes from sale_config) as unpaid_minutes`.execute(db)
  const read = rows[0]!
  return {
    devices: new Map(read.devices.map((one) => [one.device_id, one])),
    sellers: new Map(read.sellers.map((one) => [one.user_pos_id, one])),
    vendors: new Map(read.vendors.map((one) => [one.vendor_code, one])),
    products: new Map(read.products.map((one) => [one.category, one])),
    feeRulesOf: await feeRulesOf(
      db,
      wishes.flatMap(({ msisdn }) => msisdn ?? []),
    ),
    unpaid_minutes: read.unpaid_minutes,
  }
}

/**
 * The tickets that are wished for, single ones and those of sets, held in the order of their numbers in the database.
 * @throws RetryLater where somebody else holds one of them for longer than `lock_timeout`, in milliseconds.
 */
export async function lockTickets(
  db: Db,
  wishes: readonly OrderRequest[],
  periods: readonly Period[],
  lock_timeout: number,
): Promise<Pick<Known, 'shelf' | 'sets'>> {
  const singles: { area_id: number; open_date: string; base_id: number; number: string }[] = []
  const wanted: { open_date: string; ticket_group_id: number }[] = []
  for (const wish of wishes) {
    if ('boards' in wish) continue
    const { area_id, open_date } = wish
    const base_id = periods.find((one) => one.area_id === area_id && one.open_date === open_date)?.base_id
    if (base_id == null) continue
    for (const one of wish.tickets) {
      if (isSet(one)) wanted.push({ open_date, ticket_group_id: one.ticket_group_id })
      else singles.push({ area_id, open_date, base_id, number: one.number })
    }
  }
  if (singles.length + wanted.length === 0) return { shelf: shelved([]), sets: new Map() }
  // unscoped: tickets of the stores that are in charge of the wished stations
  const locking_sets = sql<TicketSet>`
    select ticket_group_id, area_id, open_date, base_id, number, quantity, price, status from ticket_group
    where ticket_group_id = any(${wanted.map(({ ticket_group_id }) => ticket_group_id)}::integer[])
    order by ticket_group_id for share`
  const locking_tickets = sql<Ticket>`
    select xsdt_ticket_id, area_id, open_date, base_id, number, series, ticket_group_id, price, in_stock, status from xskt_ticket t
    where (xsdt_ticket_id, open_date) in (
      select t.xsdt_ticket_id, t.open_date from jsonb_to_recordset(${JSON.stringify(singles)}::jsonb)
          w (area_id integer, open_date date, base_id integer, number text)
        join xskt_ticket t using (open_date, area_id, base_id, number) where t.ticket_group_id is null
      union
      select t.xsdt_ticket_id, t.open_date from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
          w (open_date date, ticket_group_id integer)
        join xskt_ticket t using (open_date, ticket_group_id))
    order by xsdt_ticket_id for update`
  return withLockTimeout(db, lock_timeout, async () => {
    const { rows: sets } = await locking_sets.execute(db)
    const { rows: tickets } = await locking_tickets.execute(db)
    return { shelf: shelved(tickets), sets: new Map(sets.map((one) => [one.ticket_group_id, one])) }
  })
}

function isSet(one: TicketWish | SetWish): one is SetWish {
  return 'ticket_group_id' in one
}
