/** Finds the current causes of alarms by kind, with the same queries as the lists and queues. */
import { sql } from 'kysely'
import { moneyText } from '#contract/text/money-text.ts'
import { rightKey } from '#contract/page.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Me } from '#server/session/session.ts'
import { closeStatus } from '#features/close/day-close/day-close.contract.ts'
import { dayClosePage } from '#features/close/pages.contract.ts'
import { handling } from '#features/orders/order/order.contract.ts'
import { heldPage, onlinePage } from '#features/orders/pages.contract.ts'
import { openCounts } from '#features/orders/process/process.query.server.ts'
import { salesOver } from '#features/reports/report/report.query.server.ts'
import { feedAlarms } from '#features/results/feed/feed.server.ts'
import { alarmKind as feedKind } from '#features/results/feed/feed.contract.ts'
import { resultPage, sheetPage } from '#features/results/pages.contract.ts'
import { isTraditional, type Product } from '#features/results/product/product.contract.ts'
import { productName } from '#features/results/product/product-name.rules.ts'
import { salesXsdtPage, salesXsktPage } from '#features/reports/pages.contract.ts'
import { cardStatus } from '#features/rewards/card/card.contract.ts'
import { cardPage } from '#features/rewards/pages.contract.ts'
import { storeTicketPage } from '#features/tickets/pages.contract.ts'
import { selectFunds } from '#features/wallets/fund/fund.query.server.ts'
import { bankWithdrawalPage, depositPage, fundPage, momoWithdrawalPage } from '#features/wallets/pages.contract.ts'
import { lineStatus } from '#features/wallets/statement/statement.contract.ts'
import { withdrawalStatus } from '#features/wallets/withdrawal/withdrawal.contract.ts'
import { kenoResultTab } from '#features/settings/pages.contract.ts'
import { alarmKind, type AlarmKind, type Limits } from './alarm.rules.ts'

/** One cause of an alarm. */
export interface Cause {
  /** Identifies the cause within its kind, so that it raises one alarm as long as it lasts. */
  subject: string
  title: string
  detail: string
  url: string
}

type Finder = (db: Db, limits: Limits) => Promise<Cause[]>

/** A person for whom the queries return all rows. */
const program: Me = {
  user_id: 0,
  user_name: 'hệ thống',
  full_name: 'Hệ thống',
  partner_id: null,
  base_id: null,
  is_admin: false,
  is_limited: false,
  must_change_password: false,
  must_prove: false,
  must_enrol: false,
  has_factor: false,
  is_proved: false,
  session_id: 0,
  handled_by: [],
  rights: new Set([onlinePage.view, heldPage.view].map(rightKey)),
}

