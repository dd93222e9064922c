// Actions of a list row: the first one is a button in the row, the others are in its menu.
import type { Locator } from '@playwright/test'

/** Runs an action of the row, from its button or its menu. */
export async function act(row: Locator, label: string): Promise<void> {
  await row.hover()
  const menu = row.getByRole('button', { name: 'Thao tác khác' })
  const button = row.getByRole('button', { name: label, exact: true })
  await menu.or(button).first().waitFor()
  if ((await button.count()) > 0) return button.click()
  await menu.click()
  await row.page().getByRole('menuitem', { name: label, exact: true }).click()
}
