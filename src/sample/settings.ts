/** The sample's settings: cashback programmes, fees, alarms, product display, order times and distribution. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import cashbacks from '#features/customers/cashback/cashback.server.ts'
import { cashback } from '#features/customers/cashback/cashback.contract.ts'
import { product, type Product } from '#features/results/product/product.contract.ts'
import orderTimes from '#features/settings/order-time/order-time.server.ts'
import { orderTime } from '#features/settings/order-time/order-time.contract.ts'
import paymentFeeGates from '#features/settings/payment-fee-gate/payment-fee-gate.server.ts'
import { paymentFeeGate } from '#features/settings/payment-fee-gate/payment-fee-gate.contract.ts'
import alarmConfigs from '#features/settings/alarm/alarm-config.server.ts'
import { alarmConfig } from '#features/settings/alarm/alarm.contract.ts'
import { alarmKind } from '#features/settings/alarm/alarm.rules.ts'
import productDisplays from '#features/settings/product-display/product-display.server.ts'
import { productDisplay } from '#features/settings/product-display/product-display.contract.ts'
import { keepPicture, type FileStore } from '#server/files/files.ts'
import { rasterizeSvg } from '#server/files/picture.ts'
import maxRevenues from '#features/settings/max-revenue/max-revenue.server.ts'
import { maxRevenue } from '#features/settings/max-revenue/max-revenue.contract.ts'
import orderPrices from '#features/settings/order-price/order-price.server.ts'
import { orderPrice } from '#features/settings/order-price/order-price.contract.ts'
import groupPrices from '#features/settings/sale-group/group-price.server.ts'
import { productGroups, saleGroupPayments } from '#features/settings/sale-group/sale-group.server.ts'
import { groupPrice, productGroup, saleGroupPayment } from '#features/settings/sale-group/sale-group.contract.ts'
import { actAs, type SamplePerson } from './act.ts'

/** Adds two approved programmes: 2% on Keno and Bingo18 from now on for 14 days, and 5% on Mega 6/45 from day 30 to day 44. */
export async function addCashback(
  db: Db,
  { maker, approver }: { maker: SamplePerson; approver: SamplePerson },
): Promise<void> {
  const days = await momentsFromNow(db, [0, 14, 30, 44])
  const programmes = [
    {
      name: 'Hoàn 2% Keno và Bingo18',
      start_at: days[0]!,
      end_at: days[1]!,
      categories: [product.keno, product.bingo18],
      rate: 200,
      most_per_order: 20_000,
      most_per_customer: 200_000,
      budget: 20_000_000,
    },
    {
      name: 'Hoàn 5% đơn Mega đầu năm',
      start_at: days[2]!,
      end_at: days[3]!,
      categories: [product.mega645],
      rate: 500,
      most_per_order: 50_000,
      budget: 50_000_000,
    },
  ]
  for (const draft of programmes) {
    const { cashback_id, version } = await actAs(db, cashbacks, maker)(cashback.add, draft)
    await actAs(db, cashbacks, approver)(cashback.approve, { cashback_id, version })
  }
}

/** MoMo's fee, and a lower one from next month. */
export async function addFeeGates(db: Db, maker: SamplePerson): Promise<void> {
  const act = actAs(db, paymentFeeGates, maker)
  const { rows } = await sql<{ today: string; later: string }>`
    select current_date::text as today, (current_date + 30)::text as later`.execute(db)
  const { today, later } = rows[0]!
  const momo = await db
    .selectFrom('payment_vendor')
    .select('payment_vendor_id')
    .where('vendor_code', '=', 'MOMO')
    .executeTakeFirstOrThrow()
  await act(paymentFeeGate.add, { ...momo, from_day: today, fee_rate: 110, fee_least: 200 })
  await act(paymentFeeGate.add, { ...momo, from_day: later, fee_rate: 90, fee_least: 200 })
}

/** The people who print orders are alerted to waiting orders, earlier than with the default limit. */
export async function addAlarms(db: Db, maker: SamplePerson): Promise<void> {
  const act = actAs(db, alarmConfigs, maker)
  const { items } = await act(alarmConfig.get, {})
  const rule = items.find(({ kind }) => kind === alarmKind.orders_waiting)!
  const { group_id } = await db
    .selectFrom('user_group')
    .select('group_id')
    .where('group_name', '=', 'Xử lý đơn')
    .executeTakeFirstOrThrow()
  await act(alarmConfig.update, {
    kind: rule.kind,
    status: 1,
    most_waiting: 40,
    most_minutes: 10,
    groups: [group_id],
    users: [maker.user_id],
    reason: 'Người in vé cần biết sớm',
    version: rule.version,
  })
}

/** A ball in the product's colour with one ring for each drawn ball. */
const ball = (
  colour: string,
  rings: number,
) => `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="160" viewBox="0 0 320 160">
  <rect width="320" height="160" fill="${colour}22"/><circle cx="160" cy="80" r="70" fill="${colour}"/>
  ${Array.from({ length: rings }, (_, n) => `<circle cx="160" cy="80" r="${58 - n * 13}" fill="none" stroke="#ffffff" stroke-width="6"/>`).join('')}
</svg>`

