// The day of a draw: customers buy, sales stop, two people key in the result, and each winner is paid, in every form of a reward.
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { sql } from 'kysely'
import { resultStatus } from '#features/results/result/drawn-numbers.contract.ts'
import { rewardForm } from '#features/rewards/reward/reward.contract.ts'
import { nameOf } from '../../src/gateway-simulator/telecom.ts'
import { openTestWallet } from '../../src/testing/money.ts'
import { openPos, sell, stockTickets } from '../../src/testing/orders.ts'
import { published_draw } from '../../src/testing/prizes.ts'
import { winning } from '../../src/testing/rewards.ts'
import { setPeriod } from '../../src/testing/tickets.ts'
import { bankIds } from '../../src/testing/withdrawals.ts'
import { password, phone } from './accounts.ts'
import { png } from './banners.ts'
import { withDatabase } from './database.ts'
import { dataOf, openDraw, paste, type Draw } from './draws.ts'
import { faults } from './faults.ts'
import { expect, sample_password, test } from './fixture.ts'
import { newPerson, signIn, tokenOf } from './people.ts'
import { writeTo } from '../../src/testing/write.ts'

test.slow()
/** The gateways of the sample lose answers now and then, whose outcome is queried later. */
const timeout_ms = 150_000

const msisdn = () => `84${phone().slice(1)}`.replace(/\d{4}$/, '5678')
const drawer = (page: Page) => page.getByRole('dialog').last()
const dayText = (day: string) => day.split('-').toReversed().join('/')

/** Every digit of the published draw is increased by this: the winners stay the same, and no older result is equal. */
const further = 1 + Math.floor(Math.random() * 9)
const moved = (number: string) => number.replaceAll(/\d/g, (digit) => String((Number(digit) + further) % 10))
const drawn = Object.entries(published_draw.numbers).map(
  ([group, numbers]) => [group, numbers.map(moved)] as [string, string[]],
)

/** Giải năm, 1.000.000 đ: the rules send it to a bank. */
const fifth = '017001'
const buyers = {
  wallet: { number: winning.eighth, handling: 1, full_name: 'Khuất Ví Tự' },
  bank: { number: fifth, handling: 1, full_name: 'Khuất Ngân Hàng' },
  momo: { number: winning.two_tiers, handling: 1, full_name: 'Khuất Momo' },
  telecom: { number: winning.two_tiers, handling: 1, full_name: '' },
  card: { number: winning.two_tiers, handling: 1, full_name: 'Khuất Thẻ Cào' },
  counter: { number: winning.eighth, handling: 0, full_name: 'Khuất Tại Quầy' },
  nobody: { number: winning.nothing, handling: 0, full_name: 'Khuất Không Trúng' },
} as const
type Buyer = keyof typeof buyers
const pushed = ['bank', 'momo', 'telecom', 'card'] as const satisfies Buyer[]

interface Day extends Draw {
  period_id: number
  /** A winner whose name differs at the telecom would not be paid. */
  names: Record<Buyer, string>
  buy(buyer: Buyer): Promise<void>
  /** Moves the draw past the end of its sales, or past the draw. */
  becomes(when: 'stopped' | 'drawn'): Promise<void>
}

async function openDay(request: APIRequestContext): Promise<Day> {
  const { draw } = await openDraw(request)
  const { area_id, open_date, base_id } = draw
  const to = Object.fromEntries(Object.keys(buyers).map((buyer) => [buyer, msisdn()])) as Record<Buyer, string>
  const names = Object.fromEntries(
    Object.entries(buyers).map(([buyer, { full_name }]) => [buyer, full_name || nameOf('1', to[buyer as Buyer])]),
  ) as Record<Buyer, string>
  const period_id = await withDatabase(async (db) => {
    for (const number of new Set(Object.values(buyers).map((buyer) => buyer.number)))
      await stockTickets({ db }, { area_id, open_date, base_id }, 3, moved(number))
    await openTestWallet({ db }, { msisdn: to.wallet, full_name: names.wallet })
    const { rows } = await sql<{ period_id: number }>`
      select period_id from draw_period where area_id = ${area_id} and open_date = ${open_date}`.execute(db)
    return rows[0]!.period_id
  })
  const pos = await withDatabase((db) => openPos({ db }))
  return {
    ...draw,
    period_id,
    names,
    buy: (buyer) =>
      withDatabase(async (db) => {
        const { number, handling } = buyers[buyer]
        const tickets = [{ number: moved(number), quantity: 1 }]
        const buying = { area_id, open_date, tickets, handling, msisdn: to[buyer], full_name: names[buyer] }
        const order_id = await sell({ db }, pos, buying)
        // Marks the order as printed; printing has stories of its own.
        await writeTo(db, (trx) =>
          sql`update sale_order set status = 4 where order_id = ${order_id} and status = 2`.execute(trx),
        )
      }),
    becomes: (when) => withDatabase((db) => setPeriod({ db }, area_id, open_date, when)),
  }
}

