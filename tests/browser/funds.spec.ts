// Funds: the balance in the books and the reported one, and the reconciliation of days.
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { signIn } from './people.ts'

test('reconciled days (wide) and changes (narrow) of funds are shown without accessibility faults', async ({
  page,
}) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/tai-khoan-tra-thuong')
  const fund = page.getByRole('main').getByText('Quỹ chi hộ MoMo')
  await expect(fund).toBeVisible()
  for (const [width, tab] of [
    [1440, 'Đối soát'],
    [390, 'Nạp, rút'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await expect(fund).toBeVisible()
    await page
      .getByRole('radio', { name: tab })
      .or(page.getByRole('tab', { name: tab }))
      .first()
      .click()
    await expect(fund).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Phân trang' })).toBeVisible()
    expect(await faults(page)).toEqual([])
    await page.goBack()
  }
})
