// Which pages of the menu are lists, and what one of them takes: rows in view, keys to the first row, requests and bytes until it stands.
import type { Page } from '@playwright/test'
import type { Page as MenuPage } from '#contract/page.ts'
import { reportPages } from '#features/reports/pages.contract.ts'
import { systemConfigPage } from '#features/settings/pages.contract.ts'
import { menu } from '../../src/services.ts'

/** Pages of the menu that are no list: the dashboard, groups, which stand beside their editor, funds, settings, sheets, desks, proofs. */
const others = new Set([
  '/',
  '/chot-ngay',
  '/tinh-trang-he-thong',
  '/nhom-nguoi-dung',
  '/tai-khoan-tra-thuong',
  '/quan-ly-hinh-thuc-nhan-thuong',
  '/hoan-ve',
  '/ket-qua-ky-gan-nhat',
  '/ket-qua-mega-power',
  '/do-ve',
])
/** Reports answer their rows and totals at once, since both must be of one moment, and are not searched by a word: see report.spec.ts. */
const reports = new Set<string>(Object.values(reportPages).map(({ url }) => url))
/** Every page of the menu that is a list: a new one is among them the moment it is in the menu. */
export const lists: readonly MenuPage[] = menu
  .flatMap(({ pages }) => pages)
  .filter(({ url }) => !others.has(url) && !reports.has(url) && !url.startsWith(systemConfigPage.url))

export interface ListMeasure {
  rows_in_view: number
  /** From a freshly loaded page, without a pointer; null where there is no row. */
  keys_to_first_row: number | null
}

/** The first row has the focus afterwards. */
export async function measureList(page: Page, url: string): Promise<ListMeasure> {
  await page.goto(url)
  const table = page.getByRole('main').getByRole('table').first()
  await table.locator('tbody tr:not([aria-hidden])').first().waitFor()
  const is_empty = (await rowsOf(page).count()) === 0
  if (!is_empty)
    await page
      .getByRole('navigation', { name: 'Phân trang' })
      .filter({ hasText: /\d \/ / })
      .waitFor()

  const rows_in_view = await rowsInView(page)
  if (is_empty) return { rows_in_view, keys_to_first_row: null }
  return { rows_in_view, keys_to_first_row: await walkToFirstRow(page) }
}

export interface Opening {
  /** Of any kind, until the first row stands. */
  requests: number
  calls: number
  scripts: number
  /** Script and style as they travel, in kB. */
  kilobytes: number
  /** Scripts that are asked for when the same address is opened once more. */
  scripts_again: number
}

/** A list opened by its address by a browser that has nothing of us but its cookies, and then once more. */
export async function measureOpening(page: Page, url: string): Promise<Opening> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  const first = await openWatched(page, url)
  const again = await openWatched(page, url)
  await session.detach()
  const { requests, calls, scripts, kilobytes } = first
  return { requests, calls, scripts, kilobytes, scripts_again: again.scripts }
}

async function openWatched(page: Page, url: string): Promise<Omit<Opening, 'scripts_again'>> {
  // The page before must not go on asking.
  await page.goto('about:blank')
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const sent = new Map<string, string>()
  let bytes = 0
  session.on('Network.requestWillBeSent', ({ requestId, type }) => void sent.set(requestId, type ?? 'Other'))
  session.on('Network.requestServedFromCache', ({ requestId }) => void sent.delete(requestId))
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) sent.delete(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (['Script', 'Stylesheet'].includes(sent.get(requestId) ?? '')) bytes += encodedDataLength
  })
  await page.goto(url, { waitUntil: 'commit' })
  await page.getByRole('main').getByRole('table').first().locator('tbody tr:not([aria-hidden])').first().waitFor()
  const of = (...types: string[]) => [...sent.values()].filter((type) => types.includes(type)).length
  const measured = { requests: sent.size, calls: of('Fetch', 'XHR'), scripts: of('Script'), kilobytes: bytes / 1_000 }
  await session.detach()
  return measured
}

/** From a fresh page into the rows without a pointer; how many keys that took. */
export async function walkToFirstRow(page: Page): Promise<number> {
  await page.keyboard.press('/')
  await page.getByRole('searchbox').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('ArrowDown')
  // Rows that lead nowhere are read by scrolling their box.
  await page.locator('main tbody tr[data-index]:focus, main [role="group"]:focus').waitFor()
  return 2
}

/** How many rows have room between the head and the totals, whole. */
export const rowsInView = (page: Page) => page.evaluate<number>(roomForRows)

interface Frame {
  /** The filters stand in one line, none cut off. */
  in_line: boolean
  /** By how many pixels the totals are out of sight. */
  totals_hidden: number
  /** What names a row leaves with the other columns when these are pushed aside. */
  moves: boolean
}

/** What stands around the rows, as far as it is promised. */
export const frameOf = (page: Page) => page.evaluate<Frame>(frameAround)

/** The rows that hold something. */
export const rowsOf = (page: Page) => page.getByRole('main').getByRole('table').first().locator('tbody tr[data-index]')

const box = "document.querySelector('main table').parentElement"

/** The scroll bar below the rows takes its part of the box. */
const roomForRows = `(() => {
  const heightOf = (name) => box.querySelector(name)?.getBoundingClientRect().height ?? 0
  const box = ${box}
  const { top, bottom } = box.getBoundingClientRect()
  const bar = box.offsetHeight - box.clientHeight
  const room = Math.min(bottom, innerHeight) - top - bar - heightOf('thead') - heightOf('tfoot')
  return Math.floor((room + 1) / (heightOf('tbody tr[data-index]') || 34))
})()`

const frameAround = `(() => {
  const box = ${box}
  const filters = document.querySelector('main input[type=search]').closest('[class*=search-bar_line]')
  const foot = box.querySelector('tfoot')
  const bottom = Math.min(box.getBoundingClientRect().bottom, innerHeight)
  const named = [...box.querySelectorAll('thead th')].find((it) => it.innerText.trim() && it.innerText.trim() !== 'STT')
  const before = named.getBoundingClientRect().left
  box.scrollLeft = box.scrollWidth
  const after = named.getBoundingClientRect().left
  box.scrollLeft = 0
  return {
    in_line: filters.offsetHeight <= 34 && filters.scrollWidth <= filters.clientWidth + 1,
    totals_hidden: foot ? Math.max(0, Math.round(foot.getBoundingClientRect().bottom - bottom)) : 0,
    moves: after < before - 1,
  }
})()`
