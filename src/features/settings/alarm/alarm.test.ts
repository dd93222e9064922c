/** Each kind of alarm is raised once when its limit is crossed, and closed when its cause ends, also by parallel jobs. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#server/testing/as-owner.ts'
import { GatewayError } from '#server/gateways/gateway.ts'
import { dayClose } from '#features/close/day-close/day-close.contract.ts'
import { dayClosePage } from '#features/close/pages.contract.ts'
import { playTypesOf } from '#features/results/product/game.rules.ts'
import { product } from '#features/results/product/product.contract.ts'
import { resultPage } from '#features/results/pages.contract.ts'
import { result } from '#features/results/result/draw-result.contract.ts'
import { funds } from '#features/wallets/fund/fund.contract.ts'
import { syncFunds } from '#features/wallets/fund/fund.jobs.ts'
import { openWatch, type Watch } from '../../../testing/alarms.ts'
import { openDesk } from '../../../testing/deposits.ts'
import { openTestWallet } from '../../../testing/money.ts'
import { openOffice, type Office } from '../../../testing/office.ts'
import { openPos, sell, setGamePeriod, stockTickets, type SellingPos } from '../../../testing/orders.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { requestToMomo } from '../../../testing/withdrawals.ts'
import { alarms } from './alarm.contract.ts'
import { alarmKind, type AlarmKind } from './alarm.rules.ts'

let office: Office
let pos: SellingPos
let watch: Watch

beforeAll(async () => {
  office = await openOffice()
  pos = await openPos(office)
  watch = await openWatch(office)
})
afterAll(() => office.close())

const one_face = playTypesOf(product.bingo18)[0]!.play_type

const inDb = (work: ReturnType<typeof sql>) => office.write((db) => work.execute(db))

/** Expects one alarm after `cross`, and that it is closed after `back`. */
async function expectAlarm(
  kind: AlarmKind,
  title: RegExp,
  raise: () => Promise<unknown>,
  clear: () => Promise<unknown>,
) {
  await watch.look()
  const before = await watch.openOf(kind)
  expect(before.filter((alarm) => title.test(alarm.title))).toEqual([])
  await raise()
  await watch.look()
  const raised = (await watch.openOf(kind)).filter((alarm) => title.test(alarm.title))
  expect(raised).toHaveLength(1)
  await clear()
  await watch.look()
  expect(await watch.openOf(kind)).toEqual(before)
  const past = (await watch.an.call(alarms.list, { is_open: false })).items
  expect(past.find(({ alarm_id }) => alarm_id === raised[0]!.alarm_id)?.closed_at).not.toBeNull()
}

