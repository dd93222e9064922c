// User groups: the page × role matrix, members, the preview of what a group sees, and what is refused.
import { randomBytes, randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { adminToken, newPerson, post, signIn } from './people.ts'

const password = 'Mận-hồng-2026'
const freshName = () => `Nhóm ${randomBytes(4).toString('hex')}`
const groups = (page: Page) => page.getByRole('list', { name: 'Danh sách nhóm' })
const cell = (page: Page, role: string, title: string) =>
  page.getByRole('checkbox', { name: `${role}: ${title}`, exact: true })

interface Group {
  group_id: number
  group_name: string
  version: number
}

/** A group that may see accounts and the log, by name. */
async function newGroup(request: APIRequestContext): Promise<Group> {
  const token = await adminToken(request)
  const response = await request.get('/api/xs/management/cms/page/list', {
    params: { channel: 'CMS', transid: randomUUID() },
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await response.json()) as { data: { pages: { id: number; page_url: string }[] } }
  const idOf = (url: string) => data.pages.find(({ page_url }) => page_url === url)!.id
  const group_page = [
    { page_id: idOf('/tai-khoan'), role_id: 1 },
    { page_id: idOf('/nhat-ky'), role_id: 1 },
  ]
  const draft = { group_name: freshName(), description: 'Để thử', status: 1, group_page }
  const answer = await post(request, 'cms/group/add', draft, token)
  expect(answer.error.code).toBe(0)
  return answer.data as Group
}

async function openGroups(page: Page, group?: Group) {
  await page.goto(group ? `/nhom-nguoi-dung?group_id=${group.group_id}` : '/nhom-nguoi-dung')
  await expect(page.getByRole('heading', { level: 1, name: 'Nhóm người dùng' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Quyền theo trang' })).toBeVisible()
}

const saving = (page: Page) => page.getByRole('button', { name: 'Cập nhật', exact: true })

test('adding a group shows errors at their fields, and the form is reset afterwards', async ({ page }) => {
  const name = freshName()
  await signIn(page, 'admin', admin_password)
  await openGroups(page)
  const form = page.getByRole('region', { name: 'Thêm nhóm' })
  await form.getByLabel('Tên nhóm').fill('một cái tên dài quá ba mươi ký tự')
  await form.getByLabel('Mô tả').fill('d'.repeat(101))
  await form.getByRole('button', { name: 'Thêm nhóm' }).click()
  await expect(form.getByText('Không được dài quá 30 ký tự')).toBeVisible()
  await expect(form.getByText('Không được dài quá 100 ký tự')).toBeVisible()
  await form.getByLabel('Tên nhóm').fill('')
  await form.getByLabel('Mô tả').fill('')
  await expect(form.getByText('Không được để trống')).toHaveCount(2)

  await form.getByLabel('Tên nhóm').fill('Kế toán')
  await form.getByLabel('Mô tả').fill('Nhóm của câu chuyện này')
  await form.getByRole('button', { name: 'Thêm nhóm' }).click()
  await expect(form.getByText('Nhóm người dùng đã tồn tại.')).toBeVisible()
  await form.getByLabel('Tên nhóm').fill(name)
  // Whoever may add accounts sees them too.
  await page.getByLabel('Xem: mọi trang đang hiện').check()
  // Many pages are not all named, so that the matrix keeps its room.
  await expect(form.getByText(/^Được thêm: .*và \d+ trang nữa$/)).toBeVisible()
  await page.getByLabel('Xem: mọi trang đang hiện').uncheck()
  await cell(page, 'Thêm', 'Tài khoản').check()
  await expect(cell(page, 'Xem', 'Tài khoản')).toBeChecked()
  await expect(form.getByText('Được thêm: Tài khoản: Xem, Thêm')).toBeVisible()
  await form.getByRole('button', { name: 'Thêm nhóm' }).click()
  await expect(page.getByText('Đã thêm nhóm người dùng.')).toBeVisible()
  await expect(form.getByLabel('Tên nhóm')).toHaveValue('')
  await expect(form.getByLabel('Tên nhóm')).toBeFocused()
  await expect(cell(page, 'Thêm', 'Tài khoản')).not.toBeChecked()
  await expect(groups(page).getByRole('button', { name: new RegExp(name) })).toContainText('0 thành viên · 2 quyền')
})

test('the rights matrix is ticked by cell, row, column and section, searched, copied and undone', async ({
  page,
  request,
}) => {
  const group = await newGroup(request)
  await signIn(page, 'admin', admin_password)
  await openGroups(page, group)
  await expect(saving(page)).toHaveAccessibleDescription('Chưa có thay đổi nào.')
  await page.getByRole('checkbox', { name: 'Mọi quyền của trang Nhóm người dùng' }).check()
  for (const role of ['Xem', 'Thêm', 'Sửa', 'Xóa', 'Xuất dữ liệu'])
    await expect(cell(page, role, 'Nhóm người dùng')).toBeChecked()
  await page.getByRole('checkbox', { name: 'Xem: mọi trang đang hiện' }).check()
  await cell(page, 'Xem', 'Nhật ký thao tác').uncheck()
  await expect(page.getByText(/^Bị bỏ: Nhật ký thao tác: Xem/)).toBeVisible()
  await page.getByRole('button', { name: 'Bỏ thay đổi' }).click()
  await expect(cell(page, 'Xem', 'Nhật ký thao tác')).toBeChecked()
  await expect(cell(page, 'Xem', 'Nhóm người dùng')).not.toBeChecked()

  await page.getByPlaceholder('Tìm trang').fill('nhat ky')
  await expect(cell(page, 'Xem', 'Tài khoản')).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Mọi quyền của nhóm trang Hệ thống' }).check()
  await page.getByPlaceholder('Tìm trang').fill('')
  await expect(cell(page, 'Xuất dữ liệu', 'Nhật ký thao tác')).toBeChecked()
  await expect(cell(page, 'Thêm', 'Tài khoản')).not.toBeChecked()

  await page.getByRole('button', { name: 'Chép từ nhóm khác' }).click()
  await page.getByRole('menuitem', { name: /^Vận hành đại lý/ }).click()
  await expect(page.getByText('Đã chép quyền của nhóm “Vận hành đại lý”. Chưa lưu.')).toBeVisible()
  await expect(cell(page, 'Sửa', 'Tài khoản')).toBeChecked()

  await page.getByRole('button', { name: 'Xem như nhóm này' }).click()
  const preview = page.getByRole('dialog', { name: 'Xem như nhóm này' })
  await expect(preview.getByRole('listitem').filter({ hasText: 'Tài khoản' })).toContainText('XemThêmSửa')
  await expect(preview.getByText('Nhật ký thao tác')).toHaveCount(0)
  await page.keyboard.press('Escape')

  await saving(page).click()
  await expect(page.getByText('Đã cập nhật nhóm người dùng.')).toBeVisible()
  // As many rights as the group has from which they were copied.
  const source = await groups(page).getByRole('button', { name: 'Vận hành đại lý' }).textContent()
  await expect(groups(page).getByRole('button', { name: group.group_name })).toContainText(
    ` · ${/\d+ quyền/.exec(source!)![0]}`,
  )
  await page.reload()
  await expect(cell(page, 'Sửa', 'Tài khoản')).toBeChecked()
  await expect(cell(page, 'Xem', 'Nhật ký thao tác')).not.toBeChecked()
})

test('a group needs at least one right, its rights apply to members, and it is not deleted while it has any', async ({
  page,
  request,
  browser,
}) => {
  const group = await newGroup(request)
  const member = await newPerson(request, { password })
  await signIn(page, 'admin', admin_password)
  await openGroups(page, group)
  await cell(page, 'Xem', 'Tài khoản').uncheck()
  await cell(page, 'Xem', 'Nhật ký thao tác').uncheck()
  await saving(page).click()
  await expect(page.getByText('Bạn phải chọn ít nhất một quyền cho 1 trang.')).toBeVisible()
  await cell(page, 'Xem', 'Tài khoản').check()
  await page.getByRole('tab', { name: 'Thành viên' }).click()
  await page.getByLabel('Thêm thành viên').fill(member.user_name)
  await page.getByRole('listbox').getByRole('option').first().click()
  await expect(page.getByText('Thêm mới')).toBeVisible()
  await saving(page).click()
  await expect(page.getByText('Đã cập nhật nhóm người dùng.')).toBeVisible()
  await expect(page.getByText('Thêm mới')).toHaveCount(0)

  const theirs = await (await browser.newContext()).newPage()
  await signIn(theirs, member.user_name, password)
  await theirs.goto('/tai-khoan')
  await expect(theirs.getByRole('heading', { level: 1, name: 'Tài khoản' })).toBeVisible()
  await theirs.goto('/nhat-ky')
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Bạn không có quyền truy cập trang này')
  await theirs.context().close()

  // A group that has members cannot be deleted.
  const remove = page.getByRole('button', { name: 'Xóa nhóm' })
  await expect(remove).toHaveAccessibleDescription('Nhóm đang có người dùng nên không thể xóa.')
  await page.getByRole('button', { name: 'Bỏ Nguyễn Thử Nghiệm' }).click()
  await expect(page.getByText('Sẽ bỏ')).toBeVisible()
  await saving(page).click()
  await expect(page.getByText('Nhóm chưa có thành viên')).toBeVisible()
  await remove.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Xóa nhóm' }).click()
  await expect(page.getByText('Đã xóa nhóm người dùng.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Thêm nhóm' })).toBeVisible()
  await expect(groups(page).getByRole('button', { name: new RegExp(group.group_name) })).toHaveCount(0)
})

test('opening another group asks about unsaved changes, which also survive a reload', async ({ page, request }) => {
  const group = await newGroup(request)
  await signIn(page, 'admin', admin_password)
  await openGroups(page, group)
  await cell(page, 'Sửa', 'Tài khoản').check()
  await groups(page)
    .getByRole('button', { name: /^Kế toán/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Tiếp tục sửa' }).click()
  await expect(cell(page, 'Sửa', 'Tài khoản')).toBeChecked()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('Đã khôi phục nội dung bạn đang nhập dở.')).toBeVisible()
  await expect(cell(page, 'Sửa', 'Tài khoản')).toBeChecked()
  await groups(page)
    .getByRole('button', { name: /^Kế toán/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bỏ thay đổi' }).click()
  await expect(page.getByRole('region', { name: 'Kế toán' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('region', { name: group.group_name })).toBeVisible()
  await expect(cell(page, 'Sửa', 'Tài khoản')).not.toBeChecked()
})

test('when two people change the rights of one group, the second sees both versions in words', async ({
  page,
  request,
}) => {
  const group = await newGroup(request)
  await signIn(page, 'admin', admin_password)
  await openGroups(page, group)
  await cell(page, 'Thêm', 'Tài khoản').check()
  const token = await adminToken(request)
  const { group_id, group_name, version } = group
  const info = await request.get('/api/xs/management/cms/group/get_info', {
    params: { group_id, channel: 'CMS', transid: randomUUID() },
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await info.json()) as { data: { group_page_infos: { page_id: number; role_id: number }[] } }
  const group_page = data.group_page_infos.slice(0, 1)
  const theirs = { group_id, version, group_name, description: 'Họ đã sửa', status: 1, group_page }
  expect((await post(request, 'cms/group/update', theirs, token)).error.code).toBe(0)
  await saving(page).click()
  const conflict = page.getByRole('dialog', { name: 'Dữ liệu đã được người khác thay đổi' })
  await expect(conflict.getByRole('radiogroup', { name: /Quyền/ })).toContainText('3 quyền; + Tài khoản: Thêm')
  await expect(
    conflict.getByRole('radiogroup', { name: /Mô tả/ }).getByRole('radio', { name: /Của người khác/ }),
  ).toBeChecked()
  await conflict
    .getByRole('radiogroup', { name: /Quyền/ })
    .getByRole('radio', { name: /Của bạn/ })
    .check()
  await conflict.getByRole('button', { name: 'Lưu với lựa chọn này' }).click()
  await expect(page.getByText('Đã cập nhật nhóm người dùng.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Mô tả')).toHaveValue('Họ đã sửa')
  await expect(cell(page, 'Thêm', 'Tài khoản')).toBeChecked()
})

test('a viewer of groups sees their rights and why they cannot be changed', async ({ page, request }) => {
  const viewer = await newPerson(request, { password, group: 'Kiểm soát nội bộ' })
  await signIn(page, viewer.user_name, password)
  await page.goto('/nhom-nguoi-dung')
  await expect(page.getByText('Chọn một nhóm', { exact: true })).toBeVisible()
  await groups(page)
    .getByRole('button', { name: /^Kế toán/ })
    .click()
  await expect(cell(page, 'Xem', 'Tài khoản')).toBeChecked()
  await expect(cell(page, 'Xem', 'Tài khoản')).toHaveAccessibleDescription('Bạn chỉ có quyền xem nhóm người dùng.')
  await expect(page.getByLabel('Tên nhóm')).not.toBeEditable()
  for (const name of ['Thêm nhóm', 'Cập nhật', 'Xóa nhóm'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
})

test('the list of groups is exported with the right to export; without it the list of accounts has no export', async ({
  page,
  request,
}) => {
  const exporting = page.getByRole('button', { name: 'Xuất file excel' })
  const controller = await newPerson(request, { password, group: 'Kiểm soát nội bộ' })
  await signIn(page, controller.user_name, password)
  await page.goto('/nhom-nguoi-dung')
  await exporting.click()
  const file = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Xuất file', exact: true }).click()
  expect((await file).suggestedFilename()).toMatch(/^nhom-nguoi-dung.*\.xlsx$/)

  const clerk = await newPerson(request, { password, group: 'Kho vé' })
  await page.context().clearCookies()
  await signIn(page, clerk.user_name, password)
  await page.goto('/tai-khoan')
  await expect(page.getByRole('heading', { level: 1, name: 'Tài khoản' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Tải lại' })).toBeVisible()
  await expect(exporting).toHaveCount(0)
})

test('Ctrl+S saves the open user group', async ({ page, request }) => {
  const group = await newGroup(request)
  await signIn(page, 'admin', admin_password)
  await openGroups(page, group)
  await page.getByLabel('Mô tả').fill('Đã sửa bằng bàn phím')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Đã cập nhật nhóm người dùng.')).toBeVisible()
})

test('the rights matrix is navigated by the arrow keys and ticked by Space', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await openGroups(page)
  await cell(page, 'Xem', 'Tài khoản').focus()
  await page.keyboard.press('ArrowRight')
  await expect(cell(page, 'Thêm', 'Tài khoản')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(cell(page, 'Thêm', 'Tài khoản')).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await expect(cell(page, 'Thêm', 'Nhóm người dùng')).toBeFocused()
})

for (const [colorScheme, width] of [
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
] as const) {
  test(`no accessibility fault on groups, ${colorScheme}, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await signIn(page, 'admin', admin_password)
    await openGroups(page)
    if (width === 390) {
      // On a phone the list is one choice.
      await page.getByRole('combobox', { name: 'Nhóm', exact: true }).click()
      await page.getByRole('option', { name: /^Kế toán/ }).click()
    } else
      await groups(page)
        .getByRole('button', { name: /^Kế toán/ })
        .click()
    await cell(page, 'Xem', 'Nhật ký thao tác').uncheck()
    await cell(page, 'Thêm', 'Tài khoản').check()
    expect(await faults(page)).toEqual([])
    for (const tab of ['Thành viên', 'Lịch sử']) {
      await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByRole('tabpanel')).toBeVisible()
      expect([tab, await faults(page)]).toEqual([tab, []])
    }
    await page.getByRole('button', { name: 'Xem như nhóm này' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await faults(page)).toEqual([])
  })
}
