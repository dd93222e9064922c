/** Failed sign-ins slow down whoever guesses, and lock nobody else out. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { ownSession } from '#features/access/sign-in/own-session.contract.ts'
import { openOffice, password, type Office, type Person, type RawAnswer } from '../../testing/office.ts'
import { newCaptcha } from './captcha.ts'
import { max_failures, window_minutes } from './tries.ts'

let office: Office
beforeAll(async () => {
  // Behind a proxy, so that callers may come from different addresses.
  office = await openOffice(undefined, { trust_proxy: 1 })
})
afterAll(() => office.close())

const solvedCaptcha = () => ({ captcha_id: newCaptcha('ABC234').captcha_id, captcha: 'ABC234' })
interface TryOptions {
  from?: string
  with_password?: string
  cookie?: string
  captcha?: object
}
/** One try to sign in, from one address and with its captcha solved unless another one is given. */
async function tryAs(
  user_name: string,
  { from = '203.0.113.1', with_password = 'sai-mật-khẩu', cookie, captcha = solvedCaptcha() }: TryOptions,
) {
  const headers = { 'x-forwarded-for': from, ...(cookie && { cookie }) }
  const { body } = await office.stranger.raw(
    signIn.login,
    { username: user_name, password: with_password, client: 'api', ...captcha },
    { headers },
  )
  office.stranger.cookies.clear()
  return body
}
const codeOf = (body: RawAnswer['body']) => body.error.code
const deviceOf = (person: Person) => `device=${person.cookies.get('device')}`

async function fail(user_name: string, times: number, options: TryOptions = {}): Promise<number[]> {
  const codes: number[] = []
  for (let n = 0; n < times; n++) codes.push(codeOf(await tryAs(user_name, options)))
  return codes
}

test('after ten failures of an account an address is blocked for it (9003), even with the right password', async () => {
  const { user_name } = await office.hire([])
  expect(await fail(user_name, 11)).toEqual([...Array(10).fill(1001), 9003])
  expect(codeOf(await tryAs(user_name, { with_password: password }))).toBe(9003)
})

test('while an address is blocked the owner signs in from another, and at the same one from a known browser', async () => {
  const owner = await office.hire([])
  await fail(owner.user_name, 11)
  expect(codeOf(await tryAs(owner.user_name, { with_password: password, from: '203.0.113.2', captcha: {} }))).toBe(0)
  expect(codeOf(await tryAs(owner.user_name, { with_password: password, cookie: deviceOf(owner), captcha: {} }))).toBe(
    0,
  )
})

test('a device cookie of another account, or a made-up one, does not get around the block', async () => {
  const [owner, other] = [await office.hire([]), await office.hire([])]
  await fail(owner.user_name, 11)
  for (const cookie of [deviceOf(other), 'device=x', 'device=']) {
    expect(codeOf(await tryAs(owner.user_name, { with_password: password, cookie }))).toBe(9003)
  }
})

test('failures from the addresses of one IPv6 network count together', async () => {
  const { user_name } = await office.hire([])
  for (let n = 0; n < max_failures; n++) await tryAs(user_name, { from: `2001:db8:7:7::${n + 1}` })
  expect(codeOf(await tryAs(user_name, { from: '2001:db8:7:7:ffff::1', with_password: password }))).toBe(9003)
  expect(codeOf(await tryAs(user_name, { from: '2001:db8:7:8::1', with_password: password }))).toBe(0)
})

test('failures with an unknown user name are counted and blocked like any other', async () => {
  expect(await fail('khong.co.ai', 11)).toEqual([...Array(10).fill(1001), 9003])
})

test('a block ends after a quarter of an hour', async () => {
  const { user_name } = await office.hire([])
  await fail(user_name, 11)
  await sql`update sign_in_try set since = since - make_interval(mins => ${window_minutes}) where user_name = ${user_name}`.execute(
    office.db,
  )
  expect(codeOf(await tryAs(user_name, { with_password: password, captcha: {} }))).toBe(0)
})

test('a successful sign-in resets the count of failures', async () => {
  const { user_name } = await office.hire([])
  await fail(user_name, 9)
  expect(codeOf(await tryAs(user_name, { with_password: password }))).toBe(0)
  expect(await fail(user_name, 3, { captcha: {} })).toEqual([1001, 1001, 1001])
})

test('after three failures a captcha is required, and the answer to the third announces it', async () => {
  const { user_name } = await office.hire([])
  const answers: unknown[] = []
  for (let n = 0; n < 3; n++) answers.push((await tryAs(user_name, { captcha: {} })).data)
  expect(answers).toEqual([false, false, true].map((captcha_required) => expect.objectContaining({ captcha_required })))
  const without = await tryAs(user_name, { with_password: password, captcha: {} })
  expect(without).toMatchObject({
    error: { code: 9002 },
    data: { captcha_required: true, fields: { captcha: expect.any(String) } },
  })
  expect(
    codeOf(await tryAs(user_name, { with_password: password, captcha: { ...solvedCaptcha(), captcha: 'ZZZZZZ' } })),
  ).toBe(9002)
  expect(codeOf(await tryAs(user_name, { with_password: password }))).toBe(0)
})

