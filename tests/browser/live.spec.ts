// Live counts of waiting work in the menu and on the home page, and no requests while nobody uses the page.
import type { Page } from '@playwright/test'
import { password } from './accounts.ts'
import { fresh, get, hire, dataOf, openDraw } from './draws.ts'
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { signIn } from './people.ts'

const inMenu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Menu chính' }).getByRole('link', { name })

/** Counts are updated within two seconds; one more is allowed for a slow machine. */
const soon = { timeout: 3_000 }

interface Slip {
  ticket_import_id: number
  version: number
}

test('the menu and the home page update their counts within three seconds of what others do', async ({
  page,
  request,
}) => {
  const { draw } = await openDraw(request, (store) => !store.auto_approve)
  const rights = { '/quan-ly-ve-co-so': [1, 2], '/ve-cho-duyet': [1, 5] }
  const [keeper, approver, other] = [
    await hire(request, rights),
    await hire(request, rights),
    await hire(request, rights),
  ]
  const waiting = async () => {
    const list = { status: 1, part: 'totals' }
    return (await get<{ total: number }>(request, approver.token, 'cms/ticket_import/list', list)).total
  }
  await signIn(page, approver.user_name, password)
  await page.goto('/')
  const before = await waiting()
  const link = inMenu(page, 'Vé chờ duyệt')
  const card = page.getByRole('main').getByRole('link', { name: /Phiếu nhập vé chờ duyệt/ })
  const counted = async (count: number) => {
    await expect(card).toContainText(String(count), soon)
    await expect(link).toContainText(`${count} việc đang chờ`, soon)
  }
  if (before > 0) await expect(link).toContainText(`${before} việc đang chờ`)

  const { area_id, open_date } = draw
  const slip = await dataOf<Slip>(request, keeper.token, 'cms/ticket_import/create', {
    area_id,
    open_date,
    note: fresh(),
    tickets: [{ number: '012345', series: fresh().slice(0, 6).toUpperCase() }],
  })
  await counted(before + 1)
  expect(await faults(page)).toEqual([])

  // The approval page itself is no live list: its rows stay, while the menu keeps counting.
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('chờ duyệt')
  const ids = { ticket_import_ids: [slip.ticket_import_id], action: 'approve' }
  await dataOf(request, other.token, 'cms/ticket_import/approve_batch', ids)
  if (before > 0) await expect(link).toContainText(`${before} việc đang chờ`, soon)
  else await expect(link).not.toContainText('việc đang chờ', soon)
})

test('a page without user activity sends no requests, so that its session can expire, until the pointer moves', async ({
  page,
}) => {
  await page.clock.install()
  await signIn(page, 'admin', admin_password)
  await page.goto('/')
  // The counts of the menu are loaded last; a long menu is folded, and its headings sum up the pages below them.
  const heading = page.getByRole('navigation', { name: 'Menu chính' }).getByRole('button', { name: 'Vé truyền thống' })
  await expect(heading).toHaveAttribute('aria-expanded', 'false')
  await expect(heading).toContainText('việc đang chờ')
  await page.mouse.move(600, 600)
  const requests: string[] = []
  const unanswered = new Set<unknown>()
  // Requests outside of the API, such as checks whether the server is up, do not use the session.
  page.on('request', (sentRequest) => {
    if (!sentRequest.url().includes('/api/')) return
    requests.push(sentRequest.url())
    unanswered.add(sentRequest)
  })
  const forget = (sentRequest: unknown) => void unanswered.delete(sentRequest)
  page.on('requestfinished', forget)
  page.on('requestfailed', forget)
  // The user leaves while reads are pending, which are still answered: a throttled read pauses for three seconds.
  await page.clock.fastForward(6 * 60_000)
  const quiet = async () => {
    requests.length = 0
    await page.waitForTimeout(4_000)
    return requests.length + unanswered.size
  }
  await expect.poll(quiet, { timeout: 40_000 }).toBe(0)
  await page.clock.runFor(10 * 60_000)
  await page.waitForTimeout(1_000)
  expect(requests).toEqual([])
  await page.mouse.move(620, 600)
  await expect.poll(() => requests).toContainEqual(expect.stringMatching(/cms\/live$/))
})