async function second(browser: Browser): Promise<Page> {
  const page = await browser.newPage()
  const { user_name } = await newPerson(page.request, { password, group: 'Quản trị' })
  await signIn(page, user_name, password)
  return page
}

/** Types the whole sheet from its first box on; the focus moves on by itself. */
async function keyIn(page: Page, numbers: readonly string[]) {
  await page.keyboard.type(numbers.join(''))
}

/** The sales of today in đồng that the tile of the home page shows. */
async function soldToday(page: Page): Promise<number> {
  const tile = await page.getByRole('link', { name: /^Doanh số hôm nay/ }).textContent()
  return Number(/([\d.]+)\sđ/.exec(tile!)![1]!.replaceAll('.', ''))
}

/** The draw lies too far ahead for screens to update it live. */
async function reloadUntil(page: Page, isReached: () => Promise<void>) {
  await expect(async () => {
    await page.reload()
    await isReached()
  }).toPass({ timeout: timeout_ms })
}

/** Opens a kind of waiting work from the home page. */
async function startFromHome(page: Page, title: string) {
  await page.goto('/')
  const waiting = page.getByRole('region', { name: 'Đang chờ bạn' })
  await waiting.getByRole('button', { name: /^Xem thêm/ }).click()
  await waiting.getByRole('link', { name: title }).click()
}

/** Sets what the rules leave to people: other forms for some winners, and the bank account. */
async function chooseForms(request: APIRequestContext, { period_id, names }: Day) {
  // Not the administrator, who created the payer's account.
  const token = await tokenOf(request, 'ketoan', sample_password)
  const { mb: bank_id, ids } = await withDatabase(async (db) => {
    const rewards = await db
      .selectFrom('reward')
      .select(['reward_id', 'full_name'])
      .where('period_id', '=', period_id)
      .execute()
    const { mb } = await bankIds({ db })
    return { mb, ids: new Map(rewards.map(({ reward_id, full_name }) => [full_name, reward_id])) }
  })
  const account = { bank_id, account_number: '0123455678', account_name: 'KHUAT NGAN HANG' }
  for (const buyer of pushed) {
    const change = { reward_id: ids.get(names[buyer]), form: rewardForm[buyer], ...(buyer === 'bank' && account) }
    await dataOf(request, token, 'cms/reward/change_receiver', change)
  }
}

