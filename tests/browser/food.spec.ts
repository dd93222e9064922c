// A tag and a food under it, as an editor of content adds them; a tag that is in use stays.
import { png, rowOf, shownAt } from './banners.ts'
import { admin_password, expect, test } from './fixture.ts'
import { signIn } from './people.ts'
import { act } from './rows.ts'

test('a food is added under a sub-tag, which then cannot be deleted', async ({ page }) => {
  const [tag, food] = ['Món chay', 'Đậu hũ sốt cà'].map((name) => `${name} ${Date.now()}`) as [string, string]
  await signIn(page, 'admin', admin_password)
  await page.goto('/danh-muc-mon-an')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Thêm danh mục' }).click()
  await dialog.getByLabel('Danh mục', { exact: true }).fill(tag)
  await dialog.getByLabel('Thuộc danh mục').fill('mon kho')
  await page.getByRole('option', { name: 'Món khô' }).click()
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await expect(rowOf(page, tag)).toContainText('Món khô')

  await page.goto('/danh-sach-mon-an')
  await page.getByRole('button', { name: 'Thêm món ăn' }).click()
  await dialog.getByLabel('Món ăn', { exact: true }).fill(food)
  await dialog.getByLabel('Giá').fill('45000')
  await dialog.getByLabel('Ảnh', { exact: true }).setInputFiles(await png())
  await expect(dialog.getByRole('button', { name: 'Bỏ ảnh' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await shownAt(dialog, 'Không được để trống')
  await dialog.getByLabel('Chữ thay ảnh').fill('Đĩa đậu hũ sốt cà chua')
  await dialog.getByRole('combobox', { name: 'Danh mục' }).fill(tag)
  await page.getByRole('option', { name: tag }).click()
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await expect(rowOf(page, food)).toContainText('45.000')

  await page.goto('/danh-muc-mon-an')
  await act(rowOf(page, tag), 'Xóa')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Xóa' }).click()
  await expect(page.getByText('Danh mục đang có 1 món ăn nên không thể xóa.')).toBeVisible()
})
