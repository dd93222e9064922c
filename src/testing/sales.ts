/** A small business with random orders of every kind, kept in memory as the expected data for reports. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { play_types } from '#features/results/product/game.rules.ts'
import { product, type Product } from '#features/results/product/product.contract.ts'
import type { Office } from './office.ts'
import { writeTo } from './write.ts'
import { firstRow } from './first-row.ts'

export interface MarketPos {
  pos_id: number
  partner_id: number | null
  pos_group_id: number | null
  device_id: number
  users: (number | null)[]
}

interface MarketDraw {
  period_id: number
  category: Product
  open_date: string
  area_id: number | null
  base_id: number | null
  plays: number[]
}

export interface Market {
  partners: number[]
  groups: number[]
  stores: number[]
  all_pos: MarketPos[]
  sold: MarketDraw[]
}

export interface MadeOrder {
  order_id: number
  day: string
  pos: MarketPos
  /** The point of sale's partner when the order was made. */
  partner_id: number | null
  sold: MarketDraw
  user_pos_id: number | null
  status: number
  amount: number
  quantity: number
  fee: number
  commission: number
  lines: { play_type: number; quantity: number; amount: number }[]
}

/** Random source: returns an integer from 0 up to, but not including, `limit`. */
export type Draw = (limit: number) => number

/** A random generator that repeats its numbers for the same seed (mulberry32). */
export function drawing(from: number): Draw {
  let state = from
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

const pick = <T>(draw: Draw, all: readonly T[]): T => all[draw(all.length)]!

/** Creates two partners, a point of sale without a partner, two groups, two stores, four games and four stations. */
export function openMarket({ db: all }: Office): Promise<Market> {
  return writeTo(all, async (db) => {
    const ids = async (statement: ReturnType<typeof sql<{ id: number }>>) =>
      (await statement.execute(db)).rows.map(({ id }) => id)
    const partners = await ids(
      sql`insert into partner (partner_code, partner_name) values ('DL1', 'Đại lý Một'), ('DL2', 'Đại lý Hai') returning partner_id as id`,
    )
    const groups = await ids(
      sql`insert into pos_group (pos_group_name) values ('Nhóm Đông'), ('Nhóm Tây') returning pos_group_id as id`,
    )
    const stores = await ids(
      sql`insert into base_store (base_code, base_name) values ('K1', 'Kho Một'), ('K2', 'Kho Hai') returning base_id as id`,
    )
    const all_pos: MarketPos[] = []
    for (const [index, [partner, group]] of pos_plan.entries())
      all_pos.push(await insertPos(db, index, partners[partner] ?? null, groups[group] ?? null))
    return { partners, groups, stores, all_pos, sold: [...(await games(db)), ...(await stations(db, stores))] }
  })
}

/** Index of the partner and of the group for each point of sale; an index out of range means none. */
const pos_plan = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 9],
  [9, 9],
] as const

async function insertPos(
  db: Db,
  index: number,
  partner_id: number | null,
  pos_group_id: number | null,
): Promise<MarketPos> {
  const name = `Cửa hàng ${index + 1}`
  const { pos_id } = await firstRow(
    db,
    sql<{
      pos_id: number
    }>`insert into pos (pos_code, pos_name, address, province_id, district_id, partner_id, pos_group_id)
      values (${`CH${index + 1}`}, ${name}, '1 Lê Lợi', 79, 760, ${partner_id}, ${pos_group_id}) returning pos_id`,
  )
  const { device_id } = await firstRow(
    db,
    sql<{ device_id: number }>`insert into pos_device (pos_id, device_code, device_name, device_type)
      values (${pos_id}, ${`MAY${index + 1}`}, 'Máy bán vé', 1) returning device_id`,
  )
  const users: (number | null)[] = [null]
  for (const which of ['sang', 'chieu']) {
    const { user_pos_id } = await firstRow(
      db,
      sql<{ user_pos_id: number }>`insert into user_pos (pos_id, user_name, full_name, role, password_hash)
        values (${pos_id}, ${`ca${which}${index + 1}`}, 'Lê Thị Quầy', 2, '') returning user_pos_id`,
    )
    users.push(user_pos_id)
  }
  return { pos_id, partner_id, pos_group_id, device_id, users }
}