test('a draw is sold, stopped and keyed in by two people, and its prizes are paid in all six forms', async ({
  page,
  browser,
  request,
}) => {
  const day = await openDay(request)
  const { area_name, period_id, open_date, names } = day
  const an = await newPerson(request, { password, group: 'Duyệt vé' })
  await signIn(page, an.user_name, password)
  const other = await second(browser)
  const row = (on: Page, text: string) => on.getByRole('row').filter({ hasText: text })

  await test.step('orders add to the sales on the home page and are refused once sales have stopped', async () => {
    await other.goto('/')
    await expect(other.getByText('Trực tiếp').first()).toBeVisible()
    const before = await soldToday(other)
    for (const buyer of Object.keys(buyers) as Buyer[]) await day.buy(buyer)
    await expect.poll(() => soldToday(other)).toBeGreaterThanOrEqual(before + 70_000)

    await page.goto(`/danh-sach-ky?period_id=${period_id}`)
    await expect(row(page, area_name)).toContainText('Đang mở bán')
    await day.becomes('stopped')
    await page.reload()
    await expect(row(page, area_name)).toContainText('Ngừng nhận đơn')
    await expect(day.buy('nobody')).rejects.toThrow()
    await day.becomes('drawn')
  })

  await test.step('the first person pastes the result from a message and sends it for confirmation', async () => {
    await page.goto('/danh-sach-ket-qua')
    await page.getByRole('button', { name: 'Nhập kết quả' }).click()
    await drawer(page)
      .getByRole('listitem')
      .filter({ hasText: `${area_name} · ${dayText(open_date)}` })
      .getByRole('button', { name: 'Nhập' })
      .click()
    await expect(page.getByText('0 / 18 số')).toBeVisible()
    const lines = drawn.map(([, numbers], index) => `${index === 0 ? 'ĐB' : `G${index}`}: ${numbers.join(' - ')}`)
    await paste(page, [`Xổ số ${area_name} ${dayText(open_date)}`, ...lines.toReversed()].join('\n'))
    await expect(page.getByText('Nhận 18 số')).toBeVisible()
    await page.getByRole('button', { name: 'Đưa vào ô' }).click()
    await expect(page.getByText('18 / 18 số')).toBeVisible()
    expect(await faults(page, 'main')).toEqual([])
    await page.getByRole('button', { name: 'Gửi xác nhận' }).click()
    await expect(page.getByText('Đã gửi, chờ người thứ hai nhập lại.')).toBeVisible()
  })

  await test.step('the second person keys it in again, sees which digit differs, and confirms the corrected result', async () => {
    await startFromHome(other, 'Kết quả chờ xác nhận')
    await row(other, area_name)
      .filter({ hasText: dayText(open_date) })
      .click()
    await drawer(other).getByRole('button', { name: 'Xác nhận' }).click()
    await expect(other.getByRole('textbox', { name: 'Giải tám' })).toBeFocused()
    // In the printed order, with the special prize last and a wrong digit in it.
    const numbers = drawn.toReversed().flatMap(([, group]) => group)
    const special = numbers.at(-1)!
    const slip = `${special.slice(0, -1)}${(Number(special.at(-1)) + 1) % 10}`
    await keyIn(other, [...numbers.slice(0, -1), slip])
    const confirm = other.getByRole('button', { name: 'Xác nhận và tính thưởng' })
    // Enter in the last box goes on to the button.
    await other.keyboard.press('Enter')
    await expect(confirm).toBeFocused()
    await other.keyboard.press('Enter')
    await expect(other.getByText('1 chỗ khác với người nhập đầu. Chưa tính thưởng.')).toBeVisible()
    expect(await faults(other, 'main')).toEqual([])
    // Filtered by state, because games that draw every few minutes fill the first page.
    await page.goto(`/danh-sach-ket-qua?status=${resultStatus.entered}`)
    await row(page, area_name)
      .filter({ hasText: dayText(open_date) })
      .click()
    await expect(drawer(page).getByText('Khác từng chữ số')).toBeVisible()

    const box = other.getByRole('group', { name: 'Tờ kết quả' }).getByRole('textbox').last()
    await box.fill(special)
    await other.keyboard.press('Control+s')
    await expect(other.getByText('Hai lần nhập khớp nhau. Đã xác nhận, đang tính thưởng.')).toBeVisible()
  })

  await test.step('orders show their prizes, the wallet prize is paid already, and the home page leads to rewards to approve', async () => {
    await other.goto(`/danh-sach-ky?period=${period_id}`)
    await drawer(other).getByRole('link', { name: 'Đơn hàng của kỳ này' }).click()
    await expect(row(other, 'Không trúng')).toHaveCount(1)
    await reloadUntil(other, async () => {
      await expect(row(other, 'Trúng thưởng')).toHaveCount(5, { timeout: 5_000 })
      await expect(row(other, 'Đã trả thưởng')).toHaveCount(1, { timeout: 5_000 })
    })
    await expect(row(other, 'Đã trả thưởng')).toContainText(moved(buyers.wallet.number))
    await chooseForms(request, day)
    await startFromHome(other, 'Giải thưởng chờ duyệt')
    await expect(other).toHaveURL(/\/lich-su-tra-thuong\?.*status_push=1/)
  })

  await test.step('rewards by bank, MoMo, telecom and card are approved in bulk and paid', async () => {
    await other.goto(`/lich-su-tra-thuong?period_id=${period_id}`)
    for (const buyer of pushed) await row(other, names[buyer]).getByRole('checkbox').check()
    await other.getByRole('group', { name: 'Thao tác hàng loạt' }).getByRole('button', { name: 'Duyệt đẩy' }).click()
    await expect(drawer(other).getByText(/^Sẽ duyệt đẩy 4 giải thưởng/)).toContainText('2.500.000')
    await drawer(other)
      .getByRole('button', { name: /^Duyệt đẩy 4 giải thưởng/ })
      .click()
    await expect(drawer(other).getByText(/^Đã duyệt đẩy 4 giải thưởng/)).toBeVisible()
    await drawer(other).getByRole('button', { name: 'Đóng' }).last().click()
    await reloadUntil(other, async () => {
      for (const buyer of [...pushed, 'wallet'] as const)
        await expect(row(other, names[buyer])).toContainText('Thành công', { timeout: 5_000 })
    })
    await row(other, names.card).click()
    await expect(drawer(other).getByText('Thẻ đã trao')).toBeVisible()
    await other.keyboard.press('Escape')
  })

  await test.step('the holder of a paper ticket is paid at the counter', async () => {
    await row(other, names.counter).click()
    await drawer(other).getByRole('link', { name: 'Nhận tại quầy' }).click()
    await expect(other.getByText('Tìm thấy 1 giải chưa lĩnh')).toBeVisible()
    await other.getByLabel('Dãy số trên vé').fill(moved(buyers.counter.number))
    await other.getByLabel('Ngày in trên vé').fill(dayText(open_date))
    await other.getByRole('switch').check()
    await other.getByLabel('Mặt trước vé', { exact: true }).setInputFiles(await png('ve.png'))
    await other.getByRole('button', { name: 'Trả 100.000 đ' }).click()
    await expect(other.getByText('Đã trả thưởng.')).toBeVisible()
    await other.goto(`/danh-sach-ky?period=${period_id}`)
    await drawer(other).getByRole('link', { name: 'Đơn hàng của kỳ này' }).click()
    await expect(row(other, 'Đã trả thưởng')).toHaveCount(6)
  })
})
