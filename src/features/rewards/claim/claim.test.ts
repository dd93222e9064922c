/** Claims at a counter: each prize is paid once, by one or two persons depending on the amount, with private photos. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { claimPage, rewardPage } from '#features/rewards/pages.contract.ts'
import { deadline } from '#features/rewards/deadline/deadline.contract.ts'
import { expireRewards } from '#features/rewards/deadline/expire-rewards.jobs.ts'
import { push } from '#features/rewards/push/push.contract.ts'
import { rewardForm, rewards, rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { verifyRewards } from '#features/rewards/verify-rewards.server.ts'
import { counterLedger } from '#features/wallets/money.server.ts'
import { errorCode, errorCodeOf } from '../../../testing/error-code.ts'
import { ledgerFindings } from '../../../testing/ledger.ts'
import { ledgerBalance } from '../../../testing/money.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { photo } from '../../../testing/processing.ts'
import { fillFund, prizeFundNow, winning, winRewards, type TestWin } from '../../../testing/rewards.ts'
import { claims, claimStatus, payMethod } from './claim.contract.ts'

let office: Office
let an: Person
let binh: Person

const million = 1_000_000
const all_rights = [...claimPage.rights, ...rewardPage.rights]

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire(all_rights)
  binh = await office.hire(all_rights)
})
beforeEach(() => fillFund(office, 100 * million))
afterAll(() => office.close())

const failureOf = (work: Promise<unknown>): Promise<{ code: number; data?: { fields?: object } }> =>
  work.then(
    () => ({ code: 0 }),
    (failure) => failure,
  )

/** A won ticket that the customer has on paper, so its prize is paid at a counter. */
async function won(win: Partial<TestWin> = {}, on: { open_date?: string } = {}) {
  const number = win.number ?? winning.two_tiers
  const full_name = 'Ngô Minh Uyên'
  const { reward_ids, order_ids } = await winRewards(office, [{ full_name, handling: 0, ...win, number }], on)
  const reward = await an.call(rewards.detail, { reward_id: reward_ids[0]! })
  return { number, reward_id: reward.reward_id, order_id: order_ids[0]!, open_date: reward.open_date, reward }
}
type WonReward = Awaited<ReturnType<typeof won>>

async function claimOf(person: Person, { reward_id, number, open_date }: WonReward, with_papers = false) {
  const ticket_front = await photo(person, 'claim')
  const papers = with_papers
    ? {
        id_number: '079 088 001 234',
        ticket_back: await photo(person, 'claim'),
        id_front: await photo(person, 'claim'),
        id_back: await photo(person, 'claim'),
      }
    : {}
  return {
    reward_id,
    papers: [{ numbers: number, quantity: 1 }],
    paper_date: open_date,
    is_whole: true,
    full_name: 'Ngô Minh Uyên',
    pay_method: payMethod.cash,
    ticket_front,
    ...papers,
  }
}

const orderState = async (order_id: number) => {
  // unscoped: a test
  const { rows } = await sql<{ status: number }>`select status from sale_order where order_id = ${order_id}`.execute(
    office.db,
  )
  return rows[0]!.status
}
async function findings() {
  const messages: string[] = []
  await verifyRewards(office.db, (message) => messages.push(message))
  return [...messages, ...(await ledgerFindings(office.database_url))]
}
const counterAccount = () => office.write((db) => counterLedger(db))

test('a prize is found by number and phone and paid in cash; fund, order and proof are consistent', async () => {
  const prize = await won({ msisdn: '84912777001' })
  for (const keyword of [prize.number, '0912777001'])
    expect((await an.call(claims.find, { keyword })).items.map(({ reward_id }) => reward_id)).toContain(prize.reward_id)
  const before = { fund: await prizeFundNow(office), till: await ledgerBalance(office, await counterAccount()) }
  const claim = await an.call(claims.create, await claimOf(an, prize))
  expect(claim).toMatchObject({ status: claimStatus.paid, amount: 500_000, decided_by_name: null })
  expect(await an.call(rewards.detail, { reward_id: prize.reward_id })).toMatchObject({
    status: rewardStatus.paid,
    form: rewardForm.counter,
    approved_by_name: an.user_name,
  })
  expect((await prizeFundNow(office)).balance).toBe(before.fund.balance - 500_000)
  expect(await ledgerBalance(office, await counterAccount())).toBe(before.till + 500_000)
  expect(await orderState(prize.order_id)).toBe(orderStatus.rewarded)
  expect(await findings()).toEqual([])
  const page = await an.call(claims.find, { keyword: '0912777001' })
  expect(page.items[0]).toMatchObject({ why_not: 'Giải thưởng đã được trả.' })
})

