/** Reconciliation through HTTP: payouts of real withdrawals against the lists of a simulated gateway. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '#server/program/config.ts'
import { openGateways } from '#server/gateways/configure.ts'
import { transfer } from '#server/ledger/ledger.ts'
import { adjustmentLedger, fundLedger } from '#features/wallets/money.server.ts'
import { fundPage } from '#features/wallets/pages.contract.ts'
import { withdrawals, withdrawalStatus } from '#features/wallets/withdrawal/withdrawal.contract.ts'
import type { Simulator } from '../../../gateway-simulator/simulator.ts'
import { errorCode, errorCodeOf } from '../../../testing/error-code.ts'
import { ledgerFindings } from '../../../testing/ledger.ts'
import { openTestWallet } from '../../../testing/money.ts'
import type { Office, Person } from '../../../testing/office.ts'
import { requestToMomo, openPayingOffice } from '../../../testing/withdrawals.ts'
import { run_job } from './reconcile.server.ts'
import { reconcileNightly } from './reconciliation.jobs.ts'
import { findingKind, reconciliation, runStatus, type RunStatus } from './reconciliation.contract.ts'

let office: Office
let simulator: Simulator
let close: () => Promise<void>
let an: Person
let admin: Person

beforeAll(async () => {
  ;({ office, simulator, close } = await openPayingOffice({ settle_ms: 20 }))
  an = await office.hire([...fundPage.rights])
  admin = await office.hire('admin')
})
afterAll(() => close())

const momo = 2
/** Nothing listens at the address for notifications. */
const gateways = () => openGateways(readConfig(simulator.settings, []), () => 'http://127.0.0.1:9/')
const dayAt = (days: number) => new Date(Date.now() + 7 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
const today = dayAt(0)

const ended = (reconciliation_id: number, status: RunStatus) =>
  vi.waitFor(
    async () => {
      const { run } = await an.call(reconciliation.detail, { reconciliation_id })
      expect(run.status).toBe(status)
      return run
    },
    { timeout: 20_000, interval: 50 },
  )
async function reconcile(status: RunStatus, day = today) {
  const { reconciliation_id } = await an.call(reconciliation.start, { gateway: momo, day })
  return ended(reconciliation_id, status)
}
const findingsOf = async (reconciliation_id: number) =>
  (await an.call(reconciliation.detail, { reconciliation_id, page_size: 300 })).items

/** Withdrawals that were paid at MoMo today. */
async function pay(count: number): Promise<number[]> {
  const wallet = await openTestWallet(office, { balance: 100_000_000 })
  const ids: number[] = []
  for (let index = 0; index < count; index++) ids.push(await requestToMomo(office, wallet, { amount: 100_000 + index }))
  await admin.call(withdrawals.updateBatch, { action: 'process', ids, expected: count })
  await vi.waitFor(
    async () => {
      const { total } = await admin.call(withdrawals.listMomo, {
        account_id: wallet.account_id,
        status: withdrawalStatus.done,
      })
      expect(total).toBe(count)
    },
    { timeout: 30_000, interval: 100 },
  )
  return ids
}

/** Our record of the payout is of that day; the gateway's lists stay as they are. */
const movePayout = (order_id: string, day: string) =>
  office.write((db) =>
    db
      .updateTable('payout') // unscoped: a test
      .set({ sent_at: `${day}T12:00:00+07:00`, answered_at: `${day}T12:00:01+07:00` })
      .where('order_id', '=', order_id)
      .execute(),
  )

test('a day without differences ends as agreeing, with the totals of both sides', async () => {
  await pay(3)
  const run = await reconcile(runStatus.agrees)
  expect(run).toMatchObject({
    their_count: 3,
    their_amount: 300_003,
    our_count: 3,
    our_amount: 300_003,
    finding_count: 0,
    open_count: 0,
    started_by_name: an.user_name,
  })
})

describe('a day with differences', () => {
  const kinds = ['missing', 'extra', 'amount', 'status', 'double', 'account', 'fee'] as const
  let first: number

  test('has a finding with its order for each of them, and no other', async () => {
    await pay(kinds.length)
    const planted = kinds.map((kind) => simulator.injectDifference({ gateway: 'momo', day: today, kind }))
    const run = await reconcile(runStatus.differs)
    first = run.reconciliation_id
    expect(run).toMatchObject({ finding_count: kinds.length, open_count: kinds.length })
    const orderOf = (kind: (typeof kinds)[number]) => planted.find((difference) => difference.kind === kind)!.order_id
    const findings = await findingsOf(first)
    expect(findings.map(({ kind, order_id }) => [kind, order_id])).toEqual([
      [findingKind.unknown_here, `X${orderOf('extra')}`],
      [findingKind.missing_there, orderOf('missing')],
      [findingKind.amount, orderOf('amount')],
      [findingKind.state, orderOf('status')],
      [findingKind.twice, orderOf('double')],
      [findingKind.receiver, orderOf('account')],
      [findingKind.fee, orderOf('fee')],
    ])
    const amountFinding = findings.find(({ kind }) => kind === findingKind.amount)!
    expect(amountFinding.their_amount! - amountFinding.our_amount!).toBe(1_000)
    expect(amountFinding.withdrawal_code).toMatch(/^RT/)
  })

  test('is found by open findings, state and keyword, and its findings by kind and code', async () => {
    const [feeFinding] = (await an.call(reconciliation.detail, { reconciliation_id: first, kind: findingKind.fee }))
      .items
    const { items } = await an.call(reconciliation.detail, {
      reconciliation_id: first,
      keyword: feeFinding!.withdrawal_code,
    })
    expect(items.map(({ finding_id }) => finding_id)).toEqual([feeFinding!.finding_id])
    const runsWith = async (input: object) => {
      const page = await an.call(reconciliation.list, { gateway: momo, from_date: today, to_date: today, ...input })
      return page.items.map(({ reconciliation_id }) => reconciliation_id)
    }
    expect(await runsWith({ keyword: feeFinding!.order_id, is_open: true, status: runStatus.differs })).toEqual([first])
    expect(await runsWith({ keyword: 'RT-khong-co' })).toEqual([])
    expect(await runsWith({ is_open: false })).toEqual([])
    expect(await runsWith({ gateway: 1 })).toEqual([])
    expect(await errorCodeOf(runsWith({ to_date: dayAt(-1) }))).toBe(errorCode('from_exceeds_to'))
  })

  test('keeps the conclusion on a finding when it is reconciled again, and refuses an outdated one', async () => {
    const [feeFinding] = (await an.call(reconciliation.detail, { reconciliation_id: first, kind: findingKind.fee }))
      .items
    const { finding_id, version } = feeFinding!
    const conclusion = { finding_id, version, resolution: 'MoMo hoàn phí ngày 22/11' }
    const resolved = await an.call(reconciliation.resolve, conclusion)
    expect(resolved).toMatchObject({ resolution: conclusion.resolution, resolved_by_name: an.user_name })
    expect(await errorCodeOf(an.call(reconciliation.resolve, conclusion))).toBe(errorCode('changed_by_other'))
    expect(await errorCodeOf(an.call(reconciliation.resolve, { ...conclusion, finding_id: 999_999 }))).toBe(
      errorCode('not_found'),
    )
    const run = await reconcile(runStatus.differs)
    expect(run).toMatchObject({ reconciliation_id: first, finding_count: kinds.length, open_count: kinds.length - 1 })
    const stored = (await findingsOf(first)).find((finding) => finding.finding_id === finding_id)
    expect(stored).toEqual(resolved)
  })

  test('has a finding for a payout that is neither in its own list nor in that of the next day', async () => {
    const late = simulator.injectDifference({ gateway: 'momo', day: today, kind: 'late' })
    // The run of yesterday also reads the list of today, so this payout is moved back by a day.
    await movePayout(late.order_id, dayAt(-1))
    const findings = await findingsOf((await reconcile(runStatus.differs, dayAt(-1))).reconciliation_id)
    expect(findings.map(({ kind, order_id }) => [kind, order_id])).toEqual([[findingKind.missing_there, late.order_id]])
  })
})

test('a payout that the gateway lists on another day is a finding of both days, with both dates and no other finding', async () => {
  const [withdrawal_id] = await pay(1)
  const { order_id } = await office.db
    .selectFrom('payout') // unscoped: a test
    .select('order_id')
    .where('withdrawal_id', '=', withdrawal_id!)
    .executeTakeFirstOrThrow()
  await movePayout(order_id, dayAt(-1))
  const [our_day, their_day] = [dayAt(-1), today].map((day) => day.split('-').toReversed().join('/'))
  for (const day of [dayAt(-1), today]) {
    const { reconciliation_id } = await reconcile(runStatus.differs, day)
    expect((await findingsOf(reconciliation_id)).filter((finding) => finding.order_id === order_id)).toMatchObject([
      {
        kind: findingKind.other_day,
        withdrawal_id,
        our_amount: 100_000,
        their_amount: 100_000,
        detail: `Hệ thống ghi ngày ${our_day}, cổng ghi ngày ${their_day}.`,
      },
    ])
    const { items } = await an.call(reconciliation.detail, { reconciliation_id, kind: findingKind.other_day })
    expect(items.map((finding) => finding.order_id)).toEqual([order_id])
  }
})

test('a run that gets a forged answer says so, and is repeated until the gateway answers correctly', async () => {
  simulator.setFaults({ forged: 1 })
  const run = await reconcile(runStatus.unanswered, dayAt(-5))
  expect(run.reason).toBe('Chữ ký trong câu trả lời của cổng chi trả không đúng.')
  simulator.setFaults({})
  expect(await ended(run.reconciliation_id, runStatus.agrees)).toMatchObject({ reason: null, their_count: 0 })
})

test('a second run of a day that is running, a run of a future day and an unknown run are refused', async () => {
  await office.write((db) =>
    db
      .insertInto('reconciliation')
      .values({ gateway: momo, day: dayAt(-9), status: runStatus.running })
      .execute(),
  )
  const start = (day: string) => errorCodeOf(an.call(reconciliation.start, { gateway: momo, day }))
  expect(await start(dayAt(-9))).toBe(errorCode('request_processing'))
  expect(await start(dayAt(1))).toBe(errorCode('action_invalid'))
  expect(await errorCodeOf(an.call(reconciliation.detail, { reconciliation_id: 999_999 }))).toBe(errorCode('not_found'))
})

test('an unknown withdrawal that the gateway lists as paid is queried again and ends as done', async () => {
  const { account_id } = await openTestWallet(office, { balance: 1_000_000 })
  const to = '84905550009'
  const withdrawal_id = await requestToMomo(office, { account_id }, { amount: 50_000, to })
  const order = { order_id: 'RT-bo-do', request_id: 'RT-bo-do', amount: 50_000 }
  const receiver = { kind: 'wallet' as const, msisdn: to, name: 'NGUYEN THI THU' }
  expect(await gateways().momo!.pay({ ...order, to: receiver, content: 'Rut tien' })).toMatchObject({ outcome: 'paid' })
  await office.write(async (db) => {
    const { payout_id } = await db
      .insertInto('payout') // unscoped: a test
      .values({ ...order, withdrawal_id, gateway: momo, status: 2, sent_at: sql<string>`now()` })
      .returning('payout_id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('withdrawal') // unscoped: a test
      .set({ status: withdrawalStatus.unknown, payout_id })
      .where('withdrawal_id', '=', withdrawal_id)
      .execute()
  })
  const { reconciliation_id } = await reconcile(runStatus.differs)
  const finding = (await findingsOf(reconciliation_id)).find(({ order_id }) => order_id === order.order_id)
  expect(finding).toMatchObject({
    kind: findingKind.state,
    withdrawal_id,
    detail: 'Hệ thống ghi chưa rõ kết quả, cổng ghi đã chi.',
  })
  await vi.waitFor(
    async () => expect((await admin.call(withdrawals.detail, { withdrawal_id })).status).toBe(withdrawalStatus.done),
    { timeout: 20_000, interval: 100 },
  )
  await reconcile(runStatus.differs)
  expect((await findingsOf(reconciliation_id)).map(({ order_id }) => order_id)).not.toContain(order.order_id)
})

test('a posting without a payout and a payout without a posting are findings', async () => {
  const day = dayAt(-20)
  const withdrawal_id = await requestToMomo(office, await openTestWallet(office, { balance: 500_000 }))
  await office.write(async (db) => {
    const [from, to] = [await adjustmentLedger(db), await fundLedger(db, 'momo')]
    await transfer(db, {
      ref: 'withdrawal:888888:1:paid',
      kind: 'withdrawal',
      from,
      to,
      amount: 77_000,
      reason: 'Ghi nhầm',
    })
    await db
      .insertInto('payout') // unscoped: a test
      .values({
        withdrawal_id,
        gateway: momo,
        order_id: 'RT-khong-ghi-so',
        request_id: 'RT-khong-ghi-so',
        amount: 200_000,
        status: 3,
        sent_at: `${day}T12:00:00+07:00`,
        answered_at: `${day}T12:00:01+07:00`,
      })
      .execute()
  })
  const without_payout = await findingsOf((await reconcile(runStatus.differs)).reconciliation_id)
  expect(without_payout.filter(({ order_id }) => order_id.startsWith('withdrawal:'))).toMatchObject([
    { kind: findingKind.amount, order_id: 'withdrawal:888888:1:paid', our_amount: null, their_amount: 77_000 },
  ])
  const without_post = await findingsOf((await reconcile(runStatus.differs, day)).reconciliation_id)
  expect(without_post.map(({ kind, order_id }) => [kind, order_id])).toEqual([
    [findingKind.missing_there, 'RT-khong-ghi-so'],
    [findingKind.amount, 'RT-khong-ghi-so'],
  ])
})

test('each night yesterday and a day some days ago are reconciled once at each configured gateway', async () => {
  const enqueued: { gateway: string; day: string }[] = []
  const only_momo = { ...gateways(), bank: null, telecom: null }
  const night = () =>
    reconcileNightly({ main: office.db, gateways: only_momo }, async (_, name, data) => {
      expect(name).toBe(run_job)
      enqueued.push(data as { gateway: string; day: string })
    })
  await office.write(async (db) => {
    await db.deleteFrom('reconciliation').where('day', '=', dayAt(-1)).execute()
    await db
      .insertInto('reconciliation')
      .values({ gateway: momo, day: dayAt(-4), status: runStatus.agrees })
      .execute()
  })
  await night()
  expect(enqueued.map(({ gateway, day }) => [gateway, day])).toEqual([
    ['momo', dayAt(-1)],
    ['momo', dayAt(-4)],
  ])
  await night()
  expect(enqueued).toHaveLength(2)
})

test('the ledger has no findings after these tests', async () => {
  // Posted by mistake on purpose, above.
  expect(await ledgerFindings(office.database_url)).toEqual([
    'Bút toán withdrawal:888888:1:paid ghi 77000 đ, giữ 0 đ, không có chứng từ',
  ])
})
