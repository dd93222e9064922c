// Winners are paid: one by one, in batches, and to numbers whose holders were checked.
import type { APIRequestContext, Page } from '@playwright/test'
import { confirmWith, password, phone } from './accounts.ts'
import { fresh, dataOf } from './draws.ts'
import { faults } from './faults.ts'
import { expect, sample_password, test } from './fixture.ts'
import { newPerson, signIn, tokenOf } from './people.ts'
import { winners } from './winners.ts'

// Payments are sent, confirmed and reported by the gateway several times in one story.
test.slow()

const drawer = (page: Page) => page.getByRole('dialog').last()
const msisdn = (end: string) => `84${phone().slice(1)}`.replace(/\d{4}$/, end)
/** Letters only, so that it is a name. */
const freshName = () => `Thử ${fresh().replaceAll(/\d/g, (digit) => 'GHIKLMNOPQ'[Number(digit)]!)}`

async function payer(page: Page, request: APIRequestContext) {
  const { user_name } = await newPerson(request, { password, group: 'Duyệt chi' })
  await signIn(page, user_name, password)
}

/** Changes the reward to a number that can be paid, by somebody who has not created the payer's account. */
async function mend(request: APIRequestContext, reward_id: number) {
  const token = await tokenOf(request, 'ketoan', sample_password)
  await dataOf(request, token, 'cms/reward/change_msisdn', { reward_id, msisdn: msisdn('5678') })
}

