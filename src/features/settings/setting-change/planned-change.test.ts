/** Changes of settings that are planned, need two people, or concern what is gone meanwhile, and how they are taken back. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { product } from '#features/results/product/product.contract.ts'
import { alarmConfig } from '#features/settings/alarm/alarm.contract.ts'
import { alarmKind } from '#features/settings/alarm/alarm.rules.ts'
import { kenoResult } from '#features/settings/keno-result/keno-result.contract.ts'
import { maxRevenue } from '#features/settings/max-revenue/max-revenue.contract.ts'
import { orderPrice } from '#features/settings/order-price/order-price.contract.ts'
import { productDisplay } from '#features/settings/product-display/product-display.contract.ts'
import { groupPrice, saleGroupPayment } from '#features/settings/sale-group/sale-group.contract.ts'
import { limits as limitChanges } from '#features/wallets/limit/limit.contract.ts'
import { moneyConfig } from '#features/wallets/money-config/money-config.contract.ts'
import { rewardConfig } from '#features/wallets/reward-config/reward-config.contract.ts'
import { errorCode, errorCodeOf } from '../../../testing/error-code.ts'
import type { Office, Person } from '../../../testing/office.ts'
import { inParallel, onceOf } from '../../../testing/parallel.ts'
import { display_fields, feed_fields, newGroup, openSettings, pick, setting_rights } from '../../../testing/settings.ts'

let office: Office
let an: Person
let binh: Person
let group_id: number
let day: string

beforeAll(async () => {
  ;({ office, an, binh, group_id, day } = await openSettings())
})
afterAll(() => office.close())

describe('a change that is planned for a day', () => {
  const bounds = async () => {
    const { items, history } = await an.call(orderPrice.list, {})
    return { ...items.find(({ category }) => category === product.power655)!, history }
  }
  const prices = async () => {
    const { items, ...rest } = await an.call(groupPrice.list, { group_id })
    return { ...items.find(({ category }) => category === product.power655)!, ...rest }
  }

  test('of an order value is taken back for that day, to what was planned for it before', async () => {
    const plan = async (maximum: number | null, person = an) =>
      person.call(orderPrice.update, {
        category: product.power655,
        minimum: 0,
        maximum,
        from_day: day,
        version: (await bounds()).version,
      })
    await plan(500_000)
    await plan(600_000)
    const { history } = await bounds()
    expect(history[0]).toMatchObject({ from_day: day, before: { maximum: 500_000 }, after: { maximum: 600_000 } })
    await plan(history[0]!.before!.maximum as number, binh)
    expect((await bounds()).planned).toEqual([{ from_day: day, minimum: 0, maximum: 500_000 }])
    await plan(history[1]!.before!.maximum as null, binh)
    expect((await bounds()).planned).toEqual([])
  })

  test('of a price is taken back for that day, to what was planned for it before', async () => {
    const plan = async (price: number | null, person = an) =>
      person.call(groupPrice.update, {
        group_id,
        prices: [{ category: product.power655, price }],
        from_day: day,
        version: (await prices()).version,
      })
    await plan(9_000)
    await plan(9_500)
    const { history } = await prices()
    expect(history[0]!.before).toEqual({ prices: [{ category: product.power655, price: 9_000 }] })
    await plan(9_000, binh)
    expect((await prices()).planned).toEqual([{ from_day: day, price: 9_000 }])
    await plan(null, binh)
    expect((await prices()).planned).toEqual([])
  })
})

describe('what two people change', () => {
  const limits = () => an.call(maxRevenue.list, {})
  const maximumOf = async () => (await limits()).items.map(({ maximum }) => maximum)
  const propose = async (person: Person, maximum: number, from_day: string | null = null) =>
    (
      await person.call(maxRevenue.update, {
        thresholds: [{ maximum }],
        from_day,
        version: (await limits()).version,
      })
    ).waiting!
  const approve = (person: Person, { revenue_limit_id, version }: { revenue_limit_id: number; version: number }) =>
    person.call(maxRevenue.approve, { revenue_limit_id, version })

  test('is taken back by two people as well, and the history has what applied', async () => {
    await approve(binh, await propose(an, 10_000_000))
    await approve(binh, await propose(an, 20_000_000, day))
    await approve(binh, await propose(an, 30_000_000))
    // The planned limits of a later day were not what the last change replaced.
    const { history } = await limits()
    expect(history.slice(0, 2).map(({ before }) => before)).toMatchObject([
      { thresholds: [{ maximum: 10_000_000 }] },
      { thresholds: [{ maximum: 10_000_000 }] },
    ])

    const undo = await propose(binh, 10_000_000)
    expect(await maximumOf()).toEqual([30_000_000])
    expect(await inParallel(() => errorCodeOf(approve(binh, undo)))).toEqual(Array(20).fill(errorCode('no_right')))
    expect(await maximumOf()).toEqual([30_000_000])
    await expect(approve(an, { ...undo, version: undo.version + 1 })).rejects.toMatchObject({ code: 9001 })
    const codes = await inParallel(() => errorCodeOf(approve(an, undo)))
    expect(codes.filter((code) => code === 0)).toHaveLength(1)
    expect(await maximumOf()).toEqual([10_000_000])
  })

  test('daily limits are not proposed by a program that leaves the version out', async () => {
    const before = await limits()
    for (const version of [undefined, null, 0])
      await expect(an.call(maxRevenue.update, { thresholds: [], version } as never)).rejects.toMatchObject({
        error: 'request_invalid',
        data: { fields: { version: expect.any(String) } },
      })
    await expect(an.call(maxRevenue.update, { thresholds: [], version: before.version - 1 })).rejects.toMatchObject({
      code: 9001,
    })
    expect(await limits()).toEqual(before)
  })

  test('a group that is gone does not come back with the limits that it had', async () => {
    const gone = await newGroup(office)
    const withGroup = async () => ({ thresholds: [{ group_id: gone, maximum: 5 }], version: (await limits()).version })
    const { waiting } = await an.call(maxRevenue.update, await withGroup())
    await approve(binh, waiting!)
    await approve(binh, await propose(an, 10_000_000))
    await office.write((db) => sql`delete from pos_group where pos_group_id = ${gone}`.execute(db))
    await expect(an.call(maxRevenue.update, await withGroup())).rejects.toMatchObject({
      error: 'request_invalid',
      data: { fields: { thresholds: 'Có nhóm điểm bán không tồn tại.' } },
    })
    expect((await limits()).waiting).toBeNull()
    await expect(an.call(groupPrice.update, { group_id: gone, prices: [], version: 1 })).rejects.toMatchObject({
      data: { fields: { group_id: 'Nhóm điểm bán không tồn tại.' } },
    })
  })

  test('a limit of money is requested once, and its requester does not confirm it', async () => {
    const { updated_by_name: _, updated_at: __, ...now } = await an.call(rewardConfig.get, {})
    const changed = { ...now, second_from: now.second_from + 1 }
    const codes = await inParallel((n) => errorCodeOf((n % 2 ? an : binh).call(rewardConfig.save, changed)))
    expect(codes.toSorted((a, b) => a - b)).toEqual(onceOf('request_pending'))
    expect((await an.call(rewardConfig.get, {})).second_from).toBe(now.second_from)
    const { items } = await an.call(limitChanges.list, { status: 1 })
    const [{ limit_change_id, version, created_by }] = items as [(typeof items)[number]]
    const [maker, other] = created_by === an.user_id ? [an, binh] : [binh, an]
    const decision = { limit_change_id, version }
    expect(await inParallel(() => errorCodeOf(maker.call(limitChanges.approve, decision)))).toEqual(
      Array(20).fill(errorCode('no_right')),
    )
    const approvals = await inParallel(() => errorCodeOf(other.call(limitChanges.approve, decision)))
    expect(approvals.filter((code) => code === 0)).toHaveLength(1)
    expect((await an.call(rewardConfig.get, {})).second_from).toBe(now.second_from + 1)
  })

  test('a minimum is not saved above a maximum that still waits for the second person', async () => {
    const { updated_by_name: _, updated_at: __, ...now } = await an.call(moneyConfig.get, {})
    const raised = { ...now, bank_least: now.bank_most + 1, bank_most: now.bank_most + 2 }
    await expect(an.call(moneyConfig.save, raised)).rejects.toMatchObject({
      error: 'minimum_exceeds_maximum',
      data: { fields: { bank_least: expect.stringContaining('phải được xác nhận trước') } },
    })
    expect(await an.call(moneyConfig.get, {})).toMatchObject(now)
    expect((await an.call(limitChanges.list, { status: 1 })).items).toEqual([])
  })
})

describe('the result feed', () => {
  const config = () => an.call(kenoResult.get, {})
  const url = { first_url: 'https://gia-mao.example.vn', first_key: 'khoa-gia-mao-rat-dai' }
  const set = async (person: Person, changes: object) => {
    const now = await config()
    return person.call(kenoResult.update, {
      ...(pick(now, feed_fields) as object),
      ...changes,
      version: now.version,
    } as never)
  }
  const confirm = async (person: Person) => person.call(kenoResult.confirm, { version: (await config()).version })
  const no_right = { error: 'no_right', message: 'Người sửa cấu hình không được tự xác nhận.' }

  test('is not confirmed by who changed it, though another person has changed or taken back something after', async () => {
    const chi = await office.hire(setting_rights)
    const address = { first_url: 'https://ket-qua.example.vn', first_key: 'khoa-mot-rat-dai' }
    await set(an, { ...address, status: 1, confirm_by: 1, wait_seconds: 120 })
    await confirm(binh)

    await set(an, url)
    await set(binh, { wait_seconds: 300 })
    await expect(confirm(an)).rejects.toMatchObject(no_right)
    await expect(confirm(binh)).rejects.toMatchObject(no_right)
    expect((await config()).confirmed_at).toBeNull()
    await confirm(chi)

    // Taken back to what was confirmed, nothing of the first person is left that needs a second one.
    await set(an, { wait_seconds: 90 })
    await set(binh, { wait_seconds: 300 })
    await expect(confirm(binh)).rejects.toMatchObject(no_right)
    expect((await config()).editors).toEqual([])
    await confirm(an)
  })
})

describe('what is gone meanwhile', () => {
  test('a product that was taken out is shown again once, also by twenty people, and not under a name that is taken', async () => {
    const product_id = product.max3d
    const row = await an.call(productDisplay.detail, { product_id })
    const undo = { product_id, ...pick(row, display_fields) } as never
    await an.call(productDisplay.delete, { product_id })
    await expect(
      an.call(productDisplay.update, { ...(undo as object), version: row.version } as never),
    ).rejects.toMatchObject({
      error: 'not_found',
    })
    const { version, label } = await an.call(productDisplay.detail, { product_id: product.mega645 })
    await an.call(productDisplay.update, { product_id: product.mega645, version, label: row.label.normalize('NFD') })
    await expect(binh.call(productDisplay.add, undo)).rejects.toMatchObject({
      error: 'display_label_exists',
      data: { fields: { label: expect.any(String) } },
    })
    await an.call(productDisplay.update, { product_id: product.mega645, version: version + 1, label })
    const codes = await inParallel((n) => errorCodeOf((n % 2 ? an : binh).call(productDisplay.add, undo)))
    expect(codes.toSorted((a, b) => a - b)).toEqual(onceOf('product_display_exists'))
  })

  test('an alarm keeps a receiver whose account was closed, but takes no closed account as a new one', async () => {
    const [leaver, stranger] = [await office.hire([]), await office.hire([])]
    const kind = alarmKind.deposits_waiting
    const set = async (users: number[], changes = {}) => {
      const {
        receiver_names: _,
        open: __,
        ...now
      } = (await an.call(alarmConfig.get, {})).items.find((item) => item.kind === kind)!
      return an.call(alarmConfig.update, { ...now, ...changes, users })
    }
    await set([leaver.user_id])
    await office.write((db) =>
      sql`update app_user set status = 0 where user_id in (${leaver.user_id}, ${stranger.user_id})`.execute(db),
    )
    await set([leaver.user_id], { most_waiting: 77 })
    await expect(set([leaver.user_id, stranger.user_id])).rejects.toMatchObject({
      error: 'user_not_found',
      data: { fields: { users: expect.any(String) } },
    })
  })

  test('a source of a group that was added and removed is taken back once, and not once more', async () => {
    const source = { group_id, payment_vendor_id: 3 }
    const members = async () =>
      (await an.call(saleGroupPayment.list, { group_id })).items
        .filter(({ is_in_group }) => is_in_group)
        .map(({ payment_vendor_id }) => payment_vendor_id)
    await an.call(saleGroupPayment.add, source)
    const removals = await inParallel((n) => errorCodeOf((n % 2 ? an : binh).call(saleGroupPayment.remove, source)))
    expect(removals.toSorted((a, b) => a - b)).toEqual(onceOf('payment_vendor_not_in_group'))
    const additions = await inParallel((n) => errorCodeOf((n % 2 ? an : binh).call(saleGroupPayment.add, source)))
    expect(additions.toSorted((a, b) => a - b)).toEqual(onceOf('payment_source_in_group'))
    expect(await members()).toEqual([3])
    await binh.call(saleGroupPayment.remove, source)
    expect(await members()).toEqual([])
  })
})
