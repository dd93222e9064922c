import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawnPeriods } from '../../../testing/drawn-periods.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { setGamePeriod } from '../../../testing/orders.ts'
import { periodPage, resultPage } from '#features/results/pages.contract.ts'
import { periodCancel } from '#features/results/period/cancel.contract.ts'
import { period } from '#features/results/period/period.contract.ts'
import { periodStatus } from '#features/results/period/period-fields.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import { result, resultAct, resultConfig } from './draw-result.contract.ts'
import { resultStatus } from './drawn-numbers.contract.ts'
import { sheets } from '../../../testing/sheets.ts'

let office: Office
let maker: Person
let checker: Person
let other: Person
beforeAll(async () => {
  office = await openOffice()
  drawnPeriod = drawnPeriods(office)
  maker = await office.hire([...resultPage.rights, ...periodPage.rights])
  checker = await office.hire([...resultPage.rights, ...periodPage.rights])
  other = await office.hire([...resultPage.rights])
  // The claim period of all these draws is still open.
  await claimDays(365)
})
afterAll(() => office.close())

/** Sets the claim period of southern draws. */
const claimDays = (days: number) =>
  office.write((db) => sql`update prize_table set claim_days = ${days} where category = ${product.south}`.execute(db))

const hcm = 21
const southern = sheets.hcm
const typo = { ...southern, special: ['040598'] }
let drawnPeriod: ReturnType<typeof drawnPeriods>

/** The tests enter equal sheets, which raises a warning. */
const accepted = { accept_warnings: true }

async function enteredResult() {
  const { period_id } = await drawnPeriod()
  return maker.call(result.add, { period_id, numbers: southern, ...accepted })
}

describe('entering a result', () => {
  test('names its draw by number, or by station and day', async () => {
    const first = await drawnPeriod()
    const row = await maker.call(result.add, { period_id: first.period_id, numbers: southern, ...accepted })
    expect(row).toMatchObject({ status: resultStatus.entered, name: 'TP. Hồ Chí Minh', numbers: southern })
    const { area_id, open_date } = await drawnPeriod()
    const place = { category: product.south, area_id, open_date }
    expect(await maker.call(result.add, { ...place, numbers: southern, ...accepted })).toMatchObject({ open_date })
  })

  test('is refused with the code of each reason', async () => {
    const add = (input: object) =>
      maker.call(result.add, { numbers: southern, ...accepted, ...input }).catch(({ code }: { code: number }) => code)
    const [upcoming, open] = [
      await setGamePeriod(office, product.mega645, 'upcoming'),
      await setGamePeriod(office, product.mega645, 'open'),
    ]
    expect(await add({ period_id: 2_000_000 })).toBe(137)
    expect(await add({ area_id: hcm, open_date: '2020-02-28' })).toBe(151)
    expect(await add({ period_id: upcoming })).toBe(114)
    expect(await add({ period_id: open })).toBe(148)
    const drawn = await drawnPeriod()
    expect(await add(drawn)).toMatchObject({ status: resultStatus.entered })
    expect(await add(drawn)).toBe(138)
    const { period_id } = await confirmed()
    expect(await add({ period_id })).toBe(143)
    const cancelled = await drawnPeriod()
    await maker.call(periodCancel.ask, { period_id: cancelled.period_id, cancel_reason: 'Không quay' })
    const [requested] = (await maker.call(period.list, { period_id: cancelled.period_id })).items
    const cancel_requested_at = requested!.cancel_requested_at!
    await checker.call(periodCancel.confirm, { period_id: cancelled.period_id, cancel_requested_at })
    expect(await add({ period_id: cancelled.period_id })).toBe(156)
  })

  test('succeeds once in 20 parallel calls for one draw', async () => {
    const { period_id } = await drawnPeriod()
    const tries = Array.from({ length: 20 }, (_, n) =>
      (n % 2 ? maker : other).raw(result.add, { period_id, numbers: southern, ...accepted }),
    )
    const codes = (await Promise.all(tries)).map(({ body }) => body.error.code)
    expect(codes.filter((code) => code === 0)).toHaveLength(1)
    expect(codes.filter((code) => code === 138)).toHaveLength(19)
  })

  test('is refused with the rule for an impossible sheet, and nothing is stored', async () => {
    const { period_id } = await drawnPeriod()
    const numbers = { ...southern, fourth: southern.fourth.with(5, '8315') }
    await expect(maker.call(result.add, { period_id, numbers })).rejects.toMatchObject({
      code: 3,
      data: { fields: { numbers: 'Giải tư, số 6 không đúng: 8315. Quy tắc: 7 số, mỗi số 5 chữ số.' } },
    })
    expect(
      (await maker.call(result.list, { category: product.south })).items.map((row) => row.period_id),
    ).not.toContain(period_id)
  })

  test('needs its warning to be accepted when the numbers are those of an old sheet', async () => {
    const old = await confirmed()
    const { period_id } = await drawnPeriod()
    // A draw later than the old one.
    await office.write((db) =>
      sql`update draw_period set draw_at = now() - interval '1 hour', open_date = current_date + 300 where period_id = ${period_id}`.execute(
        db,
      ),
    )
    const { findings } = await maker.call(result.check, { period_id, numbers: southern })
    expect(findings).toEqual([expect.objectContaining({ level: 'warning', key: null })])
    expect(findings[0]!.message).toMatch(/^18 trong 18 số giống kỳ HCM-/)
    expect(old.status).toBe(resultStatus.confirmed)
    await expect(maker.call(result.add, { period_id, numbers: southern })).rejects.toMatchObject({ code: 3 })
    await maker.call(result.add, { period_id, numbers: southern, ...accepted })
  })
})

