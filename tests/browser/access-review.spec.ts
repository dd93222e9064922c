// Conflicts of duties: the warning on the page of user groups, and the quarterly access review.
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { newPerson, signIn } from './people.ts'

test('ticking the conflicting rights to set limits and to pay shows a warning on the page of user groups', async ({
  page,
}) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/nhom-nguoi-dung')
  await page.getByRole('checkbox', { name: 'Sửa: Hình thức nhận thưởng', exact: true }).check()
  const warning = page.getByText('Nhóm này gộp những việc không nên chung một người')
  await expect(warning).toBeHidden()
  await page.getByRole('checkbox', { name: 'Duyệt: Rút tiền về ngân hàng', exact: true }).check()
  await expect(warning).toBeVisible()
  await expect(page.getByText('Đặt giới hạn và chi tiền')).toBeVisible()
})

test('the access review shows the rights of a person by page and confirms them for the quarter', async ({
  page,
  request,
}) => {
  const person = await newPerson(request, { password: 'Mận-hồng-2026', group: 'Chăm sóc khách hàng' })
  await signIn(page, 'admin', admin_password)
  await page.goto(`/ra-soat-quyen?keyword=${person.user_name}`)
  const row = page.getByRole('row', { name: new RegExp(person.user_name) })
  await expect(row).toContainText('Chưa rà soát')
  await row.getByRole('cell').first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Lịch sử giao dịch', { exact: true })).toBeVisible()
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: /còn đúng/ }).click()
  await expect(row).toContainText('Đã rà soát')
  expect(await faults(page)).toEqual([])
})
