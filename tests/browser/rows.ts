// What is done to a row of a list: the first act stands in the row itself, the others in its menu.
import type { Locator } from '@playwright/test'

/** Does an act of the row, wherever it stands. */
export async function act(row: Locator, label: string): Promise<void> {
  await row.hover()
  const menu = row.getByRole('button', { name: 'Thao tác khác' })
  const own = row.getByRole('button', { name: label, exact: true })
  await menu.or(own).first().waitFor()
  if ((await own.count()) > 0) return own.click()
  await menu.click()
  await row.page().getByRole('menuitem', { name: label, exact: true }).click()
}
