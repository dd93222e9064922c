/** Stations: the weekly table of their draws, days off, and draws that follow their calendar. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { periodPage } from '#features/results/pages.contract.ts'
import { lotteryTab, systemConfigPage } from '#features/settings/pages.contract.ts'
import { baseStorePage, storeTicketPage } from '#features/tickets/pages.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { dayFromNow, openStore, stations } from '../../../testing/tickets.ts'
import { makeCalendar } from './calendar.server.ts'
import { periodCancel } from '#features/results/period/cancel.contract.ts'
import { period } from '#features/results/period/period.contract.ts'
import { periodStatus } from '#features/results/period/period-fields.contract.ts'
import { category, drawArea } from './draw-area.contract.ts'

let office: Office
let an: Person
let binh: Person

beforeAll(async () => {
  office = await openOffice()
  const rights = [...baseStorePage.rights, ...periodPage.rights, ...lotteryTab.rights]
  an = await office.hire(rights)
  binh = await office.hire(rights)
})
afterAll(() => office.close())

const stationOf = (area_id: number) => an.call(drawArea.configInfo, { area_id })
const change = async (area_id: number, changes: object) => {
  const { version } = await stationOf(area_id)
  return an.call(drawArea.update, { area_id, version, ...changes })
}
const drawsOf = async (open_date: string) =>
  (await an.call(drawArea.drawsOf, { open_date })).items.map(({ area_name }) => area_name)

/** Monday to Sunday, as the draws really take place: North, Central, South. */
const weekly_table = [
  ['Hà Nội', 'Thừa Thiên Huế, Phú Yên', 'TP. Hồ Chí Minh, Đồng Tháp, Cà Mau'],
  ['Quảng Ninh', 'Đắk Lắk, Quảng Nam', 'Bến Tre, Vũng Tàu, Bạc Liêu'],
  ['Bắc Ninh', 'Đà Nẵng, Khánh Hòa', 'Đồng Nai, Cần Thơ, Sóc Trăng'],
  ['Hà Nội', 'Bình Định, Quảng Trị, Quảng Bình', 'Tây Ninh, An Giang, Bình Thuận'],
  ['Hải Phòng', 'Gia Lai, Ninh Thuận', 'Vĩnh Long, Bình Dương, Trà Vinh'],
  ['Nam Định', 'Đà Nẵng, Quảng Ngãi, Đắk Nông', 'TP. Hồ Chí Minh, Long An, Bình Phước, Hậu Giang'],
  ['Thái Bình', 'Khánh Hòa, Kon Tum, Thừa Thiên Huế', 'Tiền Giang, Kiên Giang, Đà Lạt'],
] as const

describe('the calendar', () => {
  test.each(weekly_table.map((regions, index) => [index + 1, regions] as const))(
    'has exactly the known stations on weekday %i',
    async (weekday, regions) => {
      for (const [index, names] of regions.entries()) {
        const { items } = await an.call(drawArea.list, { weekday: weekday as 1, category: (index + 1) as 1 })
        expect(items.map(({ area_name }) => area_name).toSorted()).toEqual(names.split(', ').toSorted())
      }
    },
  )

  test('has 41 stations, which draw 46 times a week at the hour and with the digits of their region', async () => {
    const { items, total } = await an.call(drawArea.list, { page_size: 300 })
    expect(total).toBe(41)
    expect(items.flatMap(({ weekdays }) => weekdays)).toHaveLength(46)
    const looks = items.map((area) => `${area.category} ${area.draw_time} ${area.number_length}`)
    expect(new Set(looks)).toEqual(new Set(['1 18:15 5', '2 17:15 6', '3 16:15 6']))
  })

  test('has draws up to 14 days ahead, for the stations of the weekday that are not closed', async () => {
    const day = await dayFromNow(office.db, 14)
    const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
    const { rows: resting } = await sql<{ area_name: string }>`
      select area_name from draw_closed_day join draw_area using (area_id) where day = ${day}`.execute(office.db)
    const names = new Set(weekly_table[weekday]!.flatMap((region) => region.split(', ')))
    for (const { area_name } of resting) names.delete(area_name)
    expect((await drawsOf(day)).toSorted()).toEqual([...names].toSorted())
    expect(await drawsOf(await dayFromNow(office.db, 15))).toEqual([])
  })

  test('is unchanged when it is made again', async () => {
    const count = async () => (await sql`select from draw_period`.execute(office.db)).rows.length
    const before = await count()
    await makeCalendar(office.db)
    expect(await count()).toBe(before)
  })

  test('closes the North on four days at Tết, and no other region', async () => {
    const { rows } = await sql<{ category: number; year: number; days: string[] }>`
      select category, extract(year from day)::integer as year, array_agg(distinct to_char(day, 'DD/MM') order by to_char(day, 'DD/MM')) as days
      from draw_closed_day join draw_area using (area_id) group by category, year order by year`.execute(office.db)
    expect(rows).toEqual([
      { category: category.north, year: 2026, days: ['16/02', '17/02', '18/02', '19/02'] },
      { category: category.north, year: 2027, days: ['05/02', '06/02', '07/02', '08/02'] },
    ])
  })
})

