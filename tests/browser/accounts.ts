// Shared by the stories about accounts: find a row, use its actions, read a field's error.
import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixture.ts'

export const password = 'Mận-hồng-2026'
export const freshName = () => `moi_${randomBytes(4).toString('hex')}`
export const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) })
export const phone = () => `09${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

/** The error or hint below a field; null when there is none. */
export async function errorAt(scope: Page | Locator, label: string) {
  const id = await scope.getByLabel(label, { exact: true }).getAttribute('aria-describedby')
  return id === null ? null : scope.locator(`[id="${id}"]`).textContent()
}

export async function openAccounts(page: Page, keyword = '') {
  await page.goto(keyword ? `/tai-khoan?keyword=${keyword}` : '/tai-khoan')
  await expect(page.getByRole('heading', { level: 1, name: 'Tài khoản' })).toBeVisible()
}

/** Chooses an action from a row's menu. */
export async function inMenu(page: Page, row: Locator, act: string) {
  await row.getByRole('button', { name: 'Thao tác khác' }).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}

export async function confirmWith(page: Page, label: string) {
  await page.getByRole('alertdialog').getByRole('button', { name: label, exact: true }).click()
}
