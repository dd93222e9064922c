// The second factor of sign-in, set up and used, and the step-up before actions that cannot be undone.
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { asOwner } from '#server/testing/as-owner.ts'
import { withDatabase } from './database.ts'
import { faults } from './faults.ts'
import { expect, test } from './fixture.ts'
import { adminToken, newPerson, post, signIn, signInByForm, typeSignIn } from './people.ts'

// Each signs in two or three times, and every sign-in costs a slow hash.
test.describe.configure({ timeout: 180_000 })

const password = 'Bưởi-da-xanh-2026'
const second = 'Bước xác minh thứ hai'

/** Passkeys belong to a host name, so the program is opened as localhost. */
const byName = (path: string) => new URL(path, process.env.BASE_URL!.replace('127.0.0.1', 'localhost')).href

/** Adds a virtual fingerprint reader that always accepts. */
async function giveAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Reads the recovery codes that are shown once, and confirms that they are saved. */
async function keepCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Mã khôi phục' })
  const text = await dialog.getByRole('region', { name: 'Mã khôi phục' }).innerText()
  await dialog.getByText('Tôi đã lưu các mã này').click()
  await dialog.getByRole('button', { name: 'Xong' }).click()
  await expect(dialog).toBeHidden()
  return text.trim().split('\n')
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /mở ngăn tài khoản/ }).click()
  await page.getByRole('button', { name: 'Đăng xuất' }).click()
  await expect(page).toHaveURL(/\/login/)
}

/** Makes the last proof of the person in their session two days old. */
async function growOld(user_id: number): Promise<void> {
  await withDatabase((db) =>
    asOwner(db, sql`update session set proved_at = now() - interval '2 days' where user_id = ${user_id}`),
  )
}

test('a passkey is added, and sign-in then asks for it after the password', async ({ page, request }) => {
  const person = await newPerson(request, { password })
  await giveAuthenticator(page)
  await page.goto(byName('/login'))
  await typeSignIn(page, person.user_name, password)
  await expect(page).not.toHaveURL(/\/login/)
  await page.getByRole('button', { name: /mở ngăn tài khoản/ }).click()
  await page.getByRole('link', { name: 'Bảo mật của tôi' }).click()
  await expect(page.getByText('dữ liệu mẫu')).toBeVisible()
  await page.getByRole('button', { name: 'Thêm khóa truy cập' }).click()
  await page.getByRole('dialog').getByLabel('Tên gợi nhớ').fill('Máy ở quầy')
  await page.getByRole('button', { name: 'Tạo khóa' }).click()
  expect(await keepCodes(page)).toHaveLength(10)
  await expect(page.getByText('Máy ở quầy')).toBeVisible()
  expect(await faults(page)).toEqual([])

  await signOut(page)
  await typeSignIn(page, person.user_name, password)
  await expect(page.getByRole('heading', { name: second })).toBeVisible()
  // No other page opens before the second factor.
  await page.goto(byName('/bao-mat'))
  await expect(page.getByRole('heading', { name: second })).toBeVisible()
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Dùng khóa truy cập' }).click()
  await expect(page.getByRole('heading', { name: 'Bảo mật của tôi' })).toBeVisible()
  await expect(page.getByText('Máy ở quầy')).toBeVisible()
})

test('with an authenticator app set up, a recovery code signs in once and is refused the second time', async ({
  page,
  request,
}) => {
  const person = await newPerson(request, { password })
  await signIn(page, person.user_name, password)
  await page.goto('/bao-mat')
  await page.getByRole('button', { name: 'Thêm ứng dụng tạo mã' }).click()
  const dialog = page.getByRole('dialog')
  const secret = dialog.getByRole('status').filter({ hasText: /^[A-Z2-7]{32}$/ })
  const totp = new TOTP({ secret: await secret.innerText() })
  await dialog.getByLabel('2. Nhập 6 số đang hiện').fill('000000')
  await dialog.getByRole('button', { name: 'Xác nhận' }).click()
  await expect(dialog.getByText('Mã không đúng')).toBeVisible()
  await dialog.getByLabel('2. Nhập 6 số đang hiện').fill(totp.generate())
  await dialog.getByRole('button', { name: 'Xác nhận' }).click()
  const [first] = await keepCodes(page)
  await signOut(page)

  for (const [typed, is_right] of [
    [first!, true],
    [first!, false],
  ] as const) {
    await signInByForm(page, person.user_name, password)
    await page.getByLabel('Mã xác minh').fill(typed)
    await page.getByRole('button', { name: 'Xác minh', exact: true }).click()
    if (is_right) {
      await expect(page.getByRole('button', { name: /mở ngăn tài khoản/ })).toBeVisible()
      await signOut(page)
    } else await expect(page.getByText('Mã không đúng, đã dùng rồi hoặc đã hết hạn.')).toBeVisible()
  }
})