describe('a change of a station', () => {
  test('updates draws that have not opened yet, and leaves open ones as they are', async () => {
    const every_day = [1, 2, 3, 4, 5, 6, 7] as const
    await change(stations.camau, { weekdays: [...every_day] })
    const before = (await an.call(drawArea.periodsOf, { area_id: stations.camau })).items
    expect(before.length).toBeGreaterThanOrEqual(14)
    await change(stations.camau, { draw_time: '16:45' })
    const after = (await an.call(drawArea.periodsOf, { area_id: stations.camau })).items
    expect(after.map(({ open_date }) => open_date)).toEqual(before.map(({ open_date }) => open_date))
    const hourOf = ({ draw_at }: { draw_at: string }) => draw_at.slice(11, 16)
    for (const [index, draw] of after.entries()) {
      const opened = draw.status !== periodStatus.upcoming
      expect(hourOf(draw)).toBe(opened ? hourOf(before[index]!) : '16:45')
    }
  })

  test('can close days, and open them again', async () => {
    const day = await dayFromNow(office.db, 5)
    const days = async () =>
      (await an.call(drawArea.periodsOf, { area_id: stations.camau })).items.map(({ open_date }) => open_date)
    expect(await days()).toContain(day)
    const closed = await change(stations.camau, { closed_days: [{ day, reason: 'Bão' }] })
    expect(closed.closed_days).toEqual([{ day, reason: 'Bão' }])
    expect(await days()).not.toContain(day)
    await change(stations.camau, { closed_days: [] })
    expect(await days()).toContain(day)
  })

  test('leaves a draw that has an import slip as it is', async () => {
    const base_id = await openStore(office, [stations.camau])
    const open_date = await dayFromNow(office.db, 7)
    const draw = async () => (await an.call(drawArea.info, { area_id: stations.camau, open_date })).period
    const before = await draw()
    await office.write((db) =>
      sql`insert into ticket_import (base_id, area_id, open_date, period_id, source, line_count, quantity, amount)
        values (${base_id}, ${stations.camau}, ${open_date}, ${before!.period_id}, 1, 1, 1, 10000)`.execute(db),
    )
    await change(stations.camau, { weekdays: [], draw_time: '17:00' })
    expect(await draw()).toEqual(before)
    expect(
      (await an.call(drawArea.info, { area_id: stations.camau, open_date: await dayFromNow(office.db, 8) })).period,
    ).toBe(null)
  })

  test('leaves a draw as it is that is cancelled or whose cancellation is requested', async () => {
    const area_id = 27
    const [cancelled, requested] = [await dayFromNow(office.db, 2), await dayFromNow(office.db, 3)]
    await change(area_id, { weekdays: [1, 2, 3, 4, 5, 6, 7] })
    const drawOf = async (day: string) => {
      const { items } = await an.call(period.list, { area_id, from_date: day, to_date: day })
      expect(items).toHaveLength(1)
      return items[0]!
    }
    const request = async (day: string) => {
      const { period_id } = await drawOf(day)
      const { cancel_requested_at } = await an.call(periodCancel.ask, { period_id, cancel_reason: 'Bão' })
      return { period_id, cancel_requested_at: cancel_requested_at! }
    }
    await binh.call(periodCancel.confirm, await request(cancelled))
    await request(requested)
    const before = [await drawOf(cancelled), await drawOf(requested)]
    expect(before.map(({ status }) => status)).toEqual([periodStatus.cancelled, periodStatus.upcoming])
    await change(area_id, { draw_time: '16:50' })
    expect([await drawOf(cancelled), await drawOf(requested)]).toEqual(before)
  })

  test('with impossible hours is refused with 145, and changes nothing', async () => {
    const before = await stationOf(stations.dongthap)
    for (const hours of [{ return_time: '16:30' }, { stop_time: '16:16' }, { draw_time: '15:59' }]) {
      await expect(change(stations.dongthap, hours)).rejects.toMatchObject({ code: 145 })
    }
    expect(await stationOf(stations.dongthap)).toEqual(before)
  })

  test('to zero series is refused at its field', async () => {
    const before = await stationOf(stations.hanoi)
    await expect(change(stations.hanoi, { series_count: 0 })).rejects.toMatchObject({
      data: { fields: { series_count: 'Phải từ 1 sê-ri' } },
    })
    expect(await stationOf(stations.hanoi)).toEqual(before)
  })

  test('to a store is refused with 160 while another store has the station', async () => {
    const first = await openStore(office, [stations.dongthap])
    const second = await openStore(office, [])
    await expect(change(stations.dongthap, { base_id: second })).rejects.toMatchObject({
      code: 160,
      data: { fields: { base_id: expect.stringMatching(/Đồng Tháp đã thuộc Kho thử/) } },
    })
    expect(await change(stations.dongthap, { base_id: first })).toMatchObject({ base_id: first })
    expect(await change(stations.dongthap, { base_id: null })).toMatchObject({ base_id: null, base_name: null })
    expect(await change(stations.dongthap, { base_id: second })).toMatchObject({ base_id: second })
  })

  test('with an outdated version is refused with 9001 and the current station', async () => {
    const { version } = await stationOf(stations.hanoi)
    await an.call(drawArea.update, { area_id: stations.hanoi, version, face_value: 20_000 })
    await expect(
      an.call(drawArea.update, { area_id: stations.hanoi, version, face_value: 5_000 }),
    ).rejects.toMatchObject({ code: 9001, data: { current: { face_value: 20_000 } } })
  })

  test('is allowed from Cấu hình hệ thống too, with the right of the page or of its tab alone', async () => {
    for (const page of [systemConfigPage, lotteryTab]) {
      const operator = await office.hire(page.rights)
      const { version, face_value } = await operator.call(drawArea.configInfo, { area_id: stations.hanoi })
      const update = { area_id: stations.hanoi, version, face_value: face_value === 10_000 ? 20_000 : 10_000 }
      expect(await operator.call(drawArea.update, update)).toMatchObject({ face_value: update.face_value })
    }
  })

  test('of anything but the store is refused with 169 without the right of the system settings', async () => {
    const clerk = await office.hire(baseStorePage.rights)
    const base_id = await openStore(office, [])
    const { area_id, version, stop_time } = await stationOf(27)
    const refused: object[] = [{ stop_time }, { weekdays: [2] }, { closed_days: [] }, { base_id, face_value: 20_000 }]
    for (const terms of refused)
      await expect(clerk.call(drawArea.update, { area_id, version, ...terms })).rejects.toMatchObject({ code: 169 })
    expect(await clerk.call(drawArea.update, { area_id, version, base_id })).toMatchObject({ base_id, stop_time })
  })

  test('is refused for people of a store (169)', async () => {
    const base_id = await openStore(office, [])
    const keeper = await office.hire([...baseStorePage.rights], { base_id })
    const { version } = await stationOf(stations.hanoi)
    await expect(
      keeper.call(drawArea.update, { area_id: stations.hanoi, version, face_value: 5_000 }),
    ).rejects.toMatchObject({ code: 169 })
  })
})

