/** Active points of sale, open draws and orders, for tests of everything that follows a sale. */
import { randomUUID, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import { refundPage, transactionPage } from '#features/orders/pages.contract.ts'
import { payOrders } from '#features/orders/payment/pay.server.ts'
import { createOrders } from '#features/orders/intake/create-orders.server.ts'
import type { BoardOrder, OrderAnswer, TicketOrder } from '#features/orders/intake/order-request.rules.ts'
import { playTypesOf } from '#features/results/product/game.rules.ts'
import { product, type Game } from '#features/results/product/product.contract.ts'
import { moveStock, type StockKey } from '#features/tickets/stock/move-stock.server.ts'
import { newKeyPair } from '../simulate/signing.ts'
import type { Office, Person } from './office.ts'
import { writeTo } from './write.ts'

export interface SellingPos {
  partner_id: number
  pos_id: number
  pos_code: string
  device_id: number
  device_code: string
  user_pos_id: number
  /** Key with which the device signs its requests. */
  private_key: KeyObject
}

interface PosOptions {
  partner_id?: number
  pos_group_id?: number
  day_sale_limit?: number
}

let pos_count = 0

/** Hires two people with all rights on orders, so that one can decide on the other's report, and opens a point of sale. */
export async function openOrderDesk(office: Office): Promise<{ an: Person; binh: Person; pos: SellingPos }> {
  const rights = [...transactionPage.rights, ...refundPage.rights]
  return { an: await office.hire(rights), binh: await office.hire(rights), pos: await openPos(office) }
}

/** Opens an active point of sale of a partner, with a signing device that may charge wallets, and a till account. */
export function openPos(office: Pick<Office, 'db'>, options: PosOptions = {}): Promise<SellingPos> {
  // Padded, so that names sort in the order in which they were made.
  const code = `DB${process.pid}${String(++pos_count).padStart(4, '0')}`
  const { private_key, public_key } = newKeyPair()
  return writeTo(office.db, async (db) => {
    const {
      partner_id = await idOf(
        db,
        sql`insert into partner (partner_code, partner_name) values (${code}, ${`Đại lý ${code}`}) returning partner_id as id`,
      ),
    } = options
    const pos_id = await idOf(
      db,
      sql`insert into pos (pos_code, pos_name, address, province_id, district_id, partner_id, pos_group_id, day_sale_limit)
        values (${code}, ${`Điểm bán ${code}`}, '1 Lê Lợi', 79, 760, ${partner_id}, ${options.pos_group_id ?? null}, ${options.day_sale_limit ?? null})
        returning pos_id as id`,
    )
    const device_id = await insertDevice(db, { pos_id, device_code: code, public_key })
    const user_pos_id = await idOf(
      db,
      sql`insert into user_pos (pos_id, user_name, full_name, role, password_hash)
        values (${pos_id}, ${`quay.${code.toLowerCase()}`}, 'Lê Thị Quầy', 2, '') returning user_pos_id as id`,
    )
    return { partner_id, pos_id, pos_code: code, device_id, device_code: code, user_pos_id, private_key }
  })
}

/** Adds a device that may charge wallets to a point of sale; returns the device_id. */
export function addDevice(office: Pick<Office, 'db'>, { pos_id, device_code }: SellingPos): Promise<number> {
  const device = { pos_id, device_code: `${device_code}-${++pos_count}`, public_key: newKeyPair().public_key }
  return writeTo(office.db, (db) => insertDevice(db, device))
}

function insertDevice(db: Db, device: { pos_id: number; device_code: string; public_key: string }): Promise<number> {
  return idOf(
    db,
    sql`insert into pos_device (pos_id, device_code, device_name, device_type, may_charge_wallets, public_key)
      values (${device.pos_id}, ${device.device_code}, 'Máy bán vé', 2, true, ${device.public_key}) returning device_id as id`,
  )
}

/** Opening, stop, end of printing and draw of a game's draw, in minutes from now. */
const minutes = {
  upcoming: [10, 20, 30, 40],
  open: [-60, 60, 70, 80],
  stopped: [-60, -1, 10, 20],
  printed: [-60, -20, -1, 20],
  drawn: [-60, -30, -20, -1],
} as const

/** Adds a draw with these times to those of the game's calendar; returns its period_id. */
export function setGamePeriod(office: Pick<Office, 'db'>, category: Game, when: keyof typeof minutes): Promise<number> {
  const minutesFromNow = (minute: number) => sql`now() + make_interval(mins => ${minute}::integer)`
  const [open, stop, print, draw] = minutes[when]
  const code = `THU-${category}-${randomUUID().slice(0, 8)}`
  return writeTo(office.db, (db) =>
    idOf(
      db,
      sql`insert into draw_period (category, open_date, period_code, open_at, return_until, stop_at, print_at, draw_at)
        values (${category}, (${minutesFromNow(draw)})::date, ${code}, ${minutesFromNow(open)}, ${minutesFromNow(stop)}, ${minutesFromNow(stop)}, ${minutesFromNow(print)}, ${minutesFromNow(draw)}) returning period_id as id`,
    ),
  )
}

export type TestOrder = Partial<Omit<BoardOrder, 'boards'>> & Partial<TicketOrder> & Partial<Pick<BoardOrder, 'boards'>>

/** One shared open draw for each office and game, for tests that need no particular draw. */
const openPeriods = new WeakMap<object, Map<number, Promise<number>>>()

function openPeriod(office: Pick<Office, 'db'>, category: Game): Promise<number> {
  const by_category = openPeriods.get(office) ?? new Map<number, Promise<number>>()
  openPeriods.set(office, by_category)
  const period = by_category.get(category) ?? setGamePeriod(office, category, 'open')
  by_category.set(category, period)
  return period
}

const keno_ten = playTypesOf(product.keno).find(({ label }) => label === 'Bậc 10')!.play_type

/** An order request; by default for one Keno board, paid in cash. */
export async function orderRequestOf(office: Pick<Office, 'db'>, pos: SellingPos, fields: TestOrder = {}) {
  const buyer = {
    device_id: pos.device_id,
    transid: randomUUID(),
    user_pos_id: fields.user_pos_id === undefined ? pos.user_pos_id : fields.user_pos_id,
    msisdn: fields.msisdn ?? null,
    full_name: fields.full_name ?? null,
    handling: fields.handling ?? 0,
    vendor_code: fields.vendor_code ?? 'POS',
  }
  if (fields.tickets)
    return { ...buyer, area_id: fields.area_id!, open_date: fields.open_date!, tickets: fields.tickets }
  const category = fields.category ?? product.keno
  const boards = fields.boards ?? [{ play_type: keno_ten, numbers: '01 02 03 04 05 06 07 08 09 10', stake: 1 }]
  return { ...buyer, category, period_id: fields.period_id ?? (await openPeriod(office, category)), boards }
}

/** Creates an unpaid order and returns its order_id; throws the Failure when it is refused. */
export async function order(office: Pick<Office, 'db'>, pos: SellingPos, fields: TestOrder = {}): Promise<number> {
  const request = await orderRequestOf(office, pos, fields)
  const [created] = await writeTo(office.db, (db) => createOrders(db, [request]))
  return assertAccepted(created!).order_id
}

/** Creates a paid order: completed when the device prints it, otherwise waiting for staff. */
export async function sell(office: Pick<Office, 'db'>, pos: SellingPos, fields: TestOrder = {}): Promise<number> {
  const order_id = await order(office, pos, fields)
  await pay(office, pos, order_id)
  return order_id
}

/** Pays an order as its device reports it. @throws Failure when the payment is refused */
export async function pay(office: Pick<Office, 'db'>, pos: SellingPos, order_id: number): Promise<OrderAnswer> {
  const request = { device_id: pos.device_id, transid: randomUUID(), order_id, vendor_ref: randomUUID() }
  const [paid] = await writeTo(office.db, (db) => payOrders(db, [request]))
  return assertAccepted(paid!)
}

function assertAccepted(outcome: OrderAnswer | Failure): OrderAnswer {
  if (outcome instanceof Failure) throw outcome
  return outcome
}

let numbers = 500_000

/** Adds tickets of one number to a store's stock; returns the number, which is unique unless given. Their face value is in đồng. */
export async function stockTickets(
  office: Pick<Office, 'db'>,
  place: StockKey,
  quantity: number,
  number = String(++numbers),
  face_value = 10_000,
): Promise<string> {
  await writeTo(office.db, async (db) => {
    await sql`insert into xskt_ticket (open_date, area_id, base_id, number, series, face_value, price, imported, in_stock)
      values (${place.open_date}, ${place.area_id}, ${place.base_id}, ${number}, '', ${face_value}, ${face_value}, ${quantity}, ${quantity})`.execute(
      db,
    )
    await moveStock(db, { ...place, kind: 'imported', quantity, ticket_count: 1, face_value, created_by: null })
  })
  return number
}

/** Adds a ticket group on sale: `digits` after each of ten first digits, each in `series_count` series; returns its key. */
export function stockSet(
  office: Pick<Office, 'db'>,
  place: StockKey,
  digits: string,
  series_count = 1,
  face_value = 10_000,
): Promise<number> {
  const { area_id, open_date, base_id } = place
  const [quantity, price] = [10 * series_count, 95_000 * series_count]
  return writeTo(office.db, async (db) => {
    const ticket_group_id = await idOf(
      db,
      sql`with slip as (
          insert into ticket_group_import (base_id, area_id, open_date, period_id, status, set_count, quantity, amount)
          select ${base_id}, area_id, open_date, period_id, 3, 1, ${quantity}, ${price} from draw_period
            where area_id = ${area_id} and open_date = ${open_date}
          returning *)
        insert into ticket_group (ticket_group_import_id, base_id, area_id, open_date, kind, number, series_count, price, status)
        select ticket_group_import_id, base_id, area_id, open_date, 2, ${digits}, ${series_count}, ${price}, 2 from slip
        returning ticket_group_id as id`,
    )
    await sql`insert into xskt_ticket (open_date, area_id, base_id, number, series, ticket_group_id, face_value, price, imported, in_stock)
      select ${open_date}, ${area_id}, ${base_id}, n || ${digits}::text, '', ${ticket_group_id}, ${face_value}, 9500, ${series_count}, ${series_count}
        from generate_series(0, 9) n`.execute(db)
    await moveStock(db, {
      ...place,
      kind: 'imported',
      quantity,
      ticket_count: 10,
      face_value,
      ticket_group_id,
      created_by: null,
    })
    return ticket_group_id
  })
}

/** Runs an INSERT that returns its key as `id`. */
export async function idOf(db: Db, insert: ReturnType<typeof sql>): Promise<number> {
  return ((await insert.execute(db)).rows[0] as { id: number }).id
}

/** Sets columns of an order that other parts of the program would set. */
export function setOrder(office: Office, order_id: number, columns: object): Promise<unknown> {
  return office.write((db) => db.updateTable('sale_order').set(columns).where('order_id', '=', order_id).execute())
}
