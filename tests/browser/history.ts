// The history beside a setting, whose newest change can be reverted.
import type { Page } from '@playwright/test'
import { expect } from './fixture.ts'

const revert = (page: Page) => page.getByRole('button', { name: 'Quay lại giá trị trước' })

/** The newest change in the history; right after a change it may still be the one before. */
export const newestChange = (page: Page) =>
  page
    .getByRole('listitem')
    .filter({ has: revert(page) })
    .first()

/** Reverts the newest change once it is the one with this text. */
export async function revertNewest(page: Page, text: string | RegExp) {
  await expect(newestChange(page)).toContainText(text)
  await newestChange(page).getByRole('button', { name: 'Quay lại giá trị trước' }).click()
}