async function confirmed() {
  const { result_id } = await enteredResult()
  return checker.call(result.confirm, { result_id, numbers: southern })
}

describe('confirming a result', () => {
  test('hides the entered numbers until then from everybody except their maker, even from the second person', async () => {
    const { result_id } = await enteredResult()
    for (const person of [checker, other]) {
      expect((await person.call(result.detail, { result_id })).result).toMatchObject({ numbers: null, published: null })
      const { items } = await person.call(result.list, { status: resultStatus.entered, page_size: 300 })
      expect(items.find((row) => row.result_id === result_id)).toMatchObject({ numbers: null, numbers_text: null })
      const { steps } = await person.call(result.detail, { result_id })
      expect(steps).toEqual([expect.objectContaining({ act: resultAct.entered, numbers: null })])
    }
    expect((await maker.call(result.detail, { result_id })).result.numbers).toEqual(southern)
    const makersList = await maker.call(result.list, { status: resultStatus.entered, page_size: 300 })
    const numbers_text = makersList.items.find((row) => row.result_id === result_id)!.numbers_text
    expect(numbers_text).toContain(`Giải đặc biệt ${southern.special[0]}; Giải nhất ${southern.first[0]}; `)
    expect(numbers_text).toContain(`Giải tư ${southern.fourth.join(' ')}; `)
  })

  test('stores a difference, shows it to both persons only, and removes it after the correction', async () => {
    const { period_id } = await drawnPeriod()
    const { result_id } = await maker.call(result.add, { period_id, numbers: typo, ...accepted })
    const differences = [{ key: 'special', label: 'Giải đặc biệt', index: 0, first: '040598', second: '040589' }]
    await expect(checker.call(result.confirm, { result_id, numbers: southern })).rejects.toMatchObject({
      code: 9014,
      data: { differences },
    })
    expect((await maker.call(result.detail, { result_id })).differences).toEqual(differences)
    const detail = await checker.call(result.detail, { result_id })
    expect(detail).toMatchObject({ differences, second_entry: { numbers: southern }, result: { numbers: null } })
    expect((await other.call(result.detail, { result_id })).differences).toEqual([])
    const { version } = detail.result
    await expect(
      maker.call(result.update, { result_id, version: version - 1, numbers: southern, ...accepted }),
    ).rejects.toMatchObject({ error: 'changed_by_other' })
    await maker.call(result.update, { result_id, version, numbers: southern, ...accepted })
    expect((await maker.call(result.detail, { result_id })).differences).toEqual([])
    expect(await checker.call(result.confirm, { result_id, numbers: southern })).toMatchObject({
      status: resultStatus.confirmed,
      numbers: southern,
      second_by: null,
    })
    const { steps } = await other.call(result.detail, { result_id })
    const { entered, differed, changed, confirmed: done } = resultAct
    expect(steps.map(({ act }) => act)).toEqual([entered, differed, changed, done])
    expect(steps[1]!.numbers).toEqual(southern)
  })

  test('is refused for its makers, even in 20 parallel calls', async () => {
    const { result_id, version } = await enteredResult()
    // A person who changes it becomes one of its makers.
    await other.call(result.update, { result_id, version, numbers: southern, ...accepted })
    const tries = Array.from({ length: 20 }, (_, n) =>
      (n % 2 ? maker : other).raw(result.confirm, { result_id, numbers: southern }),
    )
    const codes = (await Promise.all(tries)).map(({ body }) => body.error.code)
    expect(new Set(codes)).toEqual(new Set([169]))
    expect((await maker.call(result.detail, { result_id })).result.status).toBe(resultStatus.entered)
  })

  test('succeeds once in 20 parallel calls, after which the draw is drawn', async () => {
    const { result_id, period_id } = await enteredResult()
    const tries = Array.from({ length: 20 }, (_, n) =>
      (n % 2 ? checker : other).raw(result.confirm, { result_id, numbers: southern }),
    )
    const codes = (await Promise.all(tries)).map(({ body }) => body.error.code)
    expect(codes.filter((code) => code === 0)).toHaveLength(1)
    expect(codes.filter((code) => code === 144)).toHaveLength(19)
    const { items } = await maker.call(period.list, { period_id })
    expect(items[0]!.status).toBe(periodStatus.drawn)
  })

  test('compares only the special prize if the setting says so', async () => {
    const { version } = await checker.call(resultConfig.get, {})
    const special_only = await checker.call(resultConfig.update, { second_entry: 'special', version })
    const { result_id } = await enteredResult()
    await expect(checker.call(result.confirm, { result_id, numbers: { special: ['040598'] } })).rejects.toMatchObject({
      code: 9014,
    })
    const { special } = southern
    expect(await checker.call(result.confirm, { result_id, numbers: { special } })).toMatchObject({ numbers: southern })
    await expect(checker.call(resultConfig.update, { second_entry: 'whole', version })).rejects.toMatchObject({
      code: 9001,
      data: { current: special_only },
    })
    const reset = await checker.call(resultConfig.update, { second_entry: 'whole', version: special_only.version })
    expect(await maker.call(resultConfig.get, {})).toEqual(reset)
    expect(reset).toEqual({ second_entry: 'whole', version: version + 2 })
  })

  test('is refused for people of a store, and so is entering', async () => {
    const { base_id } = await office.write((db) =>
      db
        .insertInto('base_store')
        .values({ base_code: 'KHOX', base_name: 'Kho X' })
        .returning('base_id')
        .executeTakeFirstOrThrow(),
    )
    const keeper = await office.hire([...resultPage.rights], { base_id })
    const { result_id } = await enteredResult()
    await expect(keeper.call(result.confirm, { result_id, numbers: southern })).rejects.toMatchObject({ code: 169 })
    await expect(keeper.call(result.add, { period_id: 1, numbers: southern })).rejects.toMatchObject({ code: 169 })
  })
})

