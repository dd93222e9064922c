// Finds the list pages of the menu and measures them: rows in view, key presses to the first row, requests and bytes until the list is shown.
import type { Page } from '@playwright/test'
import type { Page as MenuPage } from '#contract/page.ts'
import { reportPages } from '#features/reports/pages.contract.ts'
import { systemConfigPage } from '#features/settings/pages.contract.ts'
import { menu } from '../../src/services.ts'

/** Menu pages that are not lists: dashboard, groups (shown beside their editor), funds, settings, result sheets, desks, proofs. */
const not_lists = new Set([
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
/** Reports load rows and totals in one request, so that both show the same moment, and have no text search: see report.spec.ts. */
const reports = new Set<string>(Object.values(reportPages).map(({ url }) => url))
/** Every list page of the menu; a new one is included automatically. */
export const lists: readonly MenuPage[] = menu
  .flatMap(({ pages }) => pages)
  .filter(({ url }) => !not_lists.has(url) && !reports.has(url) && !url.startsWith(systemConfigPage.url))

export interface ListMeasure {
  rows_in_view: number
  /** Key presses from a freshly loaded page to the first row; null when the list is empty. */
  keys_to_first_row: number | null
}

/** Opens and measures the list; the first row is focused afterwards. */
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
  /** All requests until the first row is shown. */
  requests: number
  calls: number
  scripts: number
  /** Transferred script and style bytes, in kB. */
  kilobytes: number
  /** Scripts requested when the same address is opened a second time. */
  scripts_again: number
}

/** Measures opening a list by its address with an empty cache, and opening it again. */
export async function measureOpening(page: Page, url: string): Promise<Opening> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  const first = await openAndCount(page, url)
  const second_count = await openAndCount(page, url)
  await session.detach()
  const { requests, calls, scripts, kilobytes } = first
  return { requests, calls, scripts, kilobytes, scripts_again: second_count.scripts }
}

async function openAndCount(page: Page, url: string): Promise<Omit<Opening, 'scripts_again'>> {
  // Stops the requests of the previous page.
  await page.goto('about:blank')
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const requests = new Map<string, string>()
  let bytes = 0
  session.on('Network.requestWillBeSent', ({ requestId, type }) => void requests.set(requestId, type ?? 'Other'))
  session.on('Network.requestServedFromCache', ({ requestId }) => void requests.delete(requestId))
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) requests.delete(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (['Script', 'Stylesheet'].includes(requests.get(requestId) ?? '')) bytes += encodedDataLength
  })
  await page.goto(url, { waitUntil: 'commit' })
  await page.getByRole('main').getByRole('table').first().locator('tbody tr:not([aria-hidden])').first().waitFor()
  const countOf = (...types: string[]) => [...requests.values()].filter((type) => types.includes(type)).length
  const measured = {
    requests: requests.size,
    calls: countOf('Fetch', 'XHR'),
    scripts: countOf('Script'),
    kilobytes: bytes / 1_000,
  }
  await session.detach()
  return measured
}

/** Moves the focus from a fresh page to the first row by keyboard; returns the number of key presses. */
export async function walkToFirstRow(page: Page): Promise<number> {
  await page.keyboard.press('/')
  await page.getByRole('searchbox').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('ArrowDown')
  // Rows without a link are not focusable; then their scroll container gets the focus.
  await page.locator('main tbody tr[data-index]:focus, main [role="group"]:focus').waitFor()
  return 2
}

/** Number of complete rows that fit between the header and the totals. */
export const rowsInView = (page: Page) => page.evaluate<number>(room_for_rows)

interface Frame {
  /** All filters fit in one line. */
  in_line: boolean
  /** Pixels of the totals row that are out of view. */
  totals_hidden: number
  /** The first named column scrolls away horizontally with the others. */
  moves: boolean
}

/** Measures the layout around the rows that every list promises. */
export const frameOf = (page: Page) => page.evaluate<Frame>(frame_around)

/** The data rows of the list. */
export const rowsOf = (page: Page) => page.getByRole('main').getByRole('table').first().locator('tbody tr[data-index]')

const box = "document.querySelector('main table').parentElement"

// Subtracts the horizontal scroll bar below the rows.
const room_for_rows = `(() => {
  const heightOf = (name) => box.querySelector(name)?.getBoundingClientRect().height ?? 0
  const box = ${box}
  const { top, bottom } = box.getBoundingClientRect()
  const bar = box.offsetHeight - box.clientHeight
  const room = Math.min(bottom, innerHeight) - top - bar - heightOf('thead') - heightOf('tfoot')
  return Math.floor((room + 1) / (heightOf('tbody tr[data-index]') || 34))
})()`

const frame_around = `(() => {
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
