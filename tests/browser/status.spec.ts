// The page of the condition of the system, as its operators see it.
import { password } from './accounts.ts'
import { admin_password, expect, test } from './fixture.ts'
import { newPerson, signIn } from './people.ts'

test('the page of the condition of the system shows all its parts', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/tinh-trang-he-thong')
  await expect(page.getByRole('heading', { name: 'Tình trạng hệ thống' })).toBeVisible()
  const parts = [
    'Chương trình',
    'Cơ sở dữ liệu',
    'Sao lưu',
    'Cổng thanh toán',
    'Công việc nền',
    'Nguồn kết quả',
    'Cảnh báo',
    'Kiểm toàn bộ hằng đêm',
  ]
  for (const name of parts) await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(page.getByText(/^PostgreSQL nhúng 18/)).toBeVisible()
  await expect(page.getByText('chương trình không tự sao lưu')).toBeVisible()
})

test('an accountant without the right is refused the condition of the system', async ({ page, request }) => {
  const clerk = await newPerson(request, { password, group: 'Kế toán' })
  await signIn(page, clerk.user_name, password)
  await page.goto('/tinh-trang-he-thong')
  await expect(page.getByRole('heading', { name: 'Bạn không có quyền truy cập trang này' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Cơ sở dữ liệu' })).toHaveCount(0)
})