describe('a confirmed result', () => {
  test('cannot be changed (144), and an unknown one is not found (147)', async () => {
    const unknownResult = { result_id: 2_000_000, numbers: southern }
    await expect(maker.call(result.update, unknownResult)).rejects.toMatchObject({ code: 147 })
    await expect(maker.call(result.confirm, unknownResult)).rejects.toMatchObject({ code: 147 })
    const { result_id } = await confirmed()
    await expect(maker.call(result.update, { result_id, numbers: southern })).rejects.toMatchObject({ code: 144 })
  })

  test('is reopened by two persons, and is then entered and confirmed again', async () => {
    const { result_id } = await confirmed()
    const reopening = await checker.call(result.reopen, { result_id, reason: 'Sai giải đặc biệt' })
    const reopen_requested_at = reopening.reopen_requested_at!
    await expect(other.call(result.reopen, { result_id, reason: 'Tôi cũng thấy' })).rejects.toMatchObject({ code: 123 })
    const alone = Array.from({ length: 20 }, () =>
      checker.raw(result.confirmReopen, { result_id, reopen_requested_at }),
    )
    expect(new Set((await Promise.all(alone)).map(({ body }) => body.error.code))).toEqual(new Set([169]))
    const reopened = await other.call(result.confirmReopen, { result_id, reopen_requested_at })
    expect(reopened).toMatchObject({ status: resultStatus.reopened, confirmed_at: null, numbers: southern })
    await expect(checker.call(result.confirm, { result_id, numbers: southern })).rejects.toMatchObject({ code: 122 })
    await checker.call(result.update, { result_id, numbers: typo, ...accepted })
    expect(await maker.call(result.confirm, { result_id, numbers: typo })).toMatchObject({ numbers: typo })
  })

  test('keeps its state when the request to reopen is rejected by another person, who gives a reason', async () => {
    const { result_id } = await confirmed()
    const { reopen_requested_at } = await checker.call(result.reopen, { result_id, reason: 'Nhầm' })
    const request = { result_id, reopen_requested_at: reopen_requested_at! }
    await expect(other.call(result.rejectReopen, request)).rejects.toMatchObject({ code: 3 })
    const reason = 'Đã so với vé dò'
    expect(await other.call(result.rejectReopen, { ...request, reason })).toMatchObject({
      status: resultStatus.confirmed,
      reopen_requested_at: null,
    })
    const { steps } = await other.call(result.detail, { result_id })
    expect(steps.at(-1)).toMatchObject({ made_by_name: other.user_name, reason })
  })

  test('keeps its state when the request to reopen is withdrawn, and a later request is a different one', async () => {
    const { result_id } = await confirmed()
    const { reopen_requested_at } = await checker.call(result.reopen, { result_id, reason: 'Nhầm' })
    await checker.call(result.rejectReopen, { result_id, reopen_requested_at: reopen_requested_at! })
    await expect(
      other.call(result.confirmReopen, { result_id, reopen_requested_at: reopen_requested_at! }),
    ).rejects.toMatchObject({
      code: 118,
    })
    await checker.call(result.reopen, { result_id, reason: 'Đúng là sai' })
    await expect(
      other.call(result.confirmReopen, { result_id, reopen_requested_at: reopen_requested_at! }),
    ).rejects.toMatchObject({
      error: 'changed_by_other',
    })
  })
})