describe('an alarm lasts as long as its cause:', () => {
  test('a fund below its own limit', async () => {
    const warn = async (warn_below: number) => {
      const { items } = await watch.admin.call(funds.list, {})
      const { account_id, account_name, version } = items.find(({ account_code }) => account_code === 'MOMO')!
      await watch.admin.call(funds.update, { account_id, account_name, version, warn_below })
    }
    await warn(0)
    await expectAlarm(
      alarmKind.fund_low,
      /MoMo.*sắp hết/,
      () => warn(5_000_000),
      () => warn(0),
    )
  })

  test('too many waiting orders, or one that waits too long', async () => {
    const { orders_waiting: kind } = alarmKind
    const order_id = await sell(office, pos, { handling: 1, msisdn: '84901234567' })
    const age = (minutes: number) =>
      inDb(sql`update sale_order set paid_at = now() - make_interval(mins => ${minutes}) where order_id = ${order_id}`)
    await watch.setRule(kind, { most_waiting: 1, most_minutes: 30 })
    await expectAlarm(
      kind,
      /trực tuyến: 1 đơn/,
      () => age(31),
      () => age(0),
    )
    await expectAlarm(
      kind,
      /trực tuyến: 2 đơn/,
      () => sell(office, pos, { handling: 1, msisdn: '84901234567' }),
      () => watch.setRule(kind, { most_waiting: 2 }),
    )
  })

  test('waiting withdrawals', async () => {
    const { withdrawals_waiting: kind } = alarmKind
    await watch.setRule(kind, { most_waiting: 1, most_minutes: 60 })
    const wallet = await openTestWallet(office, { balance: 900_000 })
    await requestToMomo(office, wallet)
    await expectAlarm(
      kind,
      /ví MoMo: 2 yêu cầu/,
      () => requestToMomo(office, wallet),
      () =>
        inDb(sql`update withdrawal set created_at = now() - interval '59 minutes' where status = 0`).then(() =>
          watch.setRule(kind, { most_waiting: 2 }),
        ),
    )
    await expectAlarm(
      kind,
      /ví MoMo: 2 yêu cầu/,
      () => inDb(sql`update withdrawal set created_at = now() - interval '61 minutes' where status = 0`),
      () => watch.setRule(kind, { most_minutes: 120 }),
    )
  })

  test('waiting incoming payments', async () => {
    const { deposits_waiting: kind } = alarmKind
    await watch.setRule(kind, { most_waiting: 1, most_minutes: 60 })
    const desk = await openDesk(office)
    await desk.unnamedLine(70_000)
    await expectAlarm(
      kind,
      /2 giao dịch/,
      () => desk.unnamedLine(80_000),
      () => watch.setRule(kind, { most_waiting: 2 }),
    )
  })

  test('a draw with sales whose result is late', async () => {
    const { result_late: kind } = alarmKind
    await watch.setRule(kind, { most_minutes: 10 })
    const period_id = await setGamePeriod(office, product.keno, 'open')
    const draw = (minutes: number) =>
      inDb(sql`update draw_period set stop_at = now() - make_interval(mins => ${minutes} + 3), return_until = now() - make_interval(mins => ${minutes} + 3),
        print_at = now() - make_interval(mins => ${minutes} + 2), draw_at = now() - make_interval(mins => ${minutes}), open_date = (now() - make_interval(mins => ${minutes}))::date
        where period_id = ${period_id}`)
    // A draw without sales raises no alarm.
    await draw(20)
    await watch.look()
    expect(await watch.openOf(kind)).toEqual([])
    await inDb(sql`update draw_period set stop_at = now() + interval '1 hour', return_until = now() + interval '1 hour',
      print_at = now() + interval '1 hour', draw_at = now() + interval '1 hour' where period_id = ${period_id}`)
    await sell(office, pos, { period_id })
    await draw(9)
    await watch.look()
    expect(await watch.openOf(kind)).toEqual([])
    const [one, two] = [await office.hire([...resultPage.rights]), await office.hire([...resultPage.rights])]
    await expectAlarm(
      kind,
      /Keno: 1 kỳ chưa có kết quả/,
      () => draw(11),
      async () => {
        const numbers = { main: Array.from({ length: 20 }, (_, n) => String(n + 1).padStart(2, '0')) }
        const { result_id } = await one.call(result.add, { period_id, numbers })
        await two.call(result.confirm, { result_id, numbers })
      },
    )
  })

  test('a gateway that does not answer for too long', async () => {
    const { gateway_down: kind } = alarmKind
    await watch.setRule(kind, { most_minutes: 5 })
    let is_down = true
    const bank = {
      balance: async () => {
        if (is_down) throw new GatewayError('timeout', 'no answer')
        return 1_000_000
      },
    }
    const sync = () =>
      syncFunds({ main: office.db, gateways: { momo: null, bank, telecom: null, statements: null } as never }).catch(
        () => undefined,
      )
    await sync()
    await watch.look()
    // It began to fail only now.
    expect(await watch.openOf(kind)).toEqual([])
    await expectAlarm(
      kind,
      /Ngân hàng không trả lời/,
      () => inDb(sql`update gateway_answer set failing_since = now() - interval '6 minutes'`),
      async () => {
        is_down = false
        await sync()
      },
    )
    is_down = true
    await sync()
    await sync()
    await watch.look()
    expect(await watch.openOf(kind)).toEqual([])
  })

  test('a store with few tickets of an open draw', async () => {
    const { stock_short: kind } = alarmKind
    await watch.setRule(kind, { least_stock: 10 })
    const area_id = stations.dongthap
    const [open_date, base_id] = [await dayFromNow(office.db, 2), await openStore(office, [area_id])]
    await setPeriod(office, area_id, open_date, 'open')
    await stockTickets(office, { open_date, area_id, base_id }, 10)
    await expectAlarm(
      kind,
      /sắp hết ở Kho thử/,
      () => watch.setRule(kind, { least_stock: 11 }),
      () => stockTickets(office, { open_date, area_id, base_id }, 1),
    )
  })

  test('sales far above those usual at this hour', async () => {
    const { sales_above: kind } = alarmKind
    await watch.setRule(kind, { most_percent: 200, least_amount: 50_000 })
    const stakes = (n: number) => ({
      category: product.bingo18,
      boards: [{ play_type: one_face, numbers: '1', stake: n }],
    })
    await sell(office, pos, stakes(1))
    await watch.look()
    expect((await watch.openOf(kind)).filter(({ title }) => /Bingo18/.test(title))).toEqual([])
    const usual = (amount: number) =>
      asOwner(
        office.db,
        sql`insert into sale_delta (day, hour, partner_id, pos_id, user_pos_id, base_id, category, area_id, band, orders, quantity, amount, fee, commission)
        select (at - make_interval(days => d))::date, extract(hour from at), 0, ${pos.pos_id}, 0, 0, ${product.bingo18}, 0, 1, 1, 1, ${amount}::bigint, 0, 0
        from generate_series(0, 1) back cross join lateral (select now() - make_interval(hours => back) as at) x cross join generate_series(1, 7) d`,
      )
    await expectAlarm(
      kind,
      /Bingo18 bán/,
      () => sell(office, pos, stakes(6)),
      () => usual(30_000),
    )
  })

  test('a day closing that waits for signatures, only for people who may sign', async () => {
    const { closing_waiting: kind } = alarmKind
    const signer = await office.hire([...dayClosePage.rights])
    const prepared = (minutes: number) =>
      inDb(sql`update day_close set prepared_at = now() - make_interval(mins => ${minutes}::integer)`)
    await signer.call(dayClose.prepare, { day: await dayFromNow(office.db, -1) })
    await watch.look()
    expect(await watch.openOf(kind, signer)).toEqual([])
    await prepared(31)
    await watch.look()
    const [raised] = await watch.openOf(kind, signer)
    expect(raised?.title).toMatch(/^Ngày .* chờ ký chốt$/)
    expect(raised?.detail).toContain('Còn thiếu hai chữ ký')
    expect(await watch.openOf(kind)).toEqual([])
    await prepared(1)
    await watch.look()
    expect(await watch.openOf(kind, signer)).toEqual([])
  })
})
