import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newCaptcha, shareCaptchaKey } from '#server/session/captcha.ts'
import { openOffice, password, type Office, type Person } from '../../../testing/office.ts'
import { account } from '#features/access/account/account.contract.ts'
import { accountPage } from '#features/access/pages.contract.ts'
import { groupPage } from '#features/access/pages.contract.ts'
import { signIn } from './sign-in.contract.ts'
import { ownSession } from './own-session.contract.ts'

let office: Office
let admin: Person

beforeAll(async () => {
  office = await openOffice()
  admin = await office.hire('admin')
})
afterAll(() => office.close())

const solved = () => ({ captcha_id: newCaptcha('ABC234').captcha_id, captcha: 'abc234' })
let numbers = 10_000_000
const request = () => ({
  user_name: `dangky${++numbers}`,
  password: 'Sông-Hậu-88',
  full_name: 'Lê Văn Tám',
  phone_int: `09${numbers}`,
  ...solved(),
})

test('signing in returns the token, the person and their main group', async () => {
  const an = await office.hire([accountPage.view], { user_name: 'an.nguyen' })
  const answer = await an.call(signIn.login, { username: 'AN.Nguyen', password })
  expect(answer).toMatchObject({
    user: { user_name: 'an.nguyen', user_id: an.user_id, partner_id: null },
    group: { group_id: expect.any(Number) },
  })
  expect(answer.token).toMatch(/^[\w-]{22}$/)
})

test('a wrong password and an unknown user name get the same answer, at both fields', async () => {
  const an = await office.hire([])
  const wrongPassword = await office.stranger.raw(signIn.login, { username: an.user_name, password: 'sai-mật-khẩu' })
  const unknown = await office.stranger.raw(signIn.login, { username: 'khong.co.ai', password: 'sai-mật-khẩu' })
  const sentence = 'Tài khoản người dùng hoặc mật khẩu không hợp lệ'
  expect(wrongPassword.body).toEqual({
    error: { code: 1001, message: sentence },
    data: { captcha_required: false, fields: { username: sentence, password: sentence } },
  })
  expect(unknown.body).toEqual(wrongPassword.body)
})

test('a user name that contains a space is refused at its field', async () => {
  const { body } = await office.stranger.raw(signIn.login, { username: 'an nguyen', password })
  expect(body).toMatchObject({ error: { code: 3 }, data: { fields: { username: 'Tên người dùng không hợp lệ.' } } })
})

test('a locked account is reported only to whoever enters the correct password', async () => {
  const an = await office.hire([])
  const { version } = await admin.call(account.detail, { user_id: an.user_id })
  await admin.call(account.update, { user_id: an.user_id, version, status: 0 })
  await expect(an.signIn()).rejects.toMatchObject({ code: 102 })
  await expect(an.signIn('sai-mật-khẩu')).rejects.toMatchObject({ code: 1001 })
})

test('signing out invalidates the token at once', async () => {
  const an = await office.hire([])
  await an.call(ownSession.logout, {})
  await expect(an.call(ownSession.roles, {})).rejects.toMatchObject({ code: 1 })
})

test('the menu contains only pages on which the person has a right, under their headings and with the roles held', async () => {
  const an = await office.hire([accountPage.view, accountPage.update, groupPage.view])
  const { lsPageInfos, user } = await an.call(ownSession.roles, {})
  const visiblePages = lsPageInfos.map(({ page_name, page_url, role_list }) => [page_name, page_url, role_list])
  expect(visiblePages).toEqual([
    ['Tổng quan', '', ''],
    ['Trang chủ', '/', '1'],
    ['Hệ thống', '', ''],
    ['Tài khoản', '/tai-khoan', '1,3'],
    ['Nhóm người dùng', '/nhom-nguoi-dung', '1'],
  ])
  expect(user.user_name).toBe(an.user_name)
})

test('a registered account cannot sign in until an administrator activates it', async () => {
  const request_input = request()
  await office.stranger.call(signIn.register, request_input)
  const [waiting] = (await admin.call(account.list, { status: 2, keyword: request_input.user_name })).items
  expect(waiting).toMatchObject({
    user_name: request_input.user_name,
    phone_number: `84${request_input.phone_int.slice(1)}`,
    status: 2,
  })
  const login = { username: request_input.user_name, password: request_input.password }
  await expect(office.stranger.call(signIn.login, login)).rejects.toMatchObject({ code: 9006 })
  await admin.call(account.update, { user_id: waiting!.user_id, version: waiting!.version, status: 1 })
  expect((await office.stranger.call(signIn.login, login)).user.user_id).toBe(waiting!.user_id)
})

test('a repeated sign-up gets the stored answer at every program that has the shared key', async () => {
  const [shared, another] = [randomBytes(32), randomBytes(32)]
  shareCaptchaKey(shared)
  const [request_input, options] = [request(), { transid: randomUUID() }]
  const signUp = () => office.stranger.raw(signIn.register, request_input, options)
  const first = await signUp()
  expect(first.body.error.code).toBe(0)
  shareCaptchaKey(another)
  expect((await signUp()).body.error.code).toBe(115)
  shareCaptchaKey(shared)
  expect((await signUp()).body).toEqual(first.body)
})

