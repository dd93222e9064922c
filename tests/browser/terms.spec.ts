// Terms: a draft is saved on the server while it is typed, compared with the published version, published, and reverted.
import { act } from './rows.ts'
import { adminToken, post, signIn } from './people.ts'
import { admin_password, expect, test } from './fixture.ts'

interface AddedTerms {
  config_file_id: number
}

test('a draft of terms survives a reload, is compared with the published version, published, and reverted', async ({
  page,
  request,
}) => {
  const token = await adminToken(request)
  const title = `Điều khoản thử ${Date.now()}`
  const content = '<h2>1. Lĩnh thưởng</h2><p>Thời hạn là 30 ngày.</p><h2>2. Giữ hộ</h2><p>Miễn phí.</p>'
  const { data } = await post(request, 'cms/config_file/add', { type: 'terms', title, content }, token)
  const { config_file_id } = data as AddedTerms
  expect((await post(request, 'cms/config_file/publish', { config_file_id }, token)).error.code).toBe(0)

  await signIn(page, 'admin', admin_password)
  await page.goto(`/dieu-khoan-huong-dan-choi/update/${config_file_id}`)
  const editor = page.getByRole('textbox', { name: 'Nội dung bản nháp' })
  await expect(editor).toContainText('Thời hạn là 30 ngày.')
  await expect(page.getByRole('list', { name: 'Mục lục' }).getByRole('listitem')).toHaveText([
    '1. Lĩnh thưởng',
    '2. Giữ hộ',
  ])
  await editor.getByText('Thời hạn là 30 ngày.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Quá hạn, vé không còn giá trị.')
  await expect(page.getByText('Đã lưu trên máy chủ')).toBeVisible()
  await page.reload()
  await expect(editor).toContainText('Quá hạn, vé không còn giá trị.')

  await page.getByText('So hai bản', { exact: true }).click()
  const compared = page.getByRole('group', { name: 'Hai bản đặt cạnh nhau' })
  await expect(compared.locator('ins')).toHaveText('Quá hạn, vé không còn giá trị.')
  await expect(page.getByText('+1 chỗ thêm')).toBeVisible()

  await page.getByRole('button', { name: 'Công bố…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Khách sẽ đọc v2 thay cho v1.')
  await dialog.getByRole('button', { name: 'Công bố v2 ngay' }).click()
  await expect(page.getByText('Đã công bố v2.')).toBeVisible()

  const versions = page.getByRole('list', { name: 'Các bản' })
  await expect(versions.getByRole('listitem').filter({ hasText: 'v2' })).toContainText('Đang công bố')
  await versions.getByRole('button', { name: /v1/ }).click()
  await page.getByRole('button', { name: 'Quay lại bản này (v1)' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quay lại v1' }).click()
  await expect(versions.getByRole('listitem').filter({ hasText: 'v3' })).toContainText('Đang công bố')
})

test('what was typed last is saved when the editor is left, and opened again; what was undone does not come back', async ({
  page,
  request,
}) => {
  const token = await adminToken(request)
  const title = `Điều khoản rời trang ${Date.now()}`
  const content = '<p>Thời hạn là 30 ngày.</p>'
  await post(request, 'cms/config_file/add', { type: 'terms', title, content }, token)
  await signIn(page, 'admin', admin_password)
  await page.goto(`/dieu-khoan-huong-dan-choi?keyword=${encodeURIComponent(title)}`)
  const editor = page.getByRole('textbox', { name: 'Nội dung bản nháp' })
  const open = async () => {
    await act(page.getByRole('row').filter({ hasText: title }), 'Soạn')
    await editor.getByText('Thời hạn là 30 ngày.').click()
    await page.keyboard.press('End')
  }
  const leave = () => page.getByRole('link', { name: /^←/ }).click()
  await open()
  await page.keyboard.type(' Một.')
  await expect(page.getByText('Đã lưu trên máy chủ')).toBeVisible()
  await page.keyboard.type(' Hai.')
  await leave()
  await open()
  await expect(editor).toHaveText('Thời hạn là 30 ngày. Một. Hai.')
  await expect(page.getByText('Đã lưu trên máy chủ')).toBeVisible()
  await page.keyboard.type(' Nhầm.')
  await page.keyboard.press('ControlOrMeta+z')
  await leave()
  await open()
  await expect(editor).toHaveText('Thời hạn là 30 ngày. Một. Hai.')
  await expect(page.getByText('Đã khôi phục')).toBeHidden()
})