test('adding a group asks for a step-up when the last proof is old, and continues after it', async ({
  page,
  request,
}) => {
  const person = await newPerson(request, { password, group: 'Quản trị' })
  await signIn(page, person.user_name, password)
  await page.goto('/nhom-nguoi-dung')
  const form = page.getByRole('region', { name: 'Thêm nhóm' })
  const name = `Xem ${person.user_name.slice(4)}`
  await form.getByLabel('Tên nhóm').fill(name)
  await form.getByLabel('Mô tả').fill('Chỉ xem')
  await page.getByRole('checkbox', { name: 'Xem: Tài khoản', exact: true }).check()
  await growOld(person.user_id)
  await form.getByRole('button', { name: 'Thêm nhóm' }).click()
  const dialog = page.getByRole('dialog', { name: 'Xác minh lại' })
  await expect(dialog.getByLabel('Mật khẩu', { exact: true })).toBeFocused()
  await dialog.getByLabel('Mật khẩu', { exact: true }).fill('không-phải')
  await dialog.getByRole('button', { name: 'Xác minh' }).click()
  await expect(dialog.getByText('Mật khẩu không đúng.')).toBeVisible()
  expect(await faults(page)).toEqual([])
  await dialog.getByLabel('Mật khẩu', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Xác minh' }).click()
  await expect(page.getByText('Đã thêm nhóm người dùng.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Danh sách nhóm' }).getByText(name)).toBeVisible()
})

test('cancelling the step-up leaves the action undone and keeps the typed input', async ({ page, request }) => {
  const person = await newPerson(request, { password, group: 'Quản trị' })
  await signIn(page, person.user_name, password)
  await page.goto('/nhom-nguoi-dung')
  const form = page.getByRole('region', { name: 'Thêm nhóm' })
  await form.getByLabel('Tên nhóm').fill('Nhóm không thành')
  await form.getByLabel('Mô tả').fill('Bỏ dở')
  await page.getByRole('checkbox', { name: 'Xem: Tài khoản', exact: true }).check()
  await growOld(person.user_id)
  await form.getByRole('button', { name: 'Thêm nhóm' }).click()
  await page.getByRole('dialog', { name: 'Xác minh lại' }).getByRole('button', { name: 'Hủy' }).click()
  await expect(page.getByText('Thao tác chưa được thực hiện')).toBeVisible()
  await expect(form.getByLabel('Tên nhóm')).toHaveValue('Nhóm không thành')
})

test('a form in a dialog asks for a step-up only when the change needs one, and saves after it', async ({
  page,
  request,
}) => {
  const person = await newPerson(request, { password, group: 'Quản trị' })
  const mark = randomBytes(3).toString('hex').toUpperCase()
  const pos_name = `Quầy vé số Hương Lan ${mark}`
  const place = { address: '8 Hai Bà Trưng', province_id: 79, district_id: 760 }
  const { data } = await post(
    request,
    'cms/pos/add',
    { pos_code: `LAN${mark}`, pos_name, ...place },
    await adminToken(request),
  )
  await signIn(page, person.user_name, password)
  await page.goto(`/quan-ly-pos?pos_id=${(data as { pos_id: number }).pos_id}`)
  const detail = page.getByRole('dialog', { name: pos_name, exact: true })
  await growOld(person.user_id)
  await detail.getByRole('button', { name: 'Thêm thiết bị' }).click()
  const added = page.getByRole('dialog', { name: 'Thêm thiết bị', exact: true })
  await added.getByLabel('Mã thiết bị').fill(`APP${mark}`)
  await added.getByLabel('Tên thiết bị').fill('Ứng dụng của quầy')
  await added.getByLabel('Loại thiết bị').selectOption('Điện thoại, máy tính bảng')
  await added.getByRole('button', { name: 'Lưu', exact: true }).click()
  await expect(detail.getByText('1 thiết bị')).toBeVisible()

  await detail.getByRole('listitem').filter({ hasText: mark }).getByRole('button', { name: 'Sửa', exact: true }).click()
  const changed = page.getByRole('dialog', { name: 'Sửa thiết bị', exact: true })
  await changed.getByLabel('Được trừ ví khách').check()
  await changed.getByRole('button', { name: 'Lưu', exact: true }).click()
  const proof = page.getByRole('dialog', { name: 'Xác minh lại' })
  await proof.getByLabel('Mật khẩu', { exact: true }).fill(password)
  await proof.getByRole('button', { name: 'Xác minh' }).click()
  await expect(detail.getByText('Được trừ ví khách').first()).toBeVisible()
  await expect(changed).toBeHidden()
  expect(await faults(page)).toEqual([])
})
