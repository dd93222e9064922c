// Prizes claimed at a counter: ticket and papers are checked, a second person pays, tax is listed, expired prizes are reopened.
import type { APIRequestContext, Page } from '@playwright/test'
import { winning } from '../../src/testing/rewards.ts'
import { confirmWith, password, phone } from './accounts.ts'
import { png } from './banners.ts'
import { fresh } from './draws.ts'
import { faults } from './faults.ts'
import { expect, test } from './fixture.ts'
import { newPerson, signIn } from './people.ts'
import { expired, winnersAtCounter } from './winners.ts'

test.slow()

const drawer = (page: Page) => page.getByRole('dialog').last()
/** Letters only, so that it is a name. */
const freshName = () => `Thử ${fresh().replaceAll(/\d/g, (digit) => 'GHIKLMNOPQ'[Number(digit)]!)}`

async function enter(page: Page, request: APIRequestContext) {
  const { user_name } = await newPerson(request, { password, group: 'Duyệt chi' })
  await signIn(page, user_name, password)
}

async function show(page: Page, label: string) {
  await page.getByLabel(label, { exact: true }).setInputFiles(await png(`${label}.png`))
  await expect(page.getByRole('button', { name: 'Bỏ ảnh' }).last()).toBeVisible()
}

test('a large prize claimed with ticket and papers is paid by a second person, with a receipt and its tax listed', async ({
  page,
  browser,
  request,
}) => {
  const msisdn = `84${phone().slice(1)}`
  const full_name = freshName()
  await winnersAtCounter([{ msisdn, full_name, number: winning.first }])
  await enter(page, request)
  await page.goto('/nhan-thuong-tai-quay')
  await page.getByRole('button', { name: 'Nhận vé' }).first().click()
  await page.getByRole('searchbox').fill(`0${msisdn.slice(2)}`)
  await expect(page.getByText('Tìm thấy 1 giải chưa lĩnh')).toBeVisible()
  const pass = page.getByRole('button', { name: 'Chuyển người thứ hai' })
  await expect(page.getByText(/Còn thiếu: .*dãy số/).first()).toBeVisible()
  expect(await faults(page, 'main')).toEqual([])

  await page.getByLabel('Dãy số trên vé').fill(winning.first)
  const day = (await page.getByText(/^Kỳ quay /).textContent())!.replace('Kỳ quay ', '')
  await page.getByLabel('Ngày in trên vé').fill(day)
  await page.getByRole('switch').check()
  await page.reload()
  await expect(page.getByText('Đã khôi phục nội dung bạn đang nhập dở.')).toBeVisible()
  await expect(page.getByLabel('Dãy số trên vé')).toHaveValue(winning.first)
  await page.getByLabel('Số căn cước hoặc hộ chiếu').fill('079088001234')
  for (const label of ['Mặt trước vé', 'Mặt sau vé', 'Giấy tờ, mặt trước', 'Giấy tờ, mặt sau']) await show(page, label)
  await expect(page.getByText(/Còn thiếu/)).toHaveCount(0)
  const receiver_phone = page.getByLabel('SĐT khách')
  await receiver_phone.fill('12')
  await pass.click()
  await expect(receiver_phone).toBeFocused()
  await expect(receiver_phone).toHaveAccessibleDescription(/Vui lòng nhập đúng định dạng số điện thoại/)
  await receiver_phone.fill('０912.345 678 ')
  await pass.click()
  await expect(drawer(page).getByText('Chờ người thứ hai').first()).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: 'Duyệt, trả tiền' })).toHaveAttribute('aria-disabled', 'true')

  const second = await browser.newPage()
  await enter(second, second.request)
  await second.goto(`/nhan-thuong-tai-quay?keyword=${encodeURIComponent(full_name)}`)
  await second.getByRole('row').filter({ hasText: full_name }).click()
  await drawer(second).getByRole('button', { name: 'Xem ảnh' }).click()
  await expect(drawer(second).locator('img')).toHaveCount(4)
  expect(await faults(second, '[role=dialog]')).toEqual([])
  await drawer(second).getByRole('button', { name: 'Duyệt, trả tiền' }).click()
  await expect(second.getByRole('alertdialog')).toContainText('Hai mươi chín triệu đồng')
  await confirmWith(second, 'Trả 29.000.000 đ')
  await drawer(second).getByRole('button', { name: 'In biên nhận' }).click()
  const paper = drawer(second)
  await expect(paper.getByText('Bằng chữ: Hai mươi chín triệu đồng.')).toBeVisible()
  await expect(paper.getByText('079088001234')).toBeVisible()
  await second.keyboard.press('Escape')

  await second.goto(`/lich-su-tra-thuong?tab=tax&keyword=${encodeURIComponent(full_name)}`)
  const taxed = second.getByRole('row').filter({ hasText: full_name })
  for (const amount of ['30.000.000', '10.000.000', '1.000.000', '29.000.000'])
    await expect(taxed).toContainText(amount)
  await second.getByRole('radio', { name: 'Từng người' }).or(second.getByText('Từng người')).first().click()
  await expect(second.getByRole('row').filter({ hasText: full_name })).toContainText('079088001234')
  expect(await faults(second, 'main')).toEqual([])
})

