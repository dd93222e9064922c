// The public key of a device, as staff enter it.
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { errorAt } from './accounts.ts'
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { adminToken, post, signIn } from './people.ts'

const freshMark = () => randomBytes(3).toString('hex').toUpperCase()

async function openPos(
  request: APIRequestContext,
  overrides: object = {},
): Promise<{ pos_id: number; pos_name: string }> {
  const mark = freshMark()
  const pos_name = `Quầy vé số Hương Sen ${mark}`
  const place = { address: '8 Hai Bà Trưng', province_id: 79, district_id: 760 }
  const draft = { pos_code: `TS${mark}`, pos_name, ...place, ...overrides }
  const { error, data } = await post(request, 'cms/pos/add', draft, await adminToken(request))
  expect(error).toMatchObject({ code: 0 })
  return { pos_id: (data as { pos_id: number }).pos_id, pos_name }
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

test('a device with its key is added by keyboard; a wrong key, or a type that may not charge wallets, is refused', async ({
  page,
  request,
}) => {
  const { pos_id, pos_name } = await openPos(request)
  const pem = generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' }) as string
  await signIn(page, 'admin', admin_password)
  await page.goto(`/quan-ly-pos?pos_id=${pos_id}`)
  const detail = dialog(page, pos_name)
  await detail.getByRole('button', { name: 'Thêm thiết bị' }).press('Enter')
  const form = dialog(page, 'Thêm thiết bị')
  const [keys, key] = [page.keyboard, form.getByLabel('Khóa công khai', { exact: true })]
  const next = async (label: string) => {
    const field = form.getByLabel(label, { exact: true })
    if ((await field.and(page.locator(':focus')).count()) === 0) await keys.press('Tab')
    await expect(field).toBeFocused()
  }
  await expect(form).toBeVisible()
  await next('Mã thiết bị')
  await keys.insertText(`KEY${freshMark()}`)
  await next('Tên thiết bị')
  await keys.insertText('Ứng dụng của quầy')
  await next('Loại thiết bị')
  await form.getByLabel('Loại thiết bị', { exact: true }).selectOption('Máy bán vé')
  await next('Trạng thái')
  await next('Khóa công khai')
  await keys.insertText('không phải khóa')
  await keys.press('Enter')
  await expect(form.getByText(/^Không phải khóa công khai Ed25519/)).toBeVisible()
  expect(await errorAt(form, 'Khóa công khai')).toContain('32 byte dạng base64')
  await expect(key).toBeFocused()
  expect(await faults(page)).toEqual([])
  await keys.press('Control+A')
  await keys.insertText(pem)
  await next('Được trừ ví khách')
  await keys.press('Space')
  await form.getByRole('button', { name: 'Lưu', exact: true }).press('Enter')
  await expect(form.getByText('Chỉ điện thoại, máy tính bảng mới được trừ ví khách')).toBeVisible()
  await form.getByLabel('Loại thiết bị', { exact: true }).selectOption('Điện thoại, máy tính bảng')
  await form.getByRole('button', { name: 'Lưu', exact: true }).press('Enter')
  await expect(detail.getByText('1 thiết bị')).toBeVisible()
  await expect(detail.getByText(/^Khóa ([0-9a-f]{4} ){3}[0-9a-f]{4}$/)).toBeVisible()
  await expect(detail.getByText('Được trừ ví khách').first()).toBeVisible()
  expect(await faults(page)).toEqual([])
})