test('a batch of rewards is approved and paid; its failed line is corrected and paid on retry', async ({
  page,
  request,
}) => {
  const full_name = freshName()
  const reward_ids = await winners(['5678', '5678', '1007'].map((end) => ({ msisdn: msisdn(end), full_name })))
  await payer(page, request)
  await page.goto(`/lich-su-tra-thuong?keyword=${encodeURIComponent(full_name)}`)
  await page.getByRole('checkbox', { name: /Chọn/ }).first().check()
  await page.getByRole('group', { name: 'Thao tác hàng loạt' }).getByRole('button', { name: 'Lập lô' }).click()
  const created = page.waitForResponse(/\/push_reward\/create$/)
  await drawer(page).getByRole('button', { name: 'Lập lô' }).click()
  const { data } = (await (await created).json()) as { data: { batch: { batch_code: string } } }
  await expect(drawer(page).getByText('3 giải thưởng', { exact: false }).first()).toBeVisible()
  await drawer(page).getByRole('button', { name: 'Đóng' }).last().click()

  // Each run of this story makes a batch of the same name.
  await page.goto(`/lo-tra-thuong?keyword=${data.batch.batch_code}`)
  await page.getByRole('row').filter({ hasText: '3 giải chọn tay' }).click()
  await expect(page.getByText('Chưa ai duyệt, chưa có đồng nào rời quỹ')).toBeVisible()
  await expect(page.getByText(/Quỹ trả thưởng .* − 1\.500\.000\sđ = /)).toBeVisible()
  expect(await faults(page, 'main')).toEqual([])
  await page.getByRole('button', { name: 'Duyệt lô' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Một triệu năm trăm nghìn đồng')
  await confirmWith(page, 'Trả 1.500.000 đ')
  const retry = page.getByRole('button', { name: 'Đẩy lại 1 lỗi' })
  await expect(retry).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('1.000.000 đ / 1.500.000 đ')).toBeVisible()
  await page.getByRole('row').filter({ hasText: 'Thất bại' }).click()
  await expect(drawer(page).getByText('Thất bại', { exact: true }).first()).toBeVisible()
  await expect(drawer(page).getByText('Trả thưởng theo lô').first()).toBeVisible()
  expect(await faults(page, '[role=dialog]')).toEqual([])
  await page.keyboard.press('Escape')

  await mend(request, reward_ids[2]!)
  await page.reload()
  await retry.click()
  await confirmWith(page, 'Đẩy lại 1 lỗi')
  await expect(page.getByText('1.500.000 đ / 1.500.000 đ')).toBeVisible({ timeout: 30_000 })
})

test('a single reward is approved and paid; a failed one is paid after its phone number was changed', async ({
  page,
  request,
}) => {
  const full_name = freshName()
  const [good, bad] = (await winners(['5678', '1007'].map((end) => ({ msisdn: msisdn(end), full_name })))) as [
    number,
    number,
  ]
  await payer(page, request)
  await page.goto(`/lich-su-tra-thuong?reward_id=${good}`)
  await drawer(page).getByRole('button', { name: 'Duyệt đẩy' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Lệnh chi được gửi ngay và không thu hồi được.')
  await confirmWith(page, 'Trả 500.000 đ')
  await expect(drawer(page).getByText('Thành công', { exact: true }).first()).toBeVisible({ timeout: 30_000 })

  await page.goto(`/lich-su-tra-thuong?reward_id=${bad}`)
  await drawer(page).getByRole('button', { name: 'Duyệt đẩy' }).click()
  await confirmWith(page, 'Trả 500.000 đ')
  await expect(drawer(page).getByText('Thất bại', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
  expect(await faults(page, '[role=dialog]')).toEqual([])
  await mend(request, bad)
  await page.reload()
  await drawer(page).getByRole('button', { name: 'Duyệt đẩy' }).click()
  await confirmWith(page, 'Trả 500.000 đ')
  await expect(drawer(page).getByText('Thành công', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
})

test('winning tickets are saved as a file, for the days of the list or for those that are asked for', async ({
  page,
  request,
}) => {
  await payer(page, request)
  await page.goto('/lich-su-tra-thuong')
  await page.getByRole('button', { name: 'Xuất vé trúng' }).click()
  await expect(drawer(page).getByRole('button', { name: 'Xuất file' })).toHaveAccessibleDescription(
    'Hãy chọn ngày quay.',
  )
  expect(await faults(page, '[role=dialog]')).toEqual([])

  await page.goto('/lich-su-tra-thuong?from_date=2026-01-01&to_date=2026-01-31')
  await page.getByRole('button', { name: 'Xuất vé trúng' }).click()
  await expect(drawer(page).getByLabel('Từ ngày')).toHaveValue('01/01/2026')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    drawer(page).getByRole('button', { name: 'Xuất file' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^ve-trung-\d{8}-\d{4}\.xlsx$/)
})

test('pasted accounts are checked; a name that differs is compared letter by letter and can be accepted', async ({
  page,
  request,
}) => {
  const [other, absent] = [`0${msisdn('5678').slice(2)}`, `0${msisdn('1007').slice(2)}`]
  await payer(page, request)
  await page.goto('/lo-kiem-tra-tai-khoan')
  await page.getByRole('button', { name: 'Lô mới' }).click()
  await drawer(page).getByLabel('Danh sách').fill(`${other} Khuất Văn Xuyến\n${absent} Trịnh Quốc Đạt\nkhông phải số`)
  await expect(drawer(page).getByText(/Dòng 3:/)).toBeVisible()
  await drawer(page).getByLabel('Danh sách').fill(`${other} Khuất Văn Xuyến\n${absent} Trịnh Quốc Đạt`)
  await drawer(page).getByRole('button', { name: 'Kiểm tra 2 tài khoản' }).click()
  await expect(page.getByText('2 / 2', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('row').filter({ hasText: 'Trịnh Quốc Đạt' })).toContainText('Không tồn tại')
  const row = page.getByRole('row').filter({ hasText: 'Khuất Văn Xuyến' })
  await expect(row).toContainText('Không khớp')
  await row.click()
  await expect(drawer(page).getByText('So từng chữ')).toBeVisible()
  expect(await faults(page, '[role=dialog]')).toEqual([])
  await drawer(page).getByRole('button', { name: 'Nhận tên này' }).click()
  await confirmWith(page, 'Nhận tên này')
  await expect(drawer(page).getByText('Khớp', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
})