describe('the draw of a result', () => {
  test('awaits its result, is drawn once it is confirmed, and cannot be cancelled once it is entered', async () => {
    const { period_id, open_date } = await drawnPeriod()
    const status = async () => (await maker.call(period.list, { period_id })).items[0]!.status
    const waits = async () =>
      (await maker.call(period.awaitingResult, { category: product.south, page_size: 300 })).items.some(
        (row) => row.period_id === period_id,
      )
    expect([await status(), await waits()]).toEqual([periodStatus.drawing, true])
    await maker.call(periodCancel.ask, { period_id, cancel_reason: 'Tưởng không quay' })
    const { cancel_requested_at } = (await maker.call(period.list, { period_id })).items[0]!
    const { result_id } = await maker.call(result.add, { period_id, numbers: southern, ...accepted })
    expect([await status(), await waits()]).toEqual([periodStatus.entered, false])
    const { items } = await maker.call(result.stationsOfDay, { date: open_date })
    expect(items.find((row) => row.area_id === hcm)).toMatchObject({ result_id, result_status: resultStatus.entered })
    const of_day = await maker.call(result.productsOfDay, { date: open_date })
    expect(of_day.items.find((row) => row.category === product.south)).toMatchObject({ entered: 1, confirmed: 0 })
    await expect(
      checker.call(periodCancel.confirm, { period_id, cancel_requested_at: cancel_requested_at! }),
    ).rejects.toMatchObject({ code: 144 })
    await checker.call(result.confirm, { result_id, numbers: southern })
    expect(await status()).toBe(periodStatus.drawn)
  })

  test('is either cancelled or gets a result, in ten races', async () => {
    for (let n = 0; n < 10; n++) {
      const { period_id } = await drawnPeriod()
      await maker.call(periodCancel.ask, { period_id, cancel_reason: 'Không quay' })
      const { cancel_requested_at } = (await maker.call(period.list, { period_id })).items[0]!
      const answers = await Promise.all([
        checker.raw(periodCancel.confirm, { period_id, cancel_requested_at }),
        maker.raw(result.add, { period_id, numbers: southern, ...accepted }),
      ])
      const codes = answers.map(({ body }) => body.error.code)
      expect(codes.filter((code) => code === 0)).toHaveLength(1)
      expect([144, 156]).toContain(codes.find((code) => code !== 0))
    }
  })
})
