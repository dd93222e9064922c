/** Draws with winning orders and their rewards, for tests. */
import { sql } from 'kysely'
import type { GatewayName } from '#server/gateways/gateway.ts'
import { transfer } from '#server/ledger/ledger.ts'
import { runPrizes } from '#features/results/prize-run/prize-run.jobs.ts'
import { enqueuePrizeRun } from '#features/results/prize-run/prize-run.server.ts'
import type { DrawResult } from '#features/results/result/draw-shape.rules.ts'
import type { RewardForm } from '#features/rewards/reward/reward.contract.ts'
import { createAllRewards } from '#features/rewards/reward/reward.jobs.ts'
import { adjustmentLedger, fundLedger, prize_fund_code, prizeFundLedger } from '#features/wallets/money.server.ts'
import type { Office } from './office.ts'
import { openPos, type SellingPos } from './orders.ts'
import { confirmedResult, published_draw } from './prizes.ts'
import { dayFromNow, setPeriod, stations } from './tickets.ts'
import { writeTo } from './write.ts'

/** Ticket numbers by what they win in the published TP.HCM draw. */
export const winning = {
  /** Giải tám, 100.000 đ */
  eighth: '000031',
  /** Giải sáu + giải tám, 500.000 đ */
  two_tiers: '128531',
  /** 30 million, of which 1 million is tax from July 2026 on. */
  first: '155672',
  /** 15 million */
  second: '175464',
  /** 2 billion, 198 million tax */
  special: '040589',
  nothing: '004753',
} as const

export interface TestWin {
  number: string
  msisdn?: string | null
  full_name?: string | null
  /** 0: printed by the device, 1: printed by staff, 2: paper kept by the shop */
  handling?: 0 | 1 | 2
  quantity?: number
}

const points = new WeakMap<Office['db'], Promise<SellingPos>>()
/** Number of draws created per database; each new draw is one day later. */
const draws = new WeakMap<Office['db'], number>()
const nextDraw = (db: Office['db']) => {
  const draw_count = (draws.get(db) ?? 0) + 1
  draws.set(db, draw_count)
  return draw_count
}

/** Opens a TP.HCM draw with one completed order per entry; returns the period_id and the order_ids in the same order. */
export async function sellTickets(
  office: Pick<Office, 'db'>,
  wins: readonly TestWin[],
  { open_date }: { open_date?: string } = {},
): Promise<{ period_id: number; order_ids: number[] }> {
  const pos = points.get(office.db) ?? openPos(office)
  points.set(office.db, pos)
  const { pos_id, device_id } = await pos
  const day = open_date ?? (await dayFromNow(office.db, nextDraw(office.db)))
  await setPeriod(office, stations.tphcm, day, 'open')
  const rows = wins.map((win, index) => ({
    at: index,
    msisdn: '84912345678',
    full_name: 'Nguyễn Thị Thử',
    handling: 1,
    quantity: 1,
    ...win,
  }))
  return writeTo(office.db, async (db) => {
    const { rows: periods } = await sql<{ period_id: number }>`
      select period_id from draw_period where area_id = ${stations.tphcm} and open_date = ${day}`.execute(db)
    const { period_id } = periods[0]!
    const inserted = await sql<{ order_id: number }>`
      with sold as materialized (
        select new_order_id(now()) as order_id, s.* from (
          select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x (at integer, number text, msisdn text, full_name text, handling smallint, quantity integer)
          order by at) s),
      made as (
        insert into sale_order (order_id, ordered_at, category, period_id, open_date, area_id, pos_id, device_id, handling, quantity, amount, msisdn, full_name)
        select s.order_id, now(), p.category, p.period_id, p.open_date, p.area_id, ${pos_id}::integer, ${device_id}::integer, s.handling, s.quantity,
          s.quantity * 10000, s.msisdn, s.full_name
        from sold s, draw_period p where p.period_id = ${period_id} returning order_id),
      lined as (
        insert into order_line (order_id, line_no, play_type, numbers, quantity, amount)
        select order_id, 1, 1, number, quantity, quantity * 10000 from sold)
      select s.order_id from sold s join made using (order_id) order by s.at`.execute(db)
    const order_ids = inserted.rows.map(({ order_id }) => order_id)
    await sql`update sale_order set status = 4, paid_at = now() where order_id = any(${order_ids}::bigint[])`.execute(
      db,
    )
    return { period_id, order_ids }
  })
}

/** Confirms the result, computes the prizes and creates the rewards, as the jobs do. */
export async function decideRewards(
  office: Pick<Office, 'db'>,
  period_id: number,
  result: DrawResult = published_draw,
) {
  await confirmedResult(office.db, period_id, result)
  await writeTo(office.db, (db) => enqueuePrizeRun(db, async () => undefined, period_id))
  await runPrizes(office.db, period_id)
  await createAllRewards(office.db, period_id)
}

/** `sellTickets` followed by `decideRewards`; also returns the reward_ids. */
export async function winRewards(
  office: Pick<Office, 'db'>,
  wins: readonly TestWin[],
  on: { open_date?: string } = {},
) {
  const sold = await sellTickets(office, wins, on)
  await decideRewards(office, sold.period_id)
  const rows = await office.db
    .selectFrom('reward')
    .select(['reward_id', 'order_id'])
    .where('period_id', '=', sold.period_id)
    .execute()
  const ids = new Map(rows.map(({ order_id, reward_id }) => [order_id, reward_id]))
  return { ...sold, reward_ids: sold.order_ids.map((order_id) => ids.get(order_id)!) }
}

/** A reward that a gateway pays; the simulator's answer depends on the receiver's number. */
export async function winAt(
  office: Pick<Office, 'db' | 'write'>,
  form: RewardForm,
  msisdn: string,
  bank?: { account_number: string },
) {
  const won = await winRewards(office, [{ number: winning.two_tiers, msisdn, full_name: 'NGO MINH UYEN' }])
  const reward_id = won.reward_ids[0]!
  const bank_id = bank && 1
  await office.write((db) =>
    db
      .updateTable('reward')
      .set({
        form,
        bank_id: bank_id ?? null,
        account_number: bank?.account_number ?? null,
        account_name: bank ? 'NGO MINH UYEN' : null,
      })
      .where('reward_id', '=', reward_id)
      .execute(),
  )
  return { reward_id, order_id: won.order_ids[0]! }
}

let fillings = 0

/** Adds `amount` đồng to the prize fund, or to the fund at a gateway. */
export function fillFund(office: Pick<Office, 'db'>, amount: number, gateway?: GatewayName): Promise<void> {
  return writeTo(office.db, async (db) => {
    const [outside, fund] = [
      await adjustmentLedger(db),
      await (gateway ? fundLedger(db, gateway) : prizeFundLedger(db)),
    ]
    const [from, to] = gateway ? [fund, outside] : [outside, fund]
    await transfer(db, { ref: `test-fund:${++fillings}`, kind: 'increase', from, to, amount, reason: 'Nạp quỹ thử' })
  })
}

/** Current balance of the prize fund, and the part of it that is held. */
export async function prizeFundNow({ db }: Pick<Office, 'db'>): Promise<{ balance: number; held: number }> {
  const account = db.selectFrom('ledger_account').select(['balance', 'held']).where('code', '=', prize_fund_code)
  return (await account.executeTakeFirst()) ?? { balance: 0, held: 0 }
}