test('a taken name of the greatest length gets a number in place of its last letters, each time another one', async () => {
  const user_name = 'a'.repeat(50)
  for (let n = 0; n < 3; n++) await office.stranger.call(signIn.register, { ...request(), user_name })
  const { items } = await admin.call(account.list, { keyword: 'a'.repeat(46), sort: 'created_at' })
  expect(items.map((item) => item.user_name)).toEqual([user_name, `${'a'.repeat(46)}2`, `${'a'.repeat(46)}3`])
})

test('a registration with a wrong captcha, phone number or password is refused at its field', async () => {
  const answer = async (input: Record<string, unknown>) =>
    (await office.stranger.raw(signIn.register, { ...request(), ...input })).body
  expect(await answer({ captcha: 'ZZZZZZ' })).toMatchObject({
    error: { code: 9002 },
    data: { fields: { captcha: expect.any(String) } },
  })
  expect(await answer({ phone_int: '0123' })).toMatchObject({
    error: { code: 6 },
    data: { fields: { phone_int: 'Vui lòng nhập đúng định dạng số điện thoại' } },
  })
  expect(await answer({ password: 'matkhau123' })).toMatchObject({
    error: { code: 3 },
    data: { fields: { password: expect.stringContaining('phổ biến') } },
  })
})

test('a captcha can be used only once', async () => {
  const captcha = solved()
  await office.stranger.call(signIn.register, { ...request(), ...captcha })
  await expect(office.stranger.call(signIn.register, { ...request(), ...captcha })).rejects.toMatchObject({
    code: 9002,
  })
})

test('a forgotten password is reported to administrators, and the answer does not reveal whether the account exists', async () => {
  const request_input = request()
  await office.stranger.call(signIn.register, request_input)
  const [{ user_id, version } = { user_id: 0, version: 0 }] = (
    await admin.call(account.list, { keyword: request_input.user_name })
  ).items
  await admin.call(account.update, { user_id, version, status: 1 })
  const forgot = { user_name: request_input.user_name, phone_int: request_input.phone_int }
  const knownName = await office.stranger.raw(signIn.forgot, { ...forgot, ...solved() })
  const unknownName = await office.stranger.raw(signIn.forgot, { ...forgot, user_name: 'khong.co.ai', ...solved() })
  expect(unknownName.body).toEqual(knownName.body)
  const { items } = await admin.call(account.list, { forgot: true })
  expect(items.map((item) => item.user_name)).toEqual([request_input.user_name])
})

test('changing the password requires the old one and a different valid one, and ends the other sessions', async () => {
  const an = await office.hire([])
  const otherSession = { ...(await an.call(signIn.login, { username: an.user_name, password, client: 'api' })) }
  const change = async (pass_old: string, pass_new: string) =>
    (await an.raw(signIn.changePassword, { pass_old, pass_new })).body
  expect(await change('sai-mật-khẩu', 'Gió-mùa-99')).toMatchObject({
    error: { code: 105 },
    data: { fields: { pass_old: expect.any(String) } },
  })
  expect(await change(password, password)).toMatchObject({
    data: { fields: { pass_new: 'Mật khẩu mới không được trùng với mật khẩu cũ' } },
  })
  expect(await change(password, 'ngắn')).toMatchObject({ data: { fields: { pass_new: 'Không được ít hơn 8 ký tự' } } })
  expect(await change('', '')).toMatchObject({
    data: { fields: { pass_old: 'Không được để trống', pass_new: 'Không được để trống' } },
  })
  expect(await change(password, 'Gió-mùa-99')).toEqual({ error: { code: 0, message: 'Thành công' }, data: null })
  await an.call(ownSession.roles, {})
  const other = { ...office.stranger, token: otherSession.token }
  await expect(
    fetch(`${office.url}${ownSession.roles.path}?channel=CMS&transid=kiem-tra-1`, {
      headers: { authorization: `Bearer ${other.token}` },
    }).then((r) => r.json()),
  ).resolves.toMatchObject({ error: { code: 1 } })
  await an.signIn('Gió-mùa-99')
})

test('a person who must change the password can use no other call until then', async () => {
  const an = await office.hire([accountPage.view])
  const { one_time_password } = await admin.call(account.resetPass, { user_id: an.user_id })
  await expect(an.call(ownSession.roles, {})).rejects.toMatchObject({ code: 1 })
  await an.signIn(one_time_password!)
  expect((await an.call(ownSession.roles, {})).user.must_change_password).toBe(true)
  await expect(an.call(account.list, {})).rejects.toMatchObject({ code: 9004 })
  await an.call(signIn.changePass, { pass_old: one_time_password!, pass_new: 'Gió-mùa-99' })
  expect((await an.call(account.list, {})).items.length).toBeGreaterThan(0)
})