/** By kind of alarm: finds its causes, given the limits of its rule. */
export const findCauses: Readonly<Record<AlarmKind, Finder>> = {
  [alarmKind.fund_low]: async (db) => {
    const funds = await selectFunds(db, program, { is_low: true }).execute()
    return funds.map(({ account_id, account_name, free, warn_below }) => ({
      subject: `fund ${account_id}`,
      title: `${account_name} sắp hết`,
      detail: `Còn ${moneyText(free)} sau chờ chi, cảnh báo khi dưới ${moneyText(warn_below)}`,
      url: fundPage.url,
    }))
  },

  [alarmKind.orders_waiting]: async (db, limits) => {
    const queues = [
      { kind: handling.online, title: 'Đơn trực tuyến', url: onlinePage.url },
      { kind: handling.held, title: 'Đơn giữ vé', url: heldPage.url },
    ]
    const now = await clockOf(db)
    const causes: Cause[] = []
    for (const { kind, title, url } of queues) {
      const { waiting, oldest_at } = await openCounts(db, program, kind, null)
      causes.push(
        ...queueCause({ subject: `orders ${kind}`, title, url, waiting, oldest_at, unit: 'đơn' }, limits, now),
      )
    }
    return causes
  },

  [alarmKind.withdrawals_waiting]: async (db, limits) => {
    // unscoped: the program reads all rows
    const { rows } = await sql<{ method: number; waiting: number; oldest_at: string }>`
      select method, count(*) as waiting, min(created_at) as oldest_at from withdrawal
      where status = ${sql.lit(withdrawalStatus.waiting)} group by method order by method`.execute(db)
    const now = await clockOf(db)
    return rows.flatMap(({ method, waiting, oldest_at }) => {
      const [title, { url }] =
        method === 1 ? ['Rút tiền về ngân hàng', bankWithdrawalPage] : ['Rút tiền về ví MoMo', momoWithdrawalPage]
      const queue = { subject: `withdrawals ${method}`, title, url, waiting, oldest_at, unit: 'yêu cầu' }
      return queueCause(queue, limits, now)
    })
  },

  [alarmKind.deposits_waiting]: async (db, limits) => {
    // unscoped: the program reads all rows
    const { rows } = await sql<{ waiting: number; oldest_at: string | null }>`
      select count(*) as waiting, min(created_at) as oldest_at from bank_transaction
      where status = ${sql.lit(lineStatus.waiting)}`.execute(db)
    const { url } = depositPage
    const queue = { subject: 'deposits', title: 'Tiền vào cần xử lý', url, ...rows[0]!, unit: 'giao dịch' }
    return queueCause(queue, limits, await clockOf(db))
  },

  [alarmKind.result_late]: async (db, { most_minutes }) => [
    ...(await feedCauses(db)),
    ...(await lateResults(db, most_minutes!)),
  ],

  [alarmKind.gateway_down]: async (db, { most_minutes }) => {
    const { rows } = await sql<{ name: string; since: string; is_feed: boolean }>`
      select gateway as name, failing_since as since, false as is_feed from gateway_answer
        where failing_since <= now() - make_interval(mins => ${most_minutes}::integer) and queried_at > now() - ${kept_interval}
      union all
      select source::text, coalesce(s.answered_at, f.started_at), true from result_feed_source s cross join result_feed f
        where f.status = 1 and s.fault is not null and s.queried_at > now() - ${kept_interval}
          and coalesce(s.answered_at, f.started_at) <= now() - make_interval(mins => ${most_minutes}::integer)
      order by is_feed, name`.execute(db)
    return rows.map(({ name, since, is_feed }) => ({
      subject: is_feed ? `feed ${name}` : `gateway ${name}`,
      title: `${is_feed ? `Nguồn kết quả ${name}` : (gatewayNames[name] ?? name)} không trả lời`,
      detail: `Từ ${clockText(since)}`,
      url: is_feed ? kenoResultTab.url : fundPage.url,
    }))
  },

  [alarmKind.stock_short]: async (db, { least_stock }) => {
    // unscoped: the program reads all rows
    const { rows } = await sql<ShortStock>`
      select s.open_date, s.area_id, s.base_id, a.area_name, b.base_name, s.in_stock, p.stop_at
      from stock s join draw_period p using (area_id, open_date) join draw_area a using (area_id) join base_store b using (base_id)
      where p.open_at <= now() and p.stop_at > now() and p.cancelled_at is null and b.status = 1 and s.in_stock < ${least_stock}
      order by p.stop_at, a.area_name, b.base_name limit ${max_causes}`.execute(db)
    return rows.map(({ open_date, area_id, base_id, area_name, base_name, in_stock, stop_at }) => ({
      subject: `stock ${open_date} ${area_id} ${base_id}`,
      title: `Vé ${area_name} sắp hết ở ${base_name}`,
      detail: `Còn ${in_stock.toLocaleString('vi-VN')} vé, bán đến ${clockText(stop_at)}`,
      url: storeTicketPage.url,
    }))
  },

  [alarmKind.sales_above]: async (db, { most_percent, least_amount }) => {
    const hours = await comparedHours(db)
    const products = await soldInHours(db, hours)
    return [...products].flatMap(([category, amounts]) => {
      const [firstAbove] = [0, 1].flatMap((hours_back) => {
        const [amount = 0, ...earlier_amounts] = amounts[hours_back]!
        const usual_sales = Math.round(earlier_amounts.reduce((sum, one) => sum + one, 0) / days_compared)
        const is_above = amount >= least_amount! && amount > (usual_sales * (100 + most_percent!)) / 100
        return is_above
          ? [{ amount, usual: usual_sales, hour: hours.find((one) => one.back === hours_back)!.hour }]
          : []
      })
      if (!firstAbove) return []
      const { amount, usual, hour } = firstAbove
      return [
        {
          subject: `sales ${category}`,
          title: `${productName(category)} bán ${moneyText(amount)} trong ${hour} giờ`,
          detail: `${days_compared} ngày qua, giờ này trung bình ${moneyText(usual)}`,
          url: (isTraditional(category) ? salesXsktPage : salesXsdtPage).url,
        },
      ]
    })
  },

  [alarmKind.cards_short]: async (db, { least_stock }) => {
    // unscoped: the program reads all rows
    const { rows } = await sql<{ face_value: number; free_count: number; expired_count: number }>`
      select * from (
        select b.face_value, count(*) filter (where c.expires_on >= current_date) as free_count, count(*) filter (where c.expires_on < current_date) as expired_count
        from card_batch b left join card c on c.batch_id = b.batch_id and c.status = ${sql.lit(cardStatus.free)} group by 1) v
      where free_count < ${least_stock}::integer order by 1 limit ${max_causes}`.execute(db)
    return rows.map(({ face_value, free_count, expired_count }) => ({
      subject: `cards ${face_value}`,
      title: `Thẻ ${moneyText(face_value)} sắp hết`,
      detail: `Còn ${free_count.toLocaleString('vi-VN')} thẻ trao được${expired_count > 0 ? `, ${expired_count.toLocaleString('vi-VN')} thẻ đã hết hạn` : ''}`,
      url: cardPage.url,
    }))
  },

  [alarmKind.closing_waiting]: async (db, { most_minutes }) => {
    // unscoped: the program reads all rows
    const { rows } = await sql<{
      day: string
      day_text: string
      status: number
      open_count: number
      prepared_at: string
    }>`
      select day, to_char(day, 'DD/MM/YYYY') as day_text, status, open_count, prepared_at from day_close
      where status <> ${sql.lit(closeStatus.closed)} and day < current_date
        and prepared_at < now() - make_interval(mins => ${most_minutes}::integer)
      order by day limit ${max_causes}`.execute(db)
    return rows.map(({ day, day_text, status, open_count, prepared_at }) => ({
      subject: `closing ${day}`,
      title: `Ngày ${day_text} chờ ký chốt`,
      detail: `${status === closeStatus.signed ? 'Còn thiếu một chữ ký' : 'Còn thiếu hai chữ ký'}, ${open_count > 0 ? `${open_count.toLocaleString('vi-VN')} ngoại lệ chặn, ` : ''}tính lúc ${clockText(prepared_at)}`,
      url: `${dayClosePage.url}?day=${day}`,
    }))
  },
}

