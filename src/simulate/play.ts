/** Simulates customers against a running program, and checks that every acknowledged order exists. */
import { setTimeout as sleep } from 'node:timers/promises'
import { numberText } from '#contract/text/number-text.ts'
import { openChance } from './chance.ts'
import { busyness, planOrderAt } from './day.ts'
import type { SampleDevices } from './devices.ts'
import type { Market, ShelfTicket, Sale, PlannedOrder } from './market.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { visitWallet } from './wallet-visit.ts'
import { openTill, type Answer, type Till, type Traffic } from './till.ts'

export interface Run {
  url: string
  devices: SampleDevices
  /** Tickets in stock by `shelfKey`; when empty, nobody buys paper tickets. */
  shelves: ReadonlyMap<string, ShelfTicket[]>
  seed: string
  /** Average orders per second; the peaks of a day are compressed into the run. */
  rate: number
  orders: number
  /** Factor by which customers' delays are shortened. */
  speed: number
  say: (line: string) => void
  /** Called when the last customer has been served, before the orders are verified. */
  served?: () => void
  signal?: AbortSignal
}

export interface Summary {
  attempted: number
  /** Customers for whom nothing was on sale. */
  without_goods: number
  accepted: number
  paid: number
  cancelled: number
  /** Refusals by call and code, each with its first message. */
  refused: Map<string, { count: number; message: string }>
  repeated: number
  /** Responses with status 500 or above. */
  faults: string[]
  /** Acknowledged orders that are missing or differ. */
  lost: string[]
  seconds: number
  /** Latency of creating orders, in milliseconds. */
  p50: number
  p95: number
  p99: number
}

/** Key of a station's draw in the map of tickets in stock; `open_date` is its day (YYYY-MM-DD). */
export const shelfKey = (area_id: number, open_date: string) => `${area_id} ${open_date}`

interface AcknowledgedOrder {
  order_id: number
  till: Till
  status: number
}

const channel_path = '/api/xs/channel'
const { unpaid, paid, cancelled } = orderStatus
/** Maximum number of concurrent customers. */
const max_concurrency = 400
const refresh_ms = 5_000

/** Lets the simulated customers order until the run ends; answers what was sent, accepted and refused. */
export async function play(run: Run): Promise<Summary> {
  const traffic: Traffic = { repeated: 0, faults: [] }
  const tills = new Map(run.devices.all_pos.map((pos) => [pos.device_code, openTill(run.url, pos, traffic)]))
  // The time makes transids unique, so that another run with the same seed creates new orders.
  const prefix = `${Buffer.from(run.seed).toString('hex').slice(0, 16)}-${Date.now().toString(36)}`
  const acknowledged = new Map<number, AcknowledgedOrder>()
  const refused: Summary['refused'] = new Map()
  const times: number[] = []
  const refuse = (action: string, { code, message, data }: Answer) => {
    const { fields } = (data ?? {}) as { fields?: Record<string, string> }
    const name = `${action}, lỗi ${code}`
    const refusal = refused.get(name) ?? { count: 0, message: Object.values(fields ?? {})[0] ?? message }
    refused.set(name, { ...refusal, count: refusal.count + 1 })
  }

  const serve = async (order: PlannedOrder): Promise<void> => {
    const till = tills.get(order.pos.device_code)!
    const { customer, source, n } = order
    if (customer && source === 'WALLET' && n % orders_between_visits === 0)
      await visitWallet(till, `${prefix}-${n}`, customer, refuse)
    const createAnswer = await till('POST', `${channel_path}/order/create`, {
      transid: `${prefix}-${order.n}`,
      ...inputOf(order),
    })
    times.push(createAnswer.ms)
    if (createAnswer.code !== 0) return refuse('đặt', createAnswer)
    const { order_id } = createAnswer.data as { order_id: number }
    const order_entry: AcknowledgedOrder = { order_id, till, status: unpaid }
    acknowledged.set(order_id, order_entry)
    if (order.end === 'forget') return
    await sleep((order.after * 1_000) / run.speed, undefined, run.signal ? { signal: run.signal } : {}).catch(() => {})
    const ended =
      order.end === 'pay'
        ? await till('POST', `${channel_path}/order/pay`, {
            transid: `${prefix}-${order.n}-pay`,
            order_id,
            vendor_ref: `${prefix}-${order.n}`,
          })
        : await till('POST', `${channel_path}/order/cancel`, { transid: `${prefix}-${order.n}-cancel`, order_id })
    if (ended.code !== 0) return refuse(order.end === 'pay' ? 'thanh toán' : 'hủy', ended)
    order_entry.status = order.end === 'pay' ? paid : cancelled
  }

  const started_ms = performance.now()
  const { attempted, without_goods } = await keepPace(run, [...tills.values()][0]!, serve, () => {
    const seconds = (performance.now() - started_ms) / 1_000
    const refusals = [...refused.values()].reduce((sum, { count }) => sum + count, 0)
    run.say(
      `${numberText(seconds, 0)} giây: ${numberText(acknowledged.size)} đơn đã nhận, ${numberText(refusals)} lần từ chối`,
    )
  })
  const seconds = (performance.now() - started_ms) / 1_000
  run.served?.()
  const orders = [...acknowledged.values()]
  const sortedTimes = times.toSorted((one, other) => one - other)
  return {
    attempted,
    without_goods,
    accepted: orders.length,
    paid: orders.filter(({ status }) => status === paid).length,
    cancelled: orders.filter(({ status }) => status === cancelled).length,
    refused,
    ...traffic,
    lost: await lostOf(orders),
    seconds,
    p50: sortedTimes[Math.floor(sortedTimes.length * 0.5)] ?? 0,
    p95: sortedTimes[Math.floor(sortedTimes.length * 0.95)] ?? 0,
    p99: sortedTimes[Math.floor(sortedTimes.length * 0.99)] ?? 0,
  }
}

