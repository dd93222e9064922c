import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account } from '#features/access/account/account.contract.ts'
import { accountPage } from '#features/access/pages.contract.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { openOffice, password, type Office, type Person } from '../../testing/office.ts'
import { hashPassword, oneTimePassword, passwordMatches, whyWeakPassword } from './password.ts'

let office: Office
let admin: Person
beforeAll(async () => {
  office = await openOffice()
  admin = await office.hire('admin')
})
afterAll(() => office.close())

let people = 0
const draft = () => ({ user_name: `matkhau.thu${++people}`, full_name: 'Lê Thị Thử' })
const refusal = async (chosen: string, overrides: object = {}) => {
  const { body } = await admin.raw(account.add, { ...draft(), ...overrides, password: chosen })
  return (body.data as { fields?: Record<string, string> } | null)?.fields?.password ?? null
}

describe('a password may not be chosen', () => {
  test.each([
    'password',
    'PASSWORD',
    '12345678',
    'qwertyuiop',
    'matkhau123',
    'MậtKhẩu123',
    'anhyeuem',
    'veso12345',
    'iloveyou',
  ])('when it is too common: %s', async (common) => {
    expect(await refusal(common)).toMatch(/quá phổ biến/)
  })

  test.each(['Dang.Van.Lam-2026', 'x-DANG.VAN.LAM', 'Đặng.Văn.Lâm-99'])(
    'when it contains the user name: %s',
    async (chosen) => {
      expect(await refusal(chosen, { user_name: 'dang.van.lam' })).toMatch(/tên đăng nhập/)
    },
  )

  test.each(['aaaaaaaa', 'abababab', 'ÁaẢẠàáạả'])('when it repeats very few characters: %s', async (chosen) => {
    expect(await refusal(chosen)).not.toBeNull()
  })

  test.each([
    ['Ngắn-7x', /ít hơn 8/],
    // Seven letters, which are nine characters in NFD.
    ['Ngắn-7x'.normalize('NFD'), /ít hơn 8/],
    ['', /để trống/],
    ['xy1-'.repeat(33), /dài quá 128/],
  ])('when it is too short or too long: %s', async (chosen, sentence) => {
    expect(await refusal(chosen)).toMatch(sentence)
  })

  test('when one changes it or sets the default, and it is too common', async () => {
    const an = await office.hire([accountPage.view])
    const { body } = await an.raw(signIn.changePassword, { pass_old: password, pass_new: 'matkhau123' })
    expect(body).toMatchObject({
      error: { code: 3 },
      data: { fields: { pass_new: expect.stringMatching(/phổ biến/) } },
    })
    const byDefault = await admin.raw(account.setDefaultPass, { enabled: true, new_pass: 'matkhau123' })
    expect(byDefault.body).toMatchObject({
      error: { code: 3 },
      data: { fields: { new_pass: expect.stringMatching(/phổ biến/) } },
    })
  })
})

test.each(['Cây-cầu-Mỹ-Thuận', '  hai đầu trắng  ', '🌾🌾🌾🌾 lúa chín', 'xy1-'.repeat(32)])(
  '“%s” is accepted as a password and signs in',
  async (chosen) => {
    const person = draft()
    expect(await refusal(chosen, person)).toBeNull()
    await office.stranger.call(signIn.login, { username: person.user_name, password: chosen, client: 'api' })
  },
)

test('a password is the same in NFC and NFD, even where NFD is longer than a password may be', async () => {
  const chosen = 'Ổ-bánh-mì-ở-chợ-'.repeat(8).slice(0, 128)
  const person = draft()
  await admin.call(account.add, { ...person, password: chosen.normalize('NFD') })
  for (const form of ['NFC', 'NFD'] as const)
    await office.stranger.call(signIn.login, {
      username: person.user_name,
      password: chosen.normalize(form),
      client: 'api',
    })
})

test('a hash is argon2id with its salt, differs each time, and matches its own password only', async () => {
  const [first, second] = [await hashPassword(password), await hashPassword(password)]
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(first).not.toBe(second)
  expect(await passwordMatches(first, password)).toBe(true)
  for (const other of [`${password} `, password.toLowerCase(), '', `${password}\u0000`])
    expect(await passwordMatches(first, other)).toBe(false)
  expect(await passwordMatches(null, password)).toBe(false)
})

test('of eighty concurrent hashes those beyond the queue are refused with 999, and later ones succeed', async () => {
  const attempts = await Promise.allSettled(Array.from({ length: 80 }, () => hashPassword(password)))
  const refused = attempts.filter((attempt) => attempt.status === 'rejected')
  expect(refused).toHaveLength(28)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 999 })
  expect(await hashPassword(password)).toMatch(/^\$argon2id/)
})

test('a one-time password has no ambiguous characters, is not weak, and is never the same twice', () => {
  const passwords = Array.from({ length: 2_000 }, oneTimePassword)
  for (const one_time_password of passwords) {
    expect(one_time_password).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{4}(-[a-km-zA-HJ-NP-Z2-9]{4}){3}$/)
    expect(one_time_password).not.toMatch(/[lIoO01]/)
    expect(whyWeakPassword(one_time_password, '')).toBeNull()
  }
  expect(new Set(passwords).size).toBe(passwords.length)
})