/** The maximum number of alarms of one kind; nobody would read more. */
const max_causes = 100
const days_compared = 7
/** A gateway that has not been queried for this long is not considered down. */
const kept_interval = sql`interval '1 hour'`

const gatewayNames: Readonly<Record<string, string>> = {
  bank: 'Ngân hàng',
  momo: 'MoMo',
  telecom: 'Viettel Money',
}

interface Queue {
  subject: string
  title: string
  url: string
  waiting: number
  oldest_at: string | null
  unit: string
}

/** A cause when too many items wait, or the oldest one waits too long; otherwise none. `now` in ms. */
function queueCause({ waiting, oldest_at, unit, ...cause }: Queue, limits: Limits, now: number): Cause[] {
  const minutes = oldest_at === null ? 0 : Math.floor((now - Date.parse(oldest_at)) / 60_000)
  if (waiting <= limits.most_waiting! && minutes < limits.most_minutes!) return []
  return [
    {
      ...cause,
      title: `${cause.title}: ${waiting.toLocaleString('vi-VN')} ${unit} đang chờ`,
      detail: `Lâu nhất ${durationText(minutes)}`,
    },
  ]
}

/** Alarms of the result feed, from the same query as the queue on the home page. */
async function feedCauses(db: Db): Promise<Cause[]> {
  const rows = await feedAlarms(db).execute()
  const groups = Map.groupBy(rows, ({ category, kind }) => `${category} ${kind}`)
  return [...groups].map(([key, draws]) => {
    const [{ category, kind, draw_at, period_code }] = draws as [(typeof rows)[number]]
    const is_late = kind === feedKind.late
    return {
      subject: `feed ${key}`,
      title: `${productName(category)}: ${draws.length} kỳ ${is_late ? 'chưa có kết quả' : 'có nguồn báo trái nhau'}`,
      detail: `Cũ nhất là kỳ ${period_code}, quay ${clockText(draw_at)}`,
      url: sheetPage.url,
    }
  })
}