test('twenty parallel claims of one prize pay once', async () => {
  const prize = await won()
  const before = await ledgerBalance(office, await counterAccount())
  const inputs = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const person = [an, binh][n % 2]!
      return { person, input: await claimOf(person, prize) }
    }),
  )
  const codes = await Promise.all(inputs.map(({ person, input }) => errorCodeOf(person.call(claims.create, input))))
  expect(codes.filter((code) => code === 0)).toHaveLength(1)
  expect(new Set(codes)).toEqual(new Set([0, errorCode('request_finished')]))
  expect(await ledgerBalance(office, await counterAccount())).toBe(before + 500_000)
  expect(await findings()).toEqual([])
})

test('a large prize needs papers and a second person; twenty approvals pay once', async () => {
  const prize = await won({ number: winning.first })
  const plain = await claimOf(an, prize)
  expect(await failureOf(an.call(claims.create, plain))).toMatchObject({
    code: errorCode('request_invalid'),
    data: { fields: { ticket_back: expect.any(String), id_number: expect.any(String), id_back: expect.any(String) } },
  })
  const claim = await an.call(claims.create, await claimOf(an, prize, true))
  expect(claim).toMatchObject({ status: claimStatus.waiting, amount: 29 * million, tax: million })
  const { claim_id } = claim
  expect(await errorCodeOf(an.call(claims.approve, { claim_id }))).toBe(errorCode('no_right'))
  expect(await errorCodeOf(binh.call(claims.create, await claimOf(binh, prize, true)))).toBe(
    errorCode('ticket_paying_reward'),
  )
  // A claim in time does not expire while it waits for the second person.
  await office.write((db) =>
    sql`update reward set claim_until = current_date - 1 where reward_id = ${prize.reward_id}`.execute(db),
  )
  await expireRewards(office.db)
  const before = await ledgerBalance(office, await counterAccount())
  const chi = await office.hire(all_rights)
  const codes = await Promise.all(
    Array.from({ length: 20 }, (_, n) => errorCodeOf([binh, chi][n % 2]!.call(claims.approve, { claim_id }))),
  )
  expect(codes.filter((code) => code === 0)).toHaveLength(1)
  expect(new Set(codes)).toEqual(new Set([0, errorCode('request_finished')]))
  expect(await ledgerBalance(office, await counterAccount())).toBe(before + 29 * million)
  expect(await an.call(claims.detail, { claim_id })).toMatchObject({
    created_by_full_name: `Nhân viên ${an.user_name}`,
    status: claimStatus.paid,
    id_number: '079088001234',
  })
  expect(await findings()).toEqual([])
})

test('a rejected claim pays nothing, and the prize can be claimed again', async () => {
  const prize = await won({ number: winning.first })
  const input = await claimOf(an, prize, true)
  const { claim_id } = await an.call(claims.create, input)
  await binh.call(claims.reject, { claim_id, reason: 'Mặt sau vé bị tẩy' })
  expect(await errorCodeOf(binh.call(claims.approve, { claim_id }))).toBe(errorCode('request_finished'))
  expect(await orderState(prize.order_id)).toBe(orderStatus.won)
  // A photo of the rejected claim cannot be used for another one.
  expect(await failureOf(an.call(claims.create, input))).toMatchObject({
    data: { fields: { ticket_front: 'Ảnh này đã dùng cho một lượt nhận khác. Hãy chụp lại.' } },
  })
  expect(await an.call(claims.create, await claimOf(an, prize, true))).toMatchObject({ status: claimStatus.waiting })
})

test('differences from the sale are refused at their fields, and nothing is written', async () => {
  const prize = await won()
  const right = await claimOf(an, prize)
  const mismatching = {
    ...right,
    papers: [{ numbers: '128532', quantity: 1 }],
    is_whole: false,
    full_name: 'Trần Văn Khác',
  }
  expect(await failureOf(an.call(claims.create, mismatching))).toMatchObject({
    code: errorCode('request_invalid'),
    data: { fields: { papers: expect.any(String), is_whole: expect.any(String), note: expect.any(String) } },
  })
  const foreign = { ...right, ticket_front: (await claimOf(binh, prize)).ticket_front }
  expect(await failureOf(an.call(claims.create, foreign))).toMatchObject({
    data: { fields: { ticket_front: 'Vui lòng tải ảnh lên' } },
  })
  const { total } = await an.call(claims.list, { keyword: prize.reward.reward_code })
  expect(total).toBe(0)
})

test('the person who changed the prize to the counter cannot pay it alone', async () => {
  const prize = await won({ handling: 1 })
  expect(await errorCodeOf(an.call(claims.create, await claimOf(an, prize)))).toBe(errorCode('action_invalid'))
  await an.call(push.changeReceiver, { reward_id: prize.reward_id, form: rewardForm.counter })
  const { claim_id, status } = await an.call(claims.create, await claimOf(an, prize))
  expect(status).toBe(claimStatus.waiting)
  expect(await errorCodeOf(an.call(claims.approve, { claim_id }))).toBe(errorCode('no_right'))
  expect(await binh.call(claims.approve, { claim_id })).toMatchObject({ status: claimStatus.paid })
  expect(await findings()).toEqual([])
})

