// Closing a station's day whose tickets lie in two stores: each is chosen, counted and closed for itself.
import { password } from './accounts.ts'
import { dataOf, hire, openDraw } from './draws.ts'
import { expect, test } from './fixture.ts'
import { signIn } from './people.ts'
import { act } from './rows.ts'

interface Stock {
  base_id: number
  base_name: string
  in_stock: number
}

test('the store that is chosen is closed with the count of its own paper tickets', async ({ page, request }) => {
  const { draw, others } = await openDraw(request, ({ auto_approve }) => !auto_approve)
  const { area_id, open_date, base_id } = draw
  const an = await hire(request, { '/quan-ly-ve-co-so': [1, 2] }, base_id)
  const binh = await hire(request, { '/ve-cho-duyet': [1, 5], '/ve-ton': [1, 5] })
  const tickets = [{ number: '100003', quantity: 20 }]
  const slip = await dataOf<{ ticket_import_id: number }>(request, an.token, 'cms/ticket_import/create', {
    area_id,
    open_date,
    tickets,
  })
  await dataOf(request, binh.token, 'cms/ticket_import/approve', { ticket_import_id: slip.ticket_import_id })

  // The second store stands in the answer only: to give it tickets, the station would have to leave the store that other stories use.
  const second = others[0]!
  await page.route('**/close_return/preview?*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: { stocks: Stock[] } }
    const [stock] = answer.data.stocks
    answer.data.stocks.push({ ...stock!, base_id: second.base_id, base_name: second.base_name, in_stock: 7 })
    await route.fulfill({ response, json: answer })
  })
  const sent: unknown[] = []
  await page.route('**/close_return?*', (route) => {
    sent.push(route.request().postDataJSON())
    return route.abort()
  })
  await page.route('**/close_return', (route) => {
    sent.push(route.request().postDataJSON())
    return route.abort()
  })

  await signIn(page, binh.user_name, password)
  await page.goto(`/ve-ton?open_date=${open_date}&area_id=${area_id}`)
  await act(page.getByRole('row').filter({ hasText: '100003' }), 'Chốt hoàn…')
  const closing = page.getByRole('dialog')
  const store = closing.getByLabel('Kho')
  const count = closing.getByLabel('Số vé giấy bạn đếm được')
  await expect(closing.getByText('2 kho giữ vé của đài này, chốt từng kho một')).toBeVisible()
  await count.fill('20')
  await expect(closing.getByRole('button', { name: 'Chốt hoàn, giữ lại 20 vé' })).toBeEnabled()

  // The count is of one store: it goes with the choice of another.
  await store.selectOption({ label: second.base_name })
  await expect(count).toHaveValue('')
  await count.fill('7')
  await closing.getByRole('button', { name: 'Chốt hoàn, giữ lại 7 vé' }).click()
  await expect
    .poll(() => sent[0])
    .toMatchObject({ area_id, open_date, base_id: second.base_id, expected: 7, counted: 7 })
})
