// Alarms: rules and their receivers are set, a trial is sent, and alarms appear live on the home page, where they are acknowledged.
import type { Page } from '@playwright/test'
import { password } from './accounts.ts'
import { get, hire } from './draws.ts'
import { revertNewest } from './history.ts'
import { admin_password, expect, test } from './fixture.ts'
import { adminToken, post, signIn } from './people.ts'

const tab = '/cau-hinh-he-thong/canh-bao'
const rules = (page: Page) => page.getByRole('table', { name: 'Cấu hình cảnh báo' })
const ruleRow = (page: Page, name: string) => rules(page).getByRole('row').filter({ hasText: name })

interface Fund {
  account_id: number
  account_name: string
  account_code: string
  warn_below: number
  version: number
}

test('the limit of an alarm rule is changed and restored, and a trial alarm appears for whoever sends it', async ({
  page,
  request,
}) => {
  const clerk = await hire(request, { [tab]: [1, 3] })
  await signIn(page, clerk.user_name, password)
  await page.goto(tab)
  await ruleRow(page, 'Cổng không trả lời').click()
  const minutes = page.getByLabel('Không trả lời quá (phút)')
  const before = await minutes.inputValue()
  await minutes.fill('')
  await page.getByRole('button', { name: 'Lưu' }).click()
  await expect(page.getByText('Không được để trống')).toBeVisible()
  const after = String(Number(before) + 7)
  await minutes.fill(after)
  const why = `Bảo trì ${Date.now()}`
  await page.getByLabel('Lý do', { exact: true }).fill(why)
  await page.getByRole('button', { name: 'Lưu' }).click()
  await expect(ruleRow(page, 'Cổng không trả lời')).toContainText(`Không trả lời ${after} phút`)
  await expect(page.getByText(`Lý do: ${why}`)).toBeVisible()
  await revertNewest(page, why)
  await expect(minutes).toHaveValue(before)
  await page.getByRole('button', { name: 'Lưu' }).click()
  await expect(ruleRow(page, 'Cổng không trả lời')).toContainText(`Không trả lời ${before} phút`)

  await page.getByRole('button', { name: 'Thử cảnh báo' }).click()
  await expect(page.getByText('Đã gửi cảnh báo thử')).toBeVisible()
  await page.goto('/')
  const trial = page.getByRole('listitem').filter({ hasText: 'Cảnh báo thử' })
  await trial.getByRole('button', { name: 'Đã biết' }).click()
  await expect(trial).toHaveCount(0)
})

test('a low fund shows an alarm on the home page of a named receiver, without a reload, until it is filled', async ({
  page,
  request,
}) => {
  const token = await adminToken(request)
  const guard = await hire(request, { '/tai-khoan-tra-thuong': [1] })
  const config = await get<{ items: { kind: number; version: number; users: number[] }[] }>(
    request,
    token,
    'cms/config/alarm/get',
  )
  const rule = config.items.find(({ kind }) => kind === 1)!
  const { users: people } = await get<{ users: { id: number; name: string }[] }>(
    request,
    token,
    'cms/config/alarm/receivers',
  )
  const { id } = people.find(({ name }) => name.endsWith(`(${guard.user_name})`))!
  const users = [...rule.users, id]
  const rule_change = { kind: 1, status: 1, groups: [], users, version: rule.version }
  expect((await post(request, 'cms/config/alarm/update', rule_change, token)).error.code).toBe(0)
  const fund = async () => {
    const { items } = await get<{ items: Fund[] }>(request, token, 'cms/accountReward/list')
    return items.find(({ account_code }) => account_code === 'TELECOM')!
  }
  const { warn_below } = await fund()
  // Payments of other stories change the fund meanwhile.
  const warn = (warn_when_below: number) =>
    expect
      .poll(async () => {
        const { account_id, account_name, version } = await fund()
        const fund_change = { account_id, account_name, version, warn_below: warn_when_below }
        return (await post(request, 'cms/accountReward/update', fund_change, token)).error.code
      })
      .toBe(0)
  await warn(0)
  await signIn(page, guard.user_name, password)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: /Xin chào/ })).toBeVisible()
  const alarm = page.getByRole('listitem').filter({ hasText: `${(await fund()).account_name} sắp hết` })
  await expect(alarm).toHaveCount(0)
  await warn(900_000_000_000)
  await expect(alarm).toContainText('Mới')
  await alarm.getByRole('button', { name: 'Đã biết' }).click()
  await expect(alarm).toContainText('Đã biết')
  await expect(alarm.getByRole('link', { name: 'Mở trang' })).toHaveAttribute('href', '/tai-khoan-tra-thuong')
  await warn(0)
  await expect(alarm).toHaveCount(0)
  await warn(warn_below)
})

test('the tab of alarms lists every alarm rule for the administrator', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto(tab)
  await expect(rules(page).getByRole('row')).toHaveCount(11)
  await expect(page.getByRole('tab', { name: /^Cảnh báo/ })).toHaveAttribute('aria-selected', 'true')
})