async function games(db: Db): Promise<MarketDraw[]> {
  const { rows } = await sql<{ period_id: number; category: Product; open_date: string }>`
    insert into draw_period (category, open_date, period_code, open_at, return_until, stop_at, print_at, draw_at)
      select c, '2026-01-05', 'THU-' || c, '2026-01-01', '2026-01-05 17:45+07', '2026-01-05 17:45+07', '2026-01-05 17:50+07', '2026-01-05 18:01:07+07'
      from unnest(${[product.keno, product.mega645, product.max3d, product.bingo18]}::smallint[]) c
      returning period_id, category, open_date`.execute(db)
  return rows.map((row) => ({
    ...row,
    area_id: null,
    base_id: null,
    plays: play_types.filter((play) => play.category === row.category).map(({ play_type }) => play_type),
  }))
}

async function stations(db: Db, stores: readonly number[]): Promise<MarketDraw[]> {
  const { rows } = await sql<Omit<MarketDraw, 'plays' | 'base_id'> & { area_id: number }>`
    select distinct on (area_id) period_id, p.category, p.open_date, area_id from draw_period p join draw_area using (area_id)
    order by area_id, open_date limit 4`.execute(db)
  return rows.map((row, index) => ({ ...row, base_id: stores[index % stores.length]!, plays: [1, 2] }))
}

/** Inserts a random unpaid order at a random second of the last `max_days` days. */
export async function makeOrder(db: Db, market: Market, draw: Draw, max_days = 20): Promise<MadeOrder> {
  const pos = pick(draw, market.all_pos)
  const { partner_id } = pos
  const sold = pick(draw, market.sold)
  const user_pos_id = pick(draw, pos.users)
  const lines = Array.from({ length: 1 + draw(3) }, () => {
    const quantity = 1 + draw(draw(4) === 0 ? 300 : 5)
    return { play_type: pick(draw, sold.plays), quantity, amount: quantity * 10_000 }
  })
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0)
  const amount = quantity * 10_000
  const fee = draw(2) * Math.floor(amount / 100)
  const commission = Math.floor((amount * (300 + draw(700))) / 10_000)
  const second = draw(86_400)
  const { rows } = await sql<{ order_id: number; order_day: string }>`
    with at as (select (current_date - ${draw(max_days)}::integer)::timestamptz + make_interval(secs => ${second}) as at)
    insert into sale_order (order_id, ordered_at, category, period_id, open_date, area_id, base_id, pos_id, partner_id, device_id, user_pos_id, handling,
        quantity, amount, fee, commission)
      select new_order_id(at), at, ${sold.category}, ${sold.period_id}, ${sold.open_date}, ${sold.area_id}, ${sold.base_id}, ${pos.pos_id},
        ${partner_id}::integer, ${pos.device_id}, ${user_pos_id}, 0, ${quantity}, ${amount}, ${fee}, ${commission} from at
      returning order_id, order_day`.execute(db)
  const { order_id, order_day: day } = rows[0]!
  for (const [index, line] of lines.entries()) {
    await sql`insert into order_line (order_id, line_no, play_type, numbers, quantity, amount)
      values (${order_id}, ${index + 1}, ${line.play_type}, '01 02', ${line.quantity}, ${line.amount})`.execute(db)
  }
  return { order_id, day, pos, partner_id, sold, user_pos_id, status: 1, amount, quantity, fee, commission, lines }
}

/** Possible next statuses by status; repeated entries are more likely. */
const next: Readonly<Record<number, readonly number[]>> = {
  1: [2, 2, 2, 13],
  2: [3, 4, 10],
  3: [2, 4, 10],
  4: [4, 6, 7, 10],
  10: [2, 4, 11],
  11: [12],
}

/** Moves each order to a random next status, with one UPDATE per status; returns the new statuses. */
export async function moveOrders(db: Db, orders: readonly MadeOrder[], draw: Draw): Promise<Map<MadeOrder, number>> {
  const moved = new Map<MadeOrder, number>()
  for (const order of orders) {
    const steps = next[order.status]
    if (steps) moved.set(order, pick(draw, steps))
  }
  for (const status of new Set(moved.values())) {
    const ids = [...moved].filter(([, to]) => to === status).map(([{ order_id }]) => order_id)
    await sql`update sale_order set status = ${status}, paid_at = case when ${status}::smallint <> 13 then coalesce(paid_at, now()) end
      where order_id = any(${ids}::bigint[])`.execute(db)
  }
  return moved
}

/** Whether reports count the order, by its status. */
export const isSale = ({ status }: MadeOrder) => status >= 2 && status <= 10
