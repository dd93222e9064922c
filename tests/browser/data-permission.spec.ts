// The data scope of a person: chosen in the tree by keyboard, in force from the next call on.
import { randomBytes, randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { adminToken, newPerson, post, signIn, tokenOf } from './people.ts'

const password = 'Sen-hồng-2026'

interface Points {
  group: string
  pos_ids: number[]
  names: string[]
}

/** A group with three points of sale of its own, and a point of sale without a group. */
async function openPoints(request: APIRequestContext): Promise<Points> {
  const token = await adminToken(request)
  const mark = randomBytes(3).toString('hex')
  const group = `Nhóm chợ đêm ${mark}`
  const answer = await post(request, 'cms/pos_group/add', { pos_group_name: group }, token)
  const { pos_group_id } = answer.data as { pos_group_id: number }
  const names = [1, 2, 3, 4].map((n) => `Quầy vé số Hạnh Phúc ${mark} số ${n}`)
  const pos_ids: number[] = []
  for (const [n, pos_name] of names.entries()) {
    const draft = { pos_code: `T${mark}${n}`, pos_name, address: '12 Lê Lợi', province_id: 79, district_id: 760 }
    const { error, data } = await post(request, 'cms/pos/add', { ...draft, ...(n < 3 && { pos_group_id }) }, token)
    expect(error.code).toBe(0)
    pos_ids.push((data as { pos_id: number }).pos_id)
  }
  return { group, pos_ids, names }
}

async function seenBy(request: APIRequestContext, token: string, keyword: string): Promise<string[]> {
  const response = await request.get('/api/xs/management/cms/pos/get_list', {
    params: { keyword, page_size: 50, sort: 'pos_name', channel: 'CMS', transid: randomUUID() },
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await response.json()) as { data: { items: { pos_name: string }[] } }
  return data.items.map(({ pos_name }) => pos_name)
}

async function openPerson(page: Page, user_name: string) {
  await page.goto(`/phan-quyen-du-lieu?keyword=${user_name}`)
  await page.getByRole('row').filter({ hasText: user_name }).click()
  return page.getByRole('dialog', { name: /Phạm vi dữ liệu của/ })
}

test('a person who is limited by keyboard to a group and a point of sale sees only theirs at the next call', async ({
  page,
  request,
}) => {
  const { group, names } = await openPoints(request)
  const { user_name } = await newPerson(request, { password, group: 'Quản trị' })
  const token = await tokenOf(request, user_name, password)
  const mark = group.split(' ').at(-1)!
  expect(await seenBy(request, token, mark)).toEqual(names)

  await signIn(page, 'admin', admin_password)
  const dialog = await openPerson(page, user_name)
  await expect(dialog.getByRole('button', { name: 'Lưu' })).toHaveAccessibleDescription('Phạm vi chưa thay đổi.')
  await dialog.getByRole('radio', { name: /Chỉ các điểm bán được chọn/ }).focus()
  await page.keyboard.press('Space')
  await expect(dialog).toContainText('Chưa chọn điểm bán nào')

  const tree = dialog.getByRole('tree')
  const item = tree.getByRole('treeitem', { name: new RegExp(group) }).first()
  await item.focus()
  await page.keyboard.press('ArrowRight')
  await expect(item).toHaveAttribute('aria-expanded', 'true')
  await expect(tree.getByRole('treeitem', { name: new RegExp(names[1]!) })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(item).toHaveAttribute('aria-checked', 'mixed')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Space')
  await expect(item).toHaveAttribute('aria-checked', 'true')
  await expect(dialog).toContainText('Đã chọn 1 nhóm.')
  expect(await faults(page)).toEqual([])

  await dialog
    .getByRole('searchbox')
    .fill(names[3]!.toLowerCase().replace('quầy vé số hạnh phúc', 'quay ve so hanh phuc'))
  const single = tree.getByRole('treeitem', { name: new RegExp(names[3]!) })
  await single.focus()
  await page.keyboard.press('Space')
  await expect(dialog).toContainText('Đã chọn 1 nhóm và 1 điểm bán chọn riêng.')
  await dialog.getByRole('button', { name: 'Lưu' }).press('Enter')
  await expect(page.getByText('Đã lưu phạm vi dữ liệu. Có hiệu lực ngay.')).toBeVisible()
  expect(await seenBy(request, token, '')).toEqual(names)
  const row = page.getByRole('row').filter({ hasText: user_name })
  await expect(row).toContainText('Giới hạn')
})

test('saving a scope that another person has changed is refused and shows the scope in force', async ({
  page,
  request,
}) => {
  const { pos_ids } = await openPoints(request)
  const { user_id, user_name } = await newPerson(request, { password })
  await signIn(page, 'admin', admin_password)
  const dialog = await openPerson(page, user_name)
  await dialog.getByRole('radio', { name: /Chỉ các điểm bán được chọn/ }).check()
  const token = await adminToken(request)
  const theirs = await request.get('/api/xs/management/cms/pos/add_permission_data', {
    params: { user_id, pos_id: pos_ids.slice(0, 2).join(','), version: 0, channel: 'CMS', transid: randomUUID() },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await theirs.json()).toMatchObject({ error: { code: 0 } })
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await expect(dialog).toContainText('Người khác vừa đổi phạm vi của người này')
  await expect(dialog).toContainText('Đã chọn 2 điểm bán chọn riêng.')
})
