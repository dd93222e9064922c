// The closing of a day: two people sign the same figures, which do not change afterwards.
import type { APIRequestContext } from '@playwright/test'
import type { Db } from '#server/database/transaction.ts'
import { closeStatus, exceptionStatus } from '#features/close/day-close/day-close.contract.ts'
import { confirmWith, password } from './accounts.ts'
import { withDatabase } from './database.ts'
import { faults, sidewaysScroll } from './faults.ts'
import { expect, test } from './fixture.ts'
import { newPerson, post, signIn, tokenOf, type Person } from './people.ts'

/** The first day of the sample business that is not closed yet, with its exceptions carried over to `person`. */
async function dayToClose(request: APIRequestContext, person: Person): Promise<string> {
  await expect.poll(() => withDatabase(closingsOfSample), { timeout: 180_000 }).toBe(true)
  const { day } = await withDatabase((db) =>
    db
      .selectFrom('day_close')
      .select('day')
      .where('status', '<>', closeStatus.closed)
      .orderBy('day')
      .executeTakeFirstOrThrow(),
  )
  const token = await tokenOf(request, person.user_name, person.password)
  const { data } = await post(request, 'cms/day_close/prepare', { day }, token)
  const { exceptions } = data as {
    exceptions: { exception_id: number; status: number; carried_at: string | null }[]
  }
  for (const { exception_id, status, carried_at } of exceptions)
    if (status === exceptionStatus.open) {
      const { user_id } = person
      const carried = { day, exception_id, reason: 'Chờ chứng từ', user_id, due_date: nextWeek(), carried_at }
      expect((await post(request, 'cms/day_close/carry_over', carried, token)).error).toMatchObject({ code: 0 })
    }
  return day
}

/** Whether the program has closed the days of its sample business, which it does once past prizes are known. */
async function closingsOfSample(db: Db): Promise<boolean> {
  const setting = await db.selectFrom('setting').select('name').where('name', '=', 'sample_closings').executeTakeFirst()
  return setting !== undefined
}

const nextWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)

test('a day is computed, signed by two people and closed, after which its record and its journal can be opened', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000)
  const [maker, second] = [
    await newPerson(page.request, { password, group: 'Kế toán' }),
    await newPerson(page.request, { password, group: 'Duyệt chi' }),
  ]
  const day = await dayToClose(page.request, maker)
  const day_text = day.split('-').toReversed().join('/')
  await signIn(page, maker.user_name, password)
  await page.goto(`/chot-ngay?day=${day}`)
  await page.getByRole('button', { name: 'Tính lại' }).click()
  await expect(page.getByText('Đã tính xong số liệu của ngày.')).toBeVisible()
  const proofs = page.getByRole('list', { name: 'Bằng chứng của ngày' })
  await expect(proofs.getByText('Bán = thu = sổ cái')).toBeVisible()
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
  await expect(books.getByRole('row').nth(1)).toBeVisible()
  await books.getByRole('button', { name: 'Đóng' }).last().click()
  await other.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => sidewaysScroll(other)).toBe(0)
  expect(await faults(other)).toEqual([])
  await other.context().close()
})