test('a transfer is posted against our bank account, with a unique number', async () => {
  const [first, second] = [await won(), await won()]
  const by_bank = { pay_method: payMethod.transfer, transfer_ref: 'ft26 327-1' }
  expect(
    await failureOf(an.call(claims.create, { ...(await claimOf(an, first)), pay_method: payMethod.transfer })),
  ).toMatchObject({
    data: { fields: { transfer_ref: expect.any(String) } },
  })
  await an.call(claims.create, { ...(await claimOf(an, first)), ...by_bank })
  expect(await failureOf(an.call(claims.create, { ...(await claimOf(an, second)), ...by_bank }))).toMatchObject({
    data: { fields: { transfer_ref: expect.stringContaining('đã dùng cho lượt nhận') } },
  })
  expect(await findings()).toEqual([])
})

test('photos are visible only to people of the counter, and every look is in the audit log', async () => {
  const prize = await won()
  const input = await claimOf(an, prize)
  await an.call(claims.create, input)
  const stranger = await office.hire([...rewardPage.rights])
  const fetchPhoto = (person: Person) =>
    fetch(office.url + input.ticket_front, {
      headers: { cookie: `token=${person.token}; partner=${person.cookies.get('partner')}` },
    })
  expect((await fetchPhoto(stranger)).status).toBe(404)
  const response = await fetchPhoto(binh)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/webp')
  expect(response.headers.get('cache-control')).toContain('no-store')
  const { rows } = await sql<{ user_id: number }>`
    select user_id from audit_log where input ->> 'path' = ${input.ticket_front.replace('/files/', '')}`.execute(
    office.db,
  )
  expect(rows).toEqual([{ user_id: binh.user_id }])
})

test('two persons reopen an expired prize, once, until the day that both gave', async () => {
  const prize = await won()
  const { reward_id } = prize
  await office.write((db) =>
    sql`update reward set claim_until = current_date - 1 where reward_id = ${reward_id}`.execute(db),
  )
  expect(await errorCodeOf(an.call(claims.create, await claimOf(an, prize)))).toBe(errorCode('action_invalid'))
  await expireRewards(office.db)
  const { rows } = await sql<{ day: string; other: string; far: string }>`
    select current_date + 10 as day, current_date + 20 as other, current_date + 61 as far`.execute(office.db)
  const { day, other, far } = rows[0]!
  const reopen = (person: Person, claim_until: string) =>
    person.call(deadline.reopen, { reward_id, claim_until, note: 'Khách nằm viện, có giấy xác nhận' })
  expect(await errorCodeOf(reopen(an, far))).toBe(errorCode('request_invalid'))
  expect(await reopen(an, day)).toMatchObject({ status: rewardStatus.expired, reopen_by_name: an.user_name })
  expect(await errorCodeOf(reopen(an, day))).toBe(errorCode('no_right'))
  expect(await reopen(binh, other)).toMatchObject({ status: rewardStatus.expired, reopen_by_name: binh.user_name })
  const codes = await Promise.all(Array.from({ length: 20 }, (_, n) => errorCodeOf(reopen([an, binh][n % 2]!, other))))
  expect(codes.filter((code) => code === 0)).toHaveLength(1)
  expect(await an.call(rewards.detail, { reward_id })).toMatchObject({
    status: rewardStatus.waiting,
    claim_until: other,
    reopen_by: null,
  })
  expect(await an.call(claims.create, await claimOf(an, prize))).toMatchObject({ status: claimStatus.paid })
  expect(await findings()).toEqual([])
})

test('reminders of the deadline are stored with the prize and the way of contact', async () => {
  const [first, second] = [await won(), await won()]
  const note = 'Gọi điện, khách hẹn thứ sáu'
  const reward_ids = [first.reward_id, second.reward_id]
  await an.call(claims.create, await claimOf(an, second))
  expect(await an.call(deadline.remindPreview, { reward_ids, note })).toMatchObject({ done: 1, skipped: 1 })
  expect(await an.call(deadline.remind, { reward_ids, note })).toMatchObject({ done: 1, skipped: 1 })
  expect(await an.call(rewards.detail, { reward_id: first.reward_id })).toMatchObject({
    reminded_by_name: an.user_name,
    notes: [{ note: `Đã báo khách hạn lĩnh: ${note}` }],
  })
  const reminded = await an.call(rewards.list, { is_reminded: true, keyword: first.reward.reward_code })
  expect(reminded.items).toHaveLength(1)
})