/** Draws with sales and without a result, except those of the feed, which have their own alarm. */
async function lateResults(db: Db, most_minutes: number): Promise<Cause[]> {
  // unscoped: the program reads all rows
  const { rows } = await sql<{ category: Product; draws: number; period_code: string; draw_at: string }>`
    select p.category, count(*) as draws, min(p.draw_at) as draw_at, (array_agg(p.period_code order by p.draw_at))[1] as period_code
    from draw_period p
    where p.draw_at between now() - interval '7 days' and now() - make_interval(mins => ${most_minutes}::integer)
      and p.cancelled_at is null
      and not exists (select from draw_result r where r.period_id = p.period_id)
      and exists (select from sale_order o where o.period_id = p.period_id)
      and not (p.area_id is null and p.category in (16, 17)
        and exists (select from result_feed f where f.status = 1 and p.draw_at >= f.started_at))
    group by p.category order by p.category`.execute(db)
  return rows.map(({ category, draws, period_code, draw_at }) => ({
    subject: `result ${category}`,
    title: `${productName(category)}: ${draws} kỳ chưa có kết quả`,
    detail: `Cũ nhất là kỳ ${period_code}, quay ${clockText(draw_at)}`,
    url: resultPage.url,
  }))
}

interface ShortStock {
  open_date: string
  area_id: number
  base_id: number
  area_name: string
  base_name: string
  in_stock: number
  stop_at: string
}

interface ComparedHour {
  /** 0 is the current hour, 1 the previous one. */
  back: number
  /** The number of days before that hour. */
  ago: number
  day: string
  hour: number
}

async function comparedHours(db: Db): Promise<ComparedHour[]> {
  const { rows } = await sql<ComparedHour>`
    select back, ago, (at::date - ago) as day, extract(hour from at)::integer as hour
    from generate_series(0, 1) back cross join lateral (select now() - make_interval(hours => back) as at) x
      cross join generate_series(0, ${days_compared}::integer) ago
    order by back, ago`.execute(db)
  return rows
}

/** Sales of each product in đồng: for both hours (index `back`) a list of amounts by day (index `ago`). */
async function soldInHours(db: Db, hours: readonly ComparedHour[]): Promise<Map<Product, number[][]>> {
  const days = hours.map(({ day }) => day).toSorted()
  const range = { from_date: days[0]!, to_date: days.at(-1)!, line: null }
  const rows = await salesOver(db, program, range, ['hour'])
    .where('v.hour', 'in', [...new Set(hours.map(({ hour }) => hour))])
    .select(['v.category', 'v.day', 'v.hour', sql<number>`sum(v.amount)::bigint`.as('amount')])
    .groupBy(['v.category', 'v.day', 'v.hour'])
    .execute()
  const byProduct = Map.groupBy(rows, ({ category }) => category)
  return new Map(
    [...byProduct].map(([category, productRows]) => {
      const amountIn = ({ day, hour }: ComparedHour) =>
        productRows.find((row) => row.day === day && row.hour === hour)?.amount ?? 0
      const amounts = (hours_back: number) => hours.filter((one) => one.back === hours_back).map(amountIn)
      return [category, [amounts(0), amounts(1)]] as const
    }),
  )
}

async function clockOf(db: Db): Promise<number> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db)
  return Date.parse(rows[0]!.now)
}

const clock = new Intl.DateTimeFormat('vi-VN', {
  hour: '2-digit',
  minute: '2-digit',
  day: '2-digit',
  month: '2-digit',
  timeZone: 'Asia/Ho_Chi_Minh',
})
/** '14:05 26/11'; replaces the dash that the locale puts into dates without a year. */
const clockText = (moment: string) => clock.format(Date.parse(moment)).replace('-', '/')

function durationText(minutes: number): string {
  if (minutes < 60) return `${minutes} phút`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} giờ ${minutes % 60} phút` : `${Math.floor(hours / 24)} ngày ${hours % 24} giờ`
}
