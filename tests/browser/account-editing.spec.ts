// Editing accounts: two people in one record, a session that ends while a form is open, a form closed by accident.
import { live_path } from '#contract/live.ts'
import { confirmWith, openAccounts, password, rowOf } from './accounts.ts'
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { adminToken, newPerson, post, signIn } from './people.ts'
import { act } from './rows.ts'

test('when two people change one account, the second resolves the conflict field by field and overwrites nothing', async ({
  page,
  request,
}) => {
  const person = await newPerson(request, { password })
  const { user_id, user_name } = person
  await signIn(page, 'admin', admin_password)
  await openAccounts(page, user_name)
  await act(rowOf(page, user_name), 'Sửa')
  const form = page.getByRole('dialog', { name: 'Sửa tài khoản' })
  await form.getByLabel('Đơn vị').fill('Phòng của tôi')
  await form.getByLabel('Email').fill('toi@veso.example')

  const token = await adminToken(request)
  const theirs = { user_id, version: 1, unit: 'Phòng của họ', address: '12 Lê Lợi' }
  expect((await post(request, 'cms/account/update', theirs, token)).error.code).toBe(0)

  await form.getByRole('button', { name: 'Lưu' }).click()
  const conflict = page.getByRole('dialog', { name: 'Dữ liệu đã được người khác thay đổi' })
  await expect(conflict).toBeVisible()
  const unit = conflict.getByRole('radiogroup', { name: /Đơn vị/ })
  await expect(unit).toContainText('Phòng của tôi')
  await expect(unit).toContainText('Phòng của họ')
  await expect(
    conflict.getByRole('radiogroup', { name: 'Email' }).getByRole('radio', { name: /Của bạn/ }),
  ).toBeChecked()
  await expect(
    conflict.getByRole('radiogroup', { name: 'Địa chỉ' }).getByRole('radio', { name: /Của người khác/ }),
  ).toBeChecked()
  const save = conflict.getByRole('button', { name: 'Lưu với lựa chọn này' })
  await expect(save).toHaveAccessibleDescription('Còn 1 trường chưa chọn.')
  expect(await faults(page)).toEqual([])
  await unit.getByRole('radio', { name: /Của người khác/ }).check()
  await save.click()
  await expect(page.getByText('Đã cập nhật tài khoản.')).toBeVisible()

  await rowOf(page, user_name).click()
  const detail = page.getByRole('dialog')
  await expect(detail).toContainText('Phòng của họ')
  await expect(detail).toContainText('toi@veso.example')
  await expect(detail).toContainText('12 Lê Lợi')
  const happened = detail.getByRole('region', { name: 'Dòng thời gian' })
  await expect(happened.getByRole('listitem').first()).toContainText('toi@veso.example')
})

test('signing in again after the session has ended restores the unsaved form, until it is saved', async ({
  page,
  request,
}) => {
  const editor = await newPerson(request, { password, group: 'Quản trị' })
  const subject = await newPerson(request, { password })
  await signIn(page, editor.user_name, password)
  // The live connection would report the ended session, sometimes before the button is pressed.
  await page.route(`**${live_path}**`, (route) => route.abort())
  await openAccounts(page, subject.user_name)
  await act(rowOf(page, subject.user_name), 'Sửa')
  const form = page.getByRole('dialog', { name: 'Sửa tài khoản' })
  await form.getByLabel('Đơn vị').fill('Chi nhánh Cà Mau')
  const token = await adminToken(request)
  expect((await post(request, 'cms/account/session/revoke', { user_id: editor.user_id }, token)).error.code).toBe(0)
  await form.getByRole('button', { name: 'Lưu' }).click()

  await expect(page).toHaveURL(/\/login\?next=/)
  await page.getByLabel('Tên đăng nhập').fill(editor.user_name)
  await page.getByLabel('Mật khẩu', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(form).toContainText('Đã khôi phục nội dung bạn đang nhập dở.')
  await expect(form.getByLabel('Đơn vị')).toHaveValue('Chi nhánh Cà Mau')
  await form.getByRole('button', { name: 'Lưu' }).click()
  await expect(page.getByText('Đã cập nhật tài khoản.')).toBeVisible()
  await page.reload()
  await expect(rowOf(page, subject.user_name)).toContainText('Chi nhánh Cà Mau')
  await expect(form).toHaveCount(0)
})

test('Escape on a form with unsaved input asks first, and the stored draft contains no password', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await openAccounts(page)
  await page.getByRole('button', { name: 'Thêm tài khoản' }).click()
  const form = page.getByRole('dialog', { name: 'Thêm tài khoản' })
  await form.getByLabel('Họ và tên').fill('Lê Văn Dở Dang')
  await form.getByLabel('Mật khẩu', { exact: true }).fill('Bưởi-xanh-2026')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toContainText('Bỏ các thay đổi chưa lưu?')
  await confirmWith(page, 'Tiếp tục sửa')
  await expect(form.getByLabel('Họ và tên')).toHaveValue('Lê Văn Dở Dang')
  const stored_texts = await page.evaluate(() => JSON.stringify(sessionStorage) + JSON.stringify(localStorage))
  expect(stored_texts).toContain('Lê Văn Dở Dang')
  expect(stored_texts).not.toContain('Bưởi-xanh-2026')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await confirmWith(page, 'Bỏ thay đổi')
  await expect(form).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Tài khoản' })).toBeVisible()
  await expect(form).toHaveCount(0)
})