const looks = [
  [product.keno, 'Keno 8 phút', '#d9480f', 3],
  [product.bingo18, 'Bingo18', '#0b7285', 2],
  [product.mega645, 'Mega 6/45', '#c92a2a', 4],
  [product.power655, 'Power 6/55', '#5f3dc4', 4],
  [product.south, 'Vé số miền Nam', '#2b8a3e', 1],
  [product.central, 'Vé số miền Trung', '#1864ab', 1],
  [product.north, 'Vé số miền Bắc', '#a61e4d', 1],
] as const

/** Games with frequent draws come first, with their own pictures; one game is hidden. */
export async function addProductDisplay(db: Db, files: FileStore, maker: SamplePerson): Promise<void> {
  const act = actAs(db, productDisplays, maker)
  for (const [product_id, label, colour, rings] of looks) {
    const picture = await rasterizeSvg(ball(colour, rings))
    const path = `product/${product_id}-${createHash('sha256').update(picture.bytes).digest('hex').slice(0, 16)}.webp`
    const image_url = await keepPicture(db, files, { path, picture, created_by: maker.user_id })
    await act(productDisplay.update, { product_id, label, image_url, image_alt: `Biểu tượng ${label}` })
  }
  await act(productDisplay.update, { product_id: product.dt123, status: 0 })
  const first_ids: number[] = looks.map(([product_id]) => product_id)
  const { items, version } = await act(productDisplay.list, { page_size: 100 })
  const remaining = items.map(({ product_id }) => product_id).filter((product_id) => !first_ids.includes(product_id))
  await act(productDisplay.setup, {
    product_ids: [...first_ids, ...remaining],
    reason: 'Sản phẩm quay nhiều đứng trước',
    version,
  })
}

/** Sales for the North stop five minutes earlier from a day next week. */
export async function addOrderTimes(db: Db, maker: SamplePerson): Promise<void> {
  const act = actAs(db, orderTimes, maker)
  const { items } = await act(orderTime.list, {})
  const north = items.find(({ category }) => category === product.north)!
  const { rows } = await sql<{ day: string }>`select (current_date + 8)::text as day`.execute(db)
  await act(orderTime.update, {
    category: north.category,
    from_day: rows[0]!.day,
    times: { stop_seconds: north.stop_seconds + 300, print_seconds: north.print_seconds, open_seconds: null },
    reason: 'In vé kịp trước giờ quay',
    version: north.version,
  })
}

/**
 * One group accepts no bank transfers and has a lower Keno rate from next month; another has an explicit product list. Adds sales limits that a good
 * day does not reach, and one that waits for a second person.
 */
export async function addDistribution(
  db: Db,
  { maker, approver }: { maker: SamplePerson; approver: SamplePerson },
): Promise<void> {
  const act = actAs(db, [...saleGroupPayments, ...productGroups, ...groupPrices, ...orderPrices, ...maxRevenues], maker)
  const { rows } = await sql<{
    group_id: number
    last_group: number
    from_day: string
    sources: number[]
    products: Product[]
  }>`
    select min(pos_group_id) as group_id, max(pos_group_id) as last_group, (current_date + 30)::text as from_day,
      array(select payment_vendor_id from payment_vendor where status = 1 and vendor_code <> 'BANK' order by position) as sources,
      array(select category from category where status = 1 order by category) as products
    from pos_group`.execute(db)
  const { group_id, last_group, from_day, sources, products } = rows[0]!
  for (const payment_vendor_id of sources) await act(saleGroupPayment.add, { group_id, payment_vendor_id })
  for (const product_id of products) await act(productGroup.add, { group_id: last_group, product_id })
  const keno = { category: product.keno, price: 9_800 }
  await act(groupPrice.update, { group_id, prices: [keno], from_day, reason: 'Khuyến mãi cuối năm', version: 1 })
  await act(orderPrice.update, {
    category: product.keno,
    minimum: 0,
    maximum: 50_000_000,
    reason: 'Chặn đơn gõ nhầm',
    version: 1,
  })
  const all = { maximum: 5_000_000_000 }
  const { waiting } = await act(maxRevenue.update, { thresholds: [all], reason: 'Hạn mức với nhà đài', version: 1 })
  const { revenue_limit_id, version } = waiting!
  await actAs(db, maxRevenues, approver)(maxRevenue.approve, { revenue_limit_id, version })
  await act(maxRevenue.update, {
    thresholds: [all, { group_id, category: product.keno, maximum: 800_000_000 }],
    from_day,
    reason: 'Theo hợp đồng mới',
    version: 2,
  })
}

async function momentsFromNow(db: Db, days: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ at: string }>`
    select clock_timestamp() + make_interval(days => n) as at from unnest(${days}::integer[]) with ordinality x (n, place) order by place`.execute(
    db,
  )
  return rows.map(({ at }) => at)
}