describe('look-ups of forms', () => {
  test('give people of a store their own stations, and do not say which other store has a station', async () => {
    const base_id = await openStore(office, [24, 25])
    await openStore(office, [26])
    const keeper = await office.hire([storeTicketPage.view, baseStorePage.view], { base_id })
    const page = await keeper.call(drawArea.byBase, {})
    expect(page.items.map(({ area_id }) => area_id)).toEqual([24, 25])
    expect(page.items[0]).toMatchObject({ number_length: 6, series_count: 11, base_id })
    // With `all`, stations of other stores are listed too, without their store.
    const all = await keeper.call(drawArea.byBase, { all: true })
    expect(all.items.find(({ area_id }) => area_id === 26)).toMatchObject({ base_id: null, base_name: null })
    expect((await keeper.call(drawArea.categoriesByBase, {})).items.map((item) => item.category)).toEqual([3])
    expect(await keeper.call(drawArea.info, { area_id: 26 })).toMatchObject({ base_id: null, base_name: null })
  })

  test('give the price of a product, and refuse an unknown product with 150', async () => {
    expect(await an.call(drawArea.priceUnit, { category: category.south })).toMatchObject({ price_unit: 10_000 })
    await expect(an.call(drawArea.priceUnit, { category: 77 })).rejects.toMatchObject({ code: 150 })
  })

  test('give the status of each draw by the current time', async () => {
    const { items } = await an.call(period.list, { area_id: stations.tphcm, page_size: 300 })
    const now = Date.now()
    const expected = items.map(({ open_at, stop_at, draw_at }) =>
      now < Date.parse(open_at) ? 0 : now < Date.parse(stop_at) ? 1 : now < Date.parse(draw_at) ? 2 : 3,
    )
    expect(items.map(({ status }) => status)).toEqual(expected)
    const upcoming = await an.call(period.list, { area_id: stations.tphcm, status: periodStatus.upcoming })
    expect(upcoming.total).toBe(expected.filter((status) => status === periodStatus.upcoming).length)
  })
})
