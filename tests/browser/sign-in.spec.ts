// Sign-in: signing in and out, refusals, ended sessions, an unreachable server, passwords, and requests for accounts.
import type { Page } from '@playwright/test'
import { version } from '#server/program/version.ts'
import { solve } from './captcha.ts'
import { faults } from './faults.ts'
import { admin_password, expect, sample_password, test } from './fixture.ts'
import { adminToken, first_password, newPerson, post, signIn, signInByForm, typeSignIn } from './people.ts'

const wrong_credentials = 'Tài khoản người dùng hoặc mật khẩu không hợp lệ'
/** The error at a field; null when there is none. */
const error = async (page: Page, label: string) => {
  const id = await page.getByLabel(label, { exact: true }).getAttribute('aria-describedby')
  return id === null ? null : page.locator(`[id="${id}"]`).textContent()
}
const openAccount = (page: Page) => page.getByRole('button', { name: /mở ngăn tài khoản/ }).click()

test('signing in opens the home page, and signing out ends the session in every tab', async ({ page, context }) => {
  await signInByForm(page, 'quantri', sample_password)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Xin chào, Nguyễn Thị Hằng')
  await expect(page).toHaveTitle('Vé Số Back Office')
  await expect(page.getByRole('contentinfo')).toHaveText(new RegExp(`^© \\d{4} Vé Số Back Office ${version}$`))
  await expect(page.locator('main, main h1').and(page.locator(':focus'))).toHaveCount(1)
  const names = (await context.cookies()).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['token', 'username', 'userId', 'group']))

  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('navigation', { name: 'Menu chính' })).toBeVisible()

  await openAccount(page)
  await expect(page.getByRole('dialog').getByText('Đã đăng nhập')).toBeVisible()
  await page.getByRole('button', { name: 'Đăng xuất' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(other).toHaveURL(/\/login/)
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('token')
})

test('the sign-in page needs no more than 90 kB of script and style', async ({ page }) => {
  const needed: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (/\.(js|css)$/.test(request.url())) needed.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  // What is prefetched for the time after the sign-in does not count.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  await page.goto('/login', { waitUntil: 'networkidle' })
  await expect(page.getByLabel('Tên đăng nhập')).toBeFocused()
  const sizes = await Promise.all(needed)
  expect(sizes.length).toBeGreaterThan(2)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(90_000)
})

test('a person who is signed in and opens the sign-in page is redirected to the home page', async ({ page }) => {
  await signInByForm(page, 'quantri', sample_password)
  for (const address of ['/login', '/login/']) {
    await page.goto(address)
    await expect(page).toHaveURL(new URL('/', page.url()).href)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Xin chào')
  }
  await page.goto('/tai-khoan/?status=1')
  await expect(page).toHaveURL(/\/tai-khoan\?status=1$/)
  await expect(page.getByRole('link', { name: 'Tài khoản', exact: true })).toHaveAttribute('aria-current', 'page')
})

test('a wrong password shows the same error at both fields', async ({ page, request }) => {
  const { user_name } = await newPerson(request)
  await page.goto('/login')
  await typeSignIn(page, user_name, 'Không-phải-2026')
  await expect.poll(() => error(page, 'Tên đăng nhập')).toBe(wrong_credentials)
  expect(await error(page, 'Mật khẩu')).toBe(wrong_credentials)
})

test('a user name with a space is refused at its field on sign-in', async ({ page }) => {
  await page.goto('/login')
  await typeSignIn(page, 'quan tri', 'gì cũng được')
  await expect.poll(() => error(page, 'Tên đăng nhập')).toBe('Tên người dùng không hợp lệ.')
})