test('a photo that another claim has is refused at its field', async ({ page, request }) => {
  const winners = [0, 1].map(() => ({ msisdn: `84${phone().slice(1)}`, full_name: freshName() }))
  await winnersAtCounter(winners)
  await enter(page, request)
  const photo = await png('ve.png')
  for (const { msisdn } of winners) {
    await page.goto(`/nhan-thuong-tai-quay?desk=0${msisdn.slice(2)}`)
    await page.getByLabel('Dãy số trên vé').fill(winning.two_tiers)
    const day = (await page.getByText(/^Kỳ quay /).textContent())!.replace('Kỳ quay ', '')
    await page.getByLabel('Ngày in trên vé').fill(day)
    await page.getByRole('switch').check()
    await page.getByLabel('Mặt trước vé', { exact: true }).setInputFiles(photo)
    await page.getByRole('button', { name: 'Trả 500.000 đ' }).click()
    if (msisdn === winners[0]!.msisdn) await expect(page.getByText('Đã trả thưởng.')).toBeVisible()
  }
  await expect(page.getByText('Ảnh này đã dùng cho một lượt nhận khác. Hãy chụp lại.')).toBeVisible()
})

test('a prize whose deadline has passed is reopened by two persons', async ({ page, browser, request }) => {
  const [reward_id] = await winnersAtCounter([{ msisdn: `84${phone().slice(1)}`, full_name: freshName() }])
  await expired([reward_id!])
  await enter(page, request)
  await page.goto(`/lich-su-tra-thuong?reward_id=${reward_id}`)
  await expect(drawer(page).getByText('Hết hạn lĩnh').first()).toBeVisible()
  await drawer(page).getByRole('button', { name: 'Đề nghị mở lại' }).click()
  const request_dialog = page.getByRole('dialog', { name: /^Đề nghị mở lại TT/ })
  await request_dialog.getByLabel('Lý do').fill('Khách nằm viện, có giấy ra viện')
  expect(await faults(page, '[role=dialog]')).toEqual([])
  await request_dialog.getByRole('button', { name: 'Đề nghị', exact: true }).click()
  await expect(drawer(page).getByText(/đề nghị mở lại tới/)).toBeVisible()

  const second = await browser.newPage()
  await enter(second, second.request)
  await second.goto(`/lich-su-tra-thuong?reward_id=${reward_id}`)
  await drawer(second).getByRole('button', { name: 'Mở lại giải' }).click()
  const dialog = second.getByRole('dialog', { name: /^Mở lại TT/ })
  await expect(dialog.getByText('Khách nằm viện, có giấy ra viện')).toBeVisible()
  await dialog.getByLabel('Lý do').fill('Đã xem giấy ra viện')
  await dialog.getByRole('button', { name: 'Mở lại', exact: true }).click()
  await expect(drawer(second).getByText('Chờ duyệt').first()).toBeVisible()
})
