// The closing of a day: two people sign the same figures, which do not change afterwards.
import { confirmWith, password } from './accounts.ts'
import { faults, sidewaysScroll } from './faults.ts'
import { expect, test } from './fixture.ts'
import { newPerson, signIn } from './people.ts'

/** A day long before the business began that no run or retry has closed yet. */
function ownDay(retry: number): string {
  const minutes = Math.floor(Date.now() / 60_000) % 460
  return new Date(Date.UTC(2023, 11, 31 - 3 * minutes - retry)).toISOString().slice(0, 10)
}

test('a day is computed, signed by two people and closed, after which its record and its journal can be opened', async ({
  page,
  browser,
}, { retry }) => {
  const day = ownDay(retry)
  const day_text = day.split('-').toReversed().join('/')
  const [maker, second] = [
    await newPerson(page.request, { password, group: 'Kế toán' }),
    await newPerson(page.request, { password, group: 'Duyệt chi' }),
  ]
  await signIn(page, maker.user_name, password)
  await page.goto(`/chot-ngay?day=${day}`)
  await page.getByRole('main').getByRole('button', { name: 'Tính số liệu ngày này' }).first().click()
  const proofs = page.getByRole('list', { name: 'Bằng chứng của ngày' })
  await expect(proofs.getByText('Bán = thu = sổ cái')).toBeVisible()
  await expect(page.getByText('12 trên 12 bằng chứng khớp tới từng đồng.')).toBeVisible()
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: `Ký số liệu ngày ${day_text}` }).click()
  await confirmWith(page, 'Ký')
  await expect(page.getByText('Đã ký. Cần người thứ hai ký để chốt.')).toBeVisible()
  await expect(page.getByRole('button', { name: `Ký và chốt ngày ${day_text}` })).toHaveAttribute(
    'aria-disabled',
    'true',
  )

  const other = await (await browser.newContext()).newPage()
  await signIn(other, second.user_name, password)
  await other.goto(`/chot-ngay?day=${day}`)
  await other.getByRole('button', { name: `Ký và chốt ngày ${day_text}` }).click()
  await confirmWith(other, 'Ký và chốt')
  await expect(other.getByText(`Ngày ${day_text} đã chốt.`, { exact: false }).first()).toBeVisible()
  await expect(other.getByRole('button', { name: 'Tính lại' })).toHaveAttribute('aria-disabled', 'true')
  await other.getByRole('button', { name: 'In biên bản' }).click()
  const paper = other.getByRole('dialog', { name: `Biên bản chốt ngày ${day_text}` })
  await expect(paper.getByText('Người ký thứ hai')).toBeVisible()
  await paper.getByRole('button', { name: 'Đóng' }).last().click()
  await other.getByRole('button', { name: 'Sổ sách' }).click()
  const books = other.getByRole('dialog', { name: `Sổ nhật ký ngày ${day_text}` })
  await expect(books.getByText('Không có bút toán nào trong ngày').first()).toBeVisible()
  await books.getByRole('button', { name: 'Đóng' }).last().click()
  await other.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => sidewaysScroll(other)).toBe(0)
  expect(await faults(other)).toEqual([])
  await other.context().close()
})