test('after several wrong passwords sign-in succeeds with a captcha only', async ({ page, request }) => {
  const { user_name, password } = await newPerson(request, { password: 'Mận-hồng-2026' })
  await page.goto('/login')
  const captcha = page.getByLabel('Mã xác nhận')
  for (let tries = 0; tries < 8 && !(await captcha.isVisible()); tries++) {
    const response = page.waitForResponse(/account\/login/)
    await typeSignIn(page, user_name, `Sai-lần-${tries}-2026`)
    await response
    await expect(page.getByRole('button', { name: 'Đăng nhập' })).not.toHaveAttribute('aria-busy', 'true')
  }
  await expect(captcha).toBeVisible()
  await typeSignIn(page, user_name, password)
  await expect.poll(() => error(page, 'Mã xác nhận')).toBeTruthy()
  await expect(page).toHaveURL(/\/login/)
  await solve(page)
  await typeSignIn(page, user_name, password)
  await expect(page).toHaveURL(/\/$/)
})

test('a revoked session leads to sign-in by itself, and signing in leads back to the same URL', async ({
  page,
  request,
}) => {
  const person = await newPerson(request, { password: 'Mận-hồng-2026', group: 'Kho vé' })
  await signInByForm(page, person.user_name, person.password)
  await page.goto('/tai-khoan?status=1')
  await expect(page.getByRole('heading', { level: 1, name: 'Tài khoản' })).toBeVisible()
  const revoked = await post(
    request,
    'cms/account/session/revoke',
    { user_id: person.user_id },
    await adminToken(request),
  )
  expect(revoked.error.code).toBe(0)

  // Nobody touches the page: the server notifies it.
  await expect(page).toHaveURL(/\/login\?next=/, { timeout: 20_000 })
  await expect(page.getByText('Vui lòng đăng nhập lại')).toBeVisible()
  await typeSignIn(page, person.user_name, person.password)
  await expect(page).toHaveURL(/\/tai-khoan\?status=1$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Tài khoản' })).toBeVisible()
})

test('changing a password shows each broken rule at its field, and a cancelled dialog forgets its input', async ({
  page,
  request,
}) => {
  const { user_name, password } = await newPerson(request, { password: 'Mận-hồng-2026' })
  await signIn(page, user_name, password)
  await page.goto('/')
  await openAccount(page)
  await page.getByRole('button', { name: 'Đổi mật khẩu' }).click()
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Đổi mật khẩu' })
  const type = async (old: string, next: string, confirmation: string) => {
    await dialog.getByLabel('Mật khẩu cũ').fill(old)
    await dialog.getByLabel('Mật khẩu mới', { exact: true }).fill(next)
    await dialog.getByLabel('Nhập lại mật khẩu mới').fill(confirmation)
    await save.click()
  }
  await save.click()
  for (const label of ['Mật khẩu cũ', 'Mật khẩu mới', 'Nhập lại mật khẩu mới']) {
    expect(await error(page, label)).toBe('Không được để trống')
  }
  await type(password, 'ngắn', 'ngắn')
  expect(await error(page, 'Mật khẩu mới')).toBe('Không được ít hơn 8 ký tự')
  await type(password, 'Bưởi-xanh-2026', 'Bưởi-xanh-2027')
  expect(await error(page, 'Nhập lại mật khẩu mới')).toBe('Mật khẩu không khớp')
  await type(password, password, password)
  expect(await error(page, 'Mật khẩu mới')).toBe('Mật khẩu mới không được trùng với mật khẩu cũ')
  await type('Không-phải-2026', 'Bưởi-xanh-2026', 'Bưởi-xanh-2026')
  await expect.poll(() => error(page, 'Mật khẩu cũ')).toBe('Mật khẩu cũ không đúng.')

  await dialog.getByRole('button', { name: 'Hủy' }).click()
  await openAccount(page)
  await page.getByRole('button', { name: 'Đổi mật khẩu' }).click()
  await expect(dialog.getByLabel('Mật khẩu cũ')).toHaveValue('')
  await type(password, 'Bưởi-xanh-2026', 'Bưởi-xanh-2026')
  await expect(page.getByText('Thay đổi mật khẩu thành công.')).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('a change of password whose answer is lost is retried with the same transid and succeeds', async ({
  page,
  request,
}) => {
  const { user_name, password } = await newPerson(request, { password: 'Mận-hồng-2026' })
  await signIn(page, user_name, password)
  await page.goto('/')
  const transids: string[] = []
  await page.route('**/change_password', async (route) => {
    transids.push((route.request().postDataJSON() as { transid: string }).transid)
    const answer = await route.fetch()
    await (transids.length === 1 ? route.abort() : route.fulfill({ response: answer }))
  })
  await openAccount(page)
  await page.getByRole('button', { name: 'Đổi mật khẩu' }).click()
  await page.getByLabel('Mật khẩu cũ').fill(password)
  await page.getByLabel('Mật khẩu mới', { exact: true }).fill('Bưởi-xanh-2026')
  await page.getByLabel('Nhập lại mật khẩu mới').fill('Bưởi-xanh-2026')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Chưa rõ kết quả, đang kiểm tra')).toBeVisible()
  await expect(page.getByText('Thay đổi mật khẩu thành công.')).toBeVisible()
  expect(transids).toHaveLength(2)
  expect(new Set(transids).size).toBe(1)
})

test('a password given by an administrator must be changed before anything else', async ({ page, request }) => {
  const { user_name } = await newPerson(request)
  await signInByForm(page, user_name, first_password)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Đặt mật khẩu mới')
  await page.goto('/tai-khoan')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Đặt mật khẩu mới')
  await page.keyboard.press('Escape')
  await page.getByLabel('Mật khẩu cũ').fill(first_password)
  await page.getByLabel('Mật khẩu mới', { exact: true }).fill('Bưởi-xanh-2026')
  await page.getByLabel('Nhập lại mật khẩu mới').fill('Bưởi-xanh-2026')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bạn không có quyền truy cập trang này')
})

test('an unknown URL shows 404 beside the menu, with a link to the home page', async ({ page }) => {
  await signIn(page, 'quantri', sample_password)
  await page.goto('/khong-co/trang-nay')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Không tìm thấy trang này')
  await expect(page.getByRole('navigation', { name: 'Menu chính' })).toBeVisible()
  await page.getByRole('link', { name: 'Về trang chủ' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Xin chào')
})

test('a page that a person has no right to is not in the menu and shows the refusal', async ({ page }) => {
  await signIn(page, 'kho', sample_password)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Nhóm người dùng' })).toHaveCount(0)
  await page.goto('/nhom-nguoi-dung')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bạn không có quyền truy cập trang này')
})

test('a request for an account is validated, needs a captcha, and cannot sign in before approval', async ({
  page,
  request,
}) => {
  const user_name = `moi_${Date.now().toString(36)}`
  await page.goto('/logup')
  await page.getByRole('button', { name: 'Gửi yêu cầu' }).click()
  await expect.poll(() => error(page, 'Họ và tên')).toBe('Không được để trống')
  await page.getByLabel('Tên đăng nhập').fill(user_name)
  await page.getByLabel('Mật khẩu', { exact: true }).fill('Bưởi-xanh-2026')
  await page.getByLabel('Họ và tên').fill('Trần Thị Mới')
  await page.getByLabel('Số điện thoại').fill('12345')
  await page.getByLabel('Mã xác nhận').fill('ZZZZZZ')
  await page.keyboard.press('Enter')
  expect(await error(page, 'Số điện thoại')).toBe('Vui lòng nhập đúng định dạng số điện thoại')
  await page.getByLabel('Số điện thoại').fill(`09${String(Date.now()).slice(-8)}`)
  const before = await page.getByRole('img', { name: 'Hình chứa 6 ký tự xác nhận' }).getAttribute('src')
  await page.keyboard.press('Enter')
  await expect.poll(() => error(page, 'Mã xác nhận')).toBe('Mã xác nhận không đúng hoặc đã hết hạn.')
  // A captcha counts once: the next try has another picture.
  await expect(page.getByRole('img', { name: 'Hình chứa 6 ký tự xác nhận' })).not.toHaveAttribute('src', before!)
  await solve(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Đã gửi yêu cầu mở tài khoản')

  const waiting = await post(request, 'cms/account/login', {
    username: user_name,
    password: 'Bưởi-xanh-2026',
    client: 'api',
  })
  expect(waiting.error.code).not.toBe(0)
})

test('a request for a forgotten password is answered alike for a known and an unknown account', async ({
  page,
  request,
}) => {
  const { user_name } = await newPerson(request)
  const answers: string[] = []
  for (const name of [user_name, 'khong.co.ai']) {
    await page.goto('/forgot')
    await page.getByLabel('Tên đăng nhập').fill(name)
    await page.getByLabel('Số điện thoại').fill('0912345678')
    await solve(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Đã ghi nhận yêu cầu')
    answers.push((await page.getByRole('main').innerText()).replaceAll(name, ''))
  }
  expect(answers[0]).toBe(answers[1])
})

test('an unreachable server is reported at sign-in and on the home page, which loads on retry', async ({
  page,
  request,
}) => {
  const { user_name, password } = await newPerson(request, { password: 'Mận-hồng-2026' })
  await page.goto('/login')
  await page.route('**/api/**', (route) => route.abort())
  await typeSignIn(page, user_name, password)
  await expect(page.getByText('Có lỗi xảy ra khi kết nối đến server')).toBeVisible()
  await page.unroute('**/api/**')

  await page.route('**/get_role_by_user*', (route) => route.abort())
  await typeSignIn(page, user_name, password)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Không thể kết nối đến server')
  await page.unroute('**/get_role_by_user*')
  await page.getByRole('button', { name: 'Thử lại' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Xin chào')
})

test('sign-in and menu work by keyboard, and a folded heading of the menu stays folded after a reload', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByLabel('Tên đăng nhập')).toBeFocused()
  await page.keyboard.type('quantri')
  await page.keyboard.press('Tab')
  await page.keyboard.type(sample_password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Xin chào')
  await page.goto('/tai-khoan')
  const menu = page.getByRole('navigation', { name: 'Menu chính' })
  const last = menu.getByRole('link', { name: 'Tình trạng hệ thống' })
  const heading = menu.getByRole('button', { name: 'Hệ thống' })
  await menu.getByRole('link', { name: /^Tài khoản(?! MBBank)/ }).focus()
  await page.keyboard.press('End')
  await expect(last).toBeFocused()
  for (let n = 0; n < 5; n++) await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/nhom-nguoi-dung/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(menu.getByRole('link', { name: 'Nhóm người dùng' })).toHaveAttribute('aria-current', 'page')

  // A heading is folded by keyboard, stays folded after a reload, and is unfolded by keyboard.
  await heading.focus()
  await page.keyboard.press('Enter')
  await expect(last).toBeHidden()
  await page.reload()
  await expect(heading).toHaveAttribute('aria-expanded', 'false')
  await heading.focus()
  await page.keyboard.press('End')
  await expect(heading).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await expect(last).toBeFocused()
})

test('at phone width the menu is a drawer that closes when a page is chosen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'quantri', sample_password)
  await page.goto('/nhom-nguoi-dung')
  await page.getByRole('button', { name: 'Mở menu' }).click()
  // Below its heading, which is open where the open page is; the bank's account has the same first words.
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Tài khoản(?! MBBank)/ })
    .click()
  await expect(page).toHaveURL(/\/tai-khoan$/)
  await expect(page.getByRole('dialog')).toBeHidden()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no accessibility fault in the change of a password, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await signIn(page, 'admin', admin_password)
    await page.goto('/')
    await openAccount(page)
    await page.getByRole('button', { name: 'Đổi mật khẩu' }).click()
    await expect(page.getByLabel('Mật khẩu cũ')).toBeFocused()
    expect(await faults(page)).toEqual([])
  })
}
