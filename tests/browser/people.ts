// Accounts for the browser stories, created through the API, and sign-in helpers.
import { randomBytes, randomUUID } from 'node:crypto'
import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { admin_password } from './fixture.ts'

const base = '/api/xs/management/'
export const first_password = 'Trúc-xinh-2026'

export interface Person {
  user_id: number
  user_name: string
  password: string
}

interface SignInAnswer {
  token: string
  user: { user_name: string; user_id: number; partner_id: number | null }
  group: { group_id: number } | null
}

interface Answer {
  error: { code: number; message: string }
  data: unknown
}

export async function post(request: APIRequestContext, name: string, input: object, token?: string): Promise<Answer> {
  const response = await request.post(base + name, {
    data: { channel: 'CMS', transid: randomUUID(), ...input },
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  return (await response.json()) as Answer
}

async function groupId(request: APIRequestContext, token: string, name: string): Promise<number> {
  const response = await request.get(`${base}cms/group/get_list`, {
    params: { keyword: name, channel: 'CMS', transid: randomUUID() },
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await response.json()) as { data: { items: { group_id: number; group_name: string }[] } }
  return data.items.find(({ group_name }) => group_name === name)!.group_id
}

export async function tokenOf(request: APIRequestContext, username: string, password: string): Promise<string> {
  const { error, data } = await post(request, 'cms/account/login', { username, password, client: 'api' })
  expect(error).toMatchObject({ code: 0 })
  return (data as { token: string }).token
}

let admin_token: Promise<string> | undefined

/** One administrator session per worker, because every sign-in computes a slow password hash. */
export const adminToken = (request: APIRequestContext) => (admin_token ??= tokenOf(request, 'admin', admin_password))

interface NewAccount {
  /** New password, set in place of the initial one; without it the first sign-in still asks for a change. */
  password?: string
  /** Name of the account's group; without it only the home page can be opened. */
  group?: string
  /** The store that the person works for. */
  base_id?: number
  /** The partner that the person works for. */
  partner_id?: number
}

/** Creates a new account for one story, so that stories do not end one another's sessions. */
export async function newPerson(
  request: APIRequestContext,
  { password, group, base_id, partner_id }: NewAccount = {},
): Promise<Person> {
  const token = await adminToken(request)
  const user_name = `thu_${randomBytes(4).toString('hex')}`
  const list_group = group === undefined ? [] : [await groupId(request, token, group)]
  const draft = { user_name, password: first_password, full_name: 'Nguyễn Thử Nghiệm', list_group, base_id, partner_id }
  const { error, data } = await post(request, 'cms/account/add', draft, token)
  expect(error).toMatchObject({ code: 0 })
  const { user_id } = data as { user_id: number }
  if (password === undefined) return { user_id, user_name, password: first_password }
  const own_token = await tokenOf(request, user_name, first_password)
  const change = { pass_old: first_password, pass_new: password }
  expect((await post(request, 'cms/account/change_password', change, own_token)).error).toMatchObject({ code: 0 })
  return { user_id, user_name, password }
}

/** Fills in the open sign-in page and submits it with Enter. */
export async function typeSignIn(page: Page, user_name: string, password: string): Promise<void> {
  await page.getByLabel('Tên đăng nhập').fill(user_name)
  await page.getByLabel('Mật khẩu', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** Signs in through the sign-in page, which leads to the home page. */
export async function signInByForm(page: Page, user_name: string, password: string): Promise<void> {
  await page.goto('/login')
  await typeSignIn(page, user_name, password)
  await expect(page).not.toHaveURL(/\/login/)
}

/**
 * Signs in through the API, which saves the two page loads of the sign-in form. Sets the cookies of `startSession` in
 * src/web/session/session.ts; the server's own cookies come with its response.
 */
export async function signIn(page: Page, username: string, password: string): Promise<void> {
  const { error, data } = await post(page.request, 'cms/account/login', { username, password })
  expect(error).toMatchObject({ code: 0 })
  const { token, user, group } = data as SignInAnswer
  const values = {
    token,
    username: user.user_name,
    userId: user.user_id,
    partnerId: user.partner_id,
    group: group?.group_id,
  }
  const cookies = Object.entries(values).flatMap(([name, value]) =>
    value === null || value === undefined
      ? []
      : [{ name, value: encodeURIComponent(value), url: process.env.BASE_URL!, sameSite: 'Strict' as const }],
  )
  await page.context().addCookies(cookies)
}
