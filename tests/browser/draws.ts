// Set-up of the stories about tickets: an open draw, its store, and people with exactly the needed rights.
import { randomBytes } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { sql } from 'kysely'
import { setPeriod } from '../../src/testing/tickets.ts'
import { password } from './accounts.ts'
import { withDatabase } from './database.ts'
import { expect } from './fixture.ts'
import { adminToken, first_password, post, tokenOf } from './people.ts'

export const fresh = () => randomBytes(4).toString('hex')

interface Area {
  area_id: number
  area_name: string
  draw_time: string
  number_length: number
  base_id: number | null
  period: { status: number; return_until: string }
}
export interface Draw extends Area {
  base_id: number
  open_date: string
}
export interface Store {
  base_id: number
  base_name: string
  auto_approve: boolean
  partial_import: boolean
}

export async function get<T>(
  request: APIRequestContext,
  token: string,
  name: string,
  input: Record<string, string | number> = {},
): Promise<T> {
  const answer = await request.get(`/api/xs/management/${name}`, {
    params: { ...input, channel: 'CMS', transid: fresh() },
    headers: { authorization: `Bearer ${token}` },
  })
  const { error, data } = (await answer.json()) as { error: { code: number }; data: T }
  expect(error).toMatchObject({ code: 0 })
  return data
}

export async function dataOf<T>(request: APIRequestContext, token: string, name: string, input: object): Promise<T> {
  const { error, data } = await post(request, name, input, token)
  expect(error, name).toMatchObject({ code: 0 })
  return data as T
}

/**
 * Opens a draw that accepts tickets at any hour and weekday, on a day beyond the calendar that no other story uses.
 * Its station has six-digit numbers and belongs to a store that `fits`; the other stores are returned as well.
 */
export async function openDraw(
  request: APIRequestContext,
  fits: (store: Store) => boolean = () => true,
): Promise<{ draw: Draw; others: Store[] }> {
  const token = await adminToken(request)
  const { items: stores } = await get<{ items: Store[] }>(request, token, 'cms/base_store/list', { status: 1 })
  const fitting = stores.filter(fits).map(({ base_id }) => base_id)
  return withDatabase(async (db) => {
    const { rows } = await sql<{ area_id: number; open_date: string }>`
      select area_id, day::date as open_date
      from draw_area join base_store_area using (area_id), generate_series(current_date + 20, current_date + 60, interval '1 day') day
      where base_id = any (${fitting}) and number_length = 6
        and not exists (select from draw_period p where p.area_id = draw_area.area_id and p.open_date = day)
      order by random() limit 1`.execute(db)
    const { area_id, open_date } = rows[0]!
    await setPeriod({ db }, area_id, open_date, 'open')
    const { items } = await get<{ items: Area[] }>(request, token, 'cms/utility/get_list_draw', { open_date })
    const draw = items.find((area) => area.area_id === area_id)!
    const base_id = draw.base_id!
    return { draw: { ...draw, base_id, open_date }, others: stores.filter((store) => store.base_id !== base_id) }
  })
}

/** Creates an account with exactly these rights, of the head office or of a store. */
export async function hire(
  request: APIRequestContext,
  rights: Record<string, number[]>,
  base_id?: number,
): Promise<{ user_name: string; token: string }> {
  const token = await adminToken(request)
  const { pages } = await get<{ pages: { id: number; page_url: string }[] }>(request, token, 'cms/page/list')
  const group_page = Object.entries(rights).flatMap(([url, roles]) =>
    roles.map((role_id) => ({ page_id: pages.find(({ page_url }) => page_url === url)!.id, role_id })),
  )
  const group = { group_name: `Vé ${fresh()}`, description: 'Để thử', status: 1, group_page }
  const { group_id } = await dataOf<{ group_id: number }>(request, token, 'cms/group/add', group)
  const user_name = `ve_${fresh()}`
  const account = { user_name, password: first_password, full_name: 'Nguyễn Giữ Vé', list_group: [group_id] }
  await dataOf(request, token, 'cms/account/add', { ...account, ...(base_id !== undefined && { base_id }) })
  const own_token = await tokenOf(request, user_name, first_password)
  await dataOf(request, own_token, 'cms/account/change_password', { pass_old: first_password, pass_new: password })
  return { user_name, token: await tokenOf(request, user_name, password) }
}

/** Pastes a text into the focused element. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)
}