/** One in this many wallet customers visits the wallet before paying. */
const orders_between_visits = 5

/** Starts customers at the configured rate with the peaks of a day; resolves when the last one has been served. */
async function keepPace(
  run: Run,
  till: Till,
  serve: (order: PlannedOrder) => Promise<void>,
  onProgress: () => void,
): Promise<Pick<Summary, 'attempted' | 'without_goods'>> {
  const chance = openChance(run.seed)
  const [arrivals, choices] = [chance.of('arrivals'), chance.of('choices')]
  let market = await marketOf(run, till)
  const looking = setInterval(
    () =>
      void marketOf(run, till)
        .then((latest) => (market = latest))
        .catch(() => {}),
    refresh_ms,
  )
  const telling = setInterval(onProgress, 2_000)
  const under_way = new Set<Promise<void>>()
  const faults: unknown[] = []
  let [attempted, without_goods, next_ms] = [0, 0, performance.now()]
  try {
    for (let n = 0; n < run.orders && !run.signal?.aborted; n++) {
      next_ms += (arrivals.gap(1) * 1_000) / (run.rate * paceAt(n / run.orders))
      await sleep(Math.max(0, next_ms - performance.now()))
      if (under_way.size >= max_concurrency) await Promise.race(under_way)
      const order = planOrderAt(choices.of(String(n)), market, {
        at: market.at + (performance.now() - market.seen) / 1_000,
        n,
      })
      if (!order) {
        without_goods++
        continue
      }
      attempted++
      const served: Promise<void> = serve(order)
        .catch((error: unknown) => void faults.push(error))
        .finally(() => under_way.delete(served))
      under_way.add(served)
    }
    await Promise.all(under_way)
  } finally {
    clearInterval(looking)
    clearInterval(telling)
  }
  if (faults.length > 0)
    throw new AggregateError(faults, `${faults.length} customers were never answered; first: ${String(faults[0])}`)
  return { attempted, without_goods }
}

const [first_hour, hours] = [6, 15]
const mean_busyness = average(
  Array.from({ length: hours * 4 }, (_, quarter) => busyness((first_hour + quarter / 4) * 3_600)),
)

/** Relative rate at a share of the run, which is mapped to the hours from morning to evening. */
function paceAt(share: number): number {
  return busyness((first_hour + share * hours) * 3_600) / mean_busyness
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

interface OpenDraw {
  category: Sale['category']
  period_id: number
  area_id: number | null
  open_date: string
  stop_at: string
}

/** The draws on sale. `at` is the program's clock, `seen` our clock at the same moment. */
async function marketOf({ devices, shelves }: Run, till: Till): Promise<Market & { at: number; seen: number }> {
  const { code, message, data } = await till('GET', `${channel_path}/period/open`, {})
  if (code !== 0) throw new Error(`The program does not say what it sells: ${code} ${message}`)
  const { now, items } = data as { now: string; items: OpenDraw[] }
  const second = ((Date.parse(now) + 7 * 3_600_000) % 86_400_000) / 1_000
  const sales = items.map(({ stop_at, ...draw }) => ({
    ...draw,
    from: -Infinity,
    until: second + (Date.parse(stop_at) - Date.parse(now)) / 1_000,
    shelf: draw.area_id === null ? [] : (shelves.get(shelfKey(draw.area_id, draw.open_date)) ?? []),
  }))
  return {
    ...devices,
    sales: sales.filter(({ area_id, shelf }) => area_id === null || shelf.length > 0),
    at: second,
    seen: performance.now(),
  }
}

/** Input of the order call; for a game it names no draw and so orders the one on sale on arrival. */
function inputOf({ pos, customer, goods, handling, source }: PlannedOrder) {
  const buyer = {
    vendor_code: source,
    handling,
    ...(pos.user_pos_id !== null && { user_pos_id: pos.user_pos_id }),
    ...(customer && { msisdn: customer.msisdn, full_name: customer.full_name }),
  }
  if ('boards' in goods) return { ...buyer, category: goods.category, lines: goods.boards }
  const { area_id, open_date, tickets } = goods
  return { ...buyer, area_id, open_date, lines: tickets.map(({ number, quantity }) => ({ number, quantity })) }
}

/** Reads every acknowledged order back; returns those that are missing or not paid or cancelled as acknowledged. */
async function lostOf(orders: readonly AcknowledgedOrder[]): Promise<string[]> {
  const lostOrders: string[] = []
  const pending = [...orders]
  const checkNext = async () => {
    for (let order = pending.pop(); order; order = pending.pop()) {
      const { order_id, till, status } = order
      const { code, data } = await till('GET', `${channel_path}/order/status`, { order_id })
      const now = code === 0 ? (data as { status: number }).status : null
      // Staff may have processed a paid order, and the program cancels an order that was not paid in time.
      const is_kept =
        status === paid
          ? now !== null && now !== unpaid && now !== cancelled
          : status === cancelled
            ? now === cancelled
            : now !== null
      if (!is_kept) lostOrders.push(`${order_id}: ${status} → ${now ?? `lỗi ${code}`}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, checkNext))
  return lostOrders
}