test('a captcha is valid for one try, however its id is written', async () => {
  const { user_name } = await office.hire([])
  await fail(user_name, 3)
  const { captcha_id } = solvedCaptcha()
  expect(codeOf(await tryAs(user_name, { captcha: { captcha_id, captcha: 'abc234' } }))).toBe(1001)
  for (const id of [
    captcha_id,
    `${captcha_id}.`,
    `${captcha_id}.x`,
    `${captcha_id}=`,
    `0${captcha_id}`,
    ` ${captcha_id} `,
  ]) {
    expect(codeOf(await tryAs(user_name, { captcha: { captcha_id: id, captcha: 'ABC234' } }))).toBe(9002)
  }
})

test('of fifty concurrent guesses ten are tried and the others are blocked', async () => {
  const { user_name } = await office.hire([])
  const guesses = Array.from({ length: 50 }, (_, n) => tryAs(user_name, { with_password: `đoán-bừa-${n}` }))
  const codes = (await Promise.all(guesses)).map(codeOf)
  expect(codes.filter((code) => code === 1001)).toHaveLength(max_failures)
  expect(codes.filter((code) => code === 9003)).toHaveLength(50 - max_failures)
  const { rows } = await sql`select failures from sign_in_try where user_name = ${user_name} and source <> '*'`.execute(
    office.db,
  )
  expect(rows).toEqual([{ failures: max_failures + 1 }])
})

test('an unknown name and a wrong password take the same time and get the same answer', async () => {
  const names: Record<'known' | 'unknown', string[]> = { known: [], unknown: [] }
  for (let n = 0; n < 12; n++) {
    names.known.push((await office.hire([])).user_name)
    names.unknown.push(`khong.co.${n}`)
  }
  const times: Record<keyof typeof names, number[]> = { known: [], unknown: [] }
  const answers = new Set<string>()
  for (let n = 0; n < 24; n++) {
    // Turn by turn, so that whatever else the machine does falls on both alike.
    for (const kind of ['known', 'unknown'] as const) {
      const since = performance.now()
      answers.add(JSON.stringify(await tryAs(names[kind][n % 12]!, { captcha: {} })))
      times[kind].push(performance.now() - since)
    }
  }
  expect(answers.size).toBe(1)
  // The fastest of each, because whatever else the machine does only adds to a time. Without the hash of nobody's password an unknown
  // name would take a quarter of the time.
  const ratio = Math.min(...times.unknown) / Math.min(...times.known)
  expect(ratio).toBeGreaterThan(0.6)
  expect(ratio).toBeLessThan(1.6)
})

test('a change of the password is blocked after ten wrong old passwords, and the session goes on', async () => {
  const an = await office.hire([])
  const guess = (n: number) => an.raw(signIn.changePassword, { pass_old: `đoán-bừa-${n}`, pass_new: 'Gió-mùa-99' })
  const codes = (await Promise.all(Array.from({ length: 15 }, (_, n) => guess(n)))).map(({ body }) => codeOf(body))
  expect(codes.filter((code) => code === 105)).toHaveLength(max_failures)
  expect(codes.filter((code) => code === 9003)).toHaveLength(5)
  await an.call(ownSession.roles, {})
})

test('after failures from many addresses an account needs a captcha, except in a browser that it knows', async () => {
  const owner = await office.hire([])
  for (let n = 0; n < 20; n++) await tryAs(owner.user_name, { from: `198.51.100.${n + 1}` })
  const from_elsewhere = { with_password: password, from: '198.51.100.99' }
  expect(codeOf(await tryAs(owner.user_name, { ...from_elsewhere, captcha: {} }))).toBe(9002)
  expect(codeOf(await tryAs(owner.user_name, from_elsewhere))).toBe(0)
  const from_device = { with_password: password, cookie: deviceOf(owner), captcha: {} }
  expect(codeOf(await tryAs(owner.user_name, from_device))).toBe(0)
})

test('after failures on many accounts an address needs a captcha for every account', async () => {
  const owner = await office.hire([])
  const from = '198.51.100.200'
  for (let n = 0; n < 50; n++) await tryAs(`khong.co.ai${n}`, { from })
  expect(codeOf(await tryAs(owner.user_name, { from, with_password: password, captcha: {} }))).toBe(9002)
  expect(codeOf(await tryAs(owner.user_name, { from: '198.51.100.201', with_password: password, captcha: {} }))).toBe(0)
})
