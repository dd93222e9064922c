// Accounts as an administrator manages them, and what a viewer may not do.
import { confirmWith, errorAt, freshName, inMenu, openAccounts, password, phone, rowOf } from './accounts.ts'
import { admin_password, expect, test } from './fixture.ts'
import { adminToken, newPerson, post, signIn, tokenOf } from './people.ts'
import { act } from './rows.ts'

test('a viewer of accounts sees no actions that change one, and the server refuses to add one', async ({
  page,
  request,
}) => {
  const person = await newPerson(request, { password, group: 'Chăm sóc khách hàng' })
  await signIn(page, person.user_name, person.password)
  await openAccounts(page)
  await expect(page.getByRole('row', { name: /quantri/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Thêm tài khoản' })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Thao tác' })).toHaveCount(0)
  const token = await tokenOf(request, person.user_name, person.password)
  const draft = { user_name: freshName(), password: 'Trúc-xinh-2026', full_name: 'Không Được' }
  expect((await post(request, 'cms/account/add', draft, token)).error.code).toBe(169)
})

test('adding an account shows errors at their fields, and its first password must be changed at sign-in', async ({
  page,
  request,
}) => {
  const user_name = freshName()
  await signIn(page, 'admin', admin_password)
  await openAccounts(page)
  await page.getByRole('button', { name: 'Thêm tài khoản' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await expect.poll(() => errorAt(dialog, 'Họ và tên')).toBe('Không được để trống')
  await expect(dialog.getByLabel('Tên đăng nhập')).toBeFocused()

  await dialog.getByLabel('Tên đăng nhập').fill('admin')
  await dialog.getByLabel('Mật khẩu', { exact: true }).fill('Trúc-xinh-2026')
  await dialog.getByLabel('Họ và tên').fill('  Đặng Thị Ngọc Ánh ')
  await dialog.getByLabel('Số điện thoại').fill('12345')
  await dialog.getByLabel('Email').click()
  expect(await errorAt(dialog, 'Số điện thoại')).toBe('Vui lòng nhập đúng định dạng số điện thoại')
  await dialog.getByLabel('Số điện thoại').fill(phone())
  await dialog.getByLabel('Nhóm người dùng').fill('ke toan')
  await page.getByRole('option', { name: /^Kế toán/ }).click()
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await expect.poll(() => errorAt(dialog, 'Tên đăng nhập')).toBe('Tên đăng nhập đã tồn tại.')

  await dialog.getByLabel('Tên đăng nhập').fill(user_name)
  // Two presses are one account.
  await dialog.getByRole('button', { name: 'Lưu' }).dblclick()
  await expect(page.getByText('Đã thêm tài khoản.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await openAccounts(page, user_name)
  await expect(rowOf(page, user_name)).toHaveCount(1)
  await expect(rowOf(page, user_name)).toContainText('Đặng Thị Ngọc Ánh')
  await expect(rowOf(page, user_name)).toContainText('Kế toán')

  const first = await post(request, 'cms/account/login', {
    username: user_name,
    password: 'Trúc-xinh-2026',
    client: 'api',
  })
  expect(first.data).toMatchObject({ must_change_password: true })
})

test('locking an account ends its sessions, and unlocking it allows signing in again', async ({ page, request }) => {
  const person = await newPerson(request, { password })
  const token = await tokenOf(request, person.user_name, password)
  await signIn(page, 'admin', admin_password)
  await openAccounts(page, person.user_name)
  const row = rowOf(page, person.user_name)
  await inMenu(page, row, 'Khóa')
  await expect(page.getByRole('alertdialog')).toContainText(person.user_name)
  await confirmWith(page, 'Khóa')
  await expect(row).toContainText('Đã khóa')
  expect((await post(request, 'cms/account/logout', {}, token)).error.code).toBe(1)

  await inMenu(page, row, 'Mở khóa')
  await confirmWith(page, 'Mở khóa')
  await expect(row).toContainText('Hoạt động')
  await tokenOf(request, person.user_name, password)
})

test('a reset password is shown once and must be changed at the next sign-in', async ({ page, request }) => {
  const person = await newPerson(request, { password })
  await signIn(page, 'admin', admin_password)
  await openAccounts(page, person.user_name)
  await act(rowOf(page, person.user_name), 'Đặt lại mật khẩu')
  await page.getByRole('dialog').getByRole('button', { name: 'Đặt lại mật khẩu' }).click()
  const generated_password = (await page.getByRole('dialog').locator('output').textContent())!
  await expect(page.getByText('Mật khẩu này chỉ hiện một lần.')).toBeVisible()
  await page.getByRole('button', { name: 'Tôi đã ghi lại' }).click()
  await expect(page.getByText(generated_password)).toHaveCount(0)
  const old = await post(request, 'cms/account/login', { username: person.user_name, password, client: 'api' })
  expect(old.error.code).toBe(1001)
  const next = await post(request, 'cms/account/login', {
    username: person.user_name,
    password: generated_password,
    client: 'api',
  })
  expect(next.data).toMatchObject({ must_change_password: true })
})

test("an account is deleted, but not one's own or the administrator's, with the reason given", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, { password })
  await signIn(page, 'admin', admin_password)
  await openAccounts(page, person.user_name)
  await inMenu(page, rowOf(page, person.user_name), 'Xóa')
  await confirmWith(page, 'Hủy')
  await inMenu(page, rowOf(page, person.user_name), 'Xóa')
  await confirmWith(page, 'Xóa')
  await expect(page.getByText('Đã xóa tài khoản.')).toBeVisible()
  await expect(page.getByText('Không có tài khoản phù hợp')).toBeVisible()

  await openAccounts(page, 'admin')
  await rowOf(page, 'admin').getByRole('button', { name: 'Thao tác khác' }).click()
  await expect(page.getByRole('menuitem', { name: 'Xóa' })).toContainText(
    'Không cho phép xóa chính tài khoản đang đăng nhập.',
  )
  const token = await adminToken(request)
  const other = await newPerson(request, { password, group: 'Quản trị' })
  const theirs = await tokenOf(request, other.user_name, password)
  const { data } = await post(request, 'cms/account/login', {
    username: 'admin',
    password: admin_password,
    client: 'api',
  })
  const { user_id } = (data as { user: { user_id: number } }).user
  expect((await post(request, 'cms/account/delete', { user_id }, theirs)).error.code).toBe(1010)
  expect((await post(request, 'cms/account/delete', { user_id }, token)).error.message).toBe(
    'Không cho phép xóa chính tài khoản đang đăng nhập.',
  )
})

test('a requested account is approved with at least one group, or rejected', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await openAccounts(page)
  // The previous rows stay on screen until those of the queue are loaded, so the names are taken from the response.
  const queue_response = page.waitForResponse((answer) => {
    const { searchParams } = new URL(answer.url())
    return searchParams.get('status') === '2' && searchParams.get('part') === 'rows'
  })
  await page.getByRole('radio', { name: /Chờ duyệt/ }).check()
  await expect(page).toHaveURL(/status=2/)
  const { data } = (await (await queue_response).json()) as { data: { items: { user_name: string }[] } }
  const [first, second] = data.items.map(({ user_name }) => user_name)
  await act(rowOf(page, first!), 'Duyệt')
  const dialog = page.getByRole('dialog')
  const approve = dialog.getByRole('button', { name: 'Duyệt', exact: true })
  await expect(approve).toHaveAccessibleDescription('Hãy chọn ít nhất một nhóm.')
  await dialog.getByLabel('Nhóm người dùng').fill('cham soc')
  await page.getByRole('option', { name: /Chăm sóc khách hàng/ }).click()
  await page.keyboard.press('Tab')
  await approve.click()
  await expect(page.getByText('Đã duyệt tài khoản.')).toBeVisible()
  await expect(rowOf(page, first!)).toHaveCount(0)
  await act(rowOf(page, second!), 'Từ chối')
  await confirmWith(page, 'Từ chối')
  await expect(rowOf(page, second!)).toHaveCount(0)
  await openAccounts(page, first!)
  await expect(rowOf(page, first!)).toContainText('Hoạt động')
  await expect(rowOf(page, first!)).toContainText('Chăm sóc khách hàng')
})

test('an administrator sees the sessions of an account and ends all of them', async ({ page, request }) => {
  const person = await newPerson(request, { password })
  const token = await tokenOf(request, person.user_name, password)
  await signIn(page, 'admin', admin_password)
  await page.goto(`/tai-khoan?user_id=${person.user_id}`)
  const detail = page.getByRole('dialog')
  await expect(detail.getByRole('button', { name: 'Kết thúc' }).first()).toBeVisible()
  await detail.getByRole('button', { name: 'Đăng xuất tất cả' }).click()
  await confirmWith(page, 'Đăng xuất tất cả')
  await expect(detail).toContainText('Không có phiên đăng nhập nào')
  expect((await post(request, 'cms/account/logout', {}, token)).error.code).toBe(1)
})
