// `npm run bench:web`: bytes that the browser downloads, and its responsiveness with large data sets. The bench serves the built files and generated
// rows, so that the figures are those of the browser alone. Fails when a screen exceeds its byte budget, or loads other files than the build counted.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { readRows } from '#contract/sheet/read-file.ts'
import { default_limits } from '#contract/sheet/sheet-limits.ts'
import { project_dir } from '#server/program/config.ts'
import { WorkbookWriter } from '#contract/sheet/workbook-writer.ts'
import { chromium_args, findChromium } from '../tests/browser/chromium.ts'
import { buildWeb } from './build-web.ts'
import { serveBench, type Bench } from './bench-web-server.ts'
import { after_rows, budgets, pagesOf, toasts, weigh } from './web-budget.ts'

const exported_rows = 200_000
const read_rows = 100_000
const page_changes = 5

let exceeded = false
const say = (title: string, figure: string) => console.log(`${title.padEnd(52)} ${figure}`)
const kb = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`
const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(2)} s`

/** Printed after a figure that depends on the load of the machine, when the machine is busy. */
function load(): string {
  const [now] = loadavg()
  return now! > cpus().length ? ` (machine busy: load ${now!.toFixed(1)} on ${cpus().length} cores)` : ''
}

/** Opens a page of a signed-in user that measures how long its main thread is blocked, and when a screen shows what it must. */
async function openPage(browser: Browser, bench: Bench, ready_selector = 'h1'): Promise<Page> {
  const context = await browser.newContext({ baseURL: bench.url, locale: 'vi-VN', acceptDownloads: true })
  const cookies = { token: 'bench', username: 'bench', userId: '1' }
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: bench.url })))
  await context.addInitScript({ content: `ready_selector = ${JSON.stringify(ready_selector)}` })
  await context.addInitScript({ path: join(project_dir, 'scripts', 'bench-web-page.js') })
  return context.newPage()
}

// Defined by bench-web-page.js, which runs in the page.
const startWatch = (page: Page) => page.evaluate('bench.longest = 0')
const longestGap = async (page: Page) => `${Math.round(await page.evaluate<number>('bench.longest'))} ms`

type Files = [path: string, bytes: number][]

/** The element that each screen shows once it can be used. */
const ready_selectors: Record<string, string> = {
  '/login': 'input[type=password]',
  '/tai-khoan': 'tbody tr:not([aria-hidden]) td:nth-child(2)',
}

/** Measures what is downloaded until a visitor can sign in, and until a list that is opened directly shows its rows. */
async function weighScreens(browser: Browser, bench: Bench): Promise<void> {
  for (const budget of budgets) {
    const page = await openPage(browser, bench, ready_selectors[budget.path])
    if (budget.path === '/login') await page.context().clearCookies()
    await weighScreen(page, budget)
    await page.context().close()
  }
}

/** The build checks the budget by its manifest, so the files loaded here must be the ones that the manifest lists. */
async function weighScreen(page: Page, budget: (typeof budgets)[number]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.goto(budget.path, { waitUntil: 'commit' })
  const files = await page.evaluate<Files>('bench.weigh()')
  const bytes = files.reduce((sum, [, size]) => sum + size, 0)
  const within = bytes <= budget.max_bytes
  const loaded = files.map(([name]) => name)
  const filesOf = ({ path }: { path: string }) => filesNeeded()[path]!.map((name) => `/${name}`)
  const expected = filesOf(budget)
  const unexpected = loaded.filter((name) => ![...expected, ...filesOf(toasts)].includes(name))
  const missing = expected.filter((name) => !loaded.includes(name))
  exceeded ||= !within || unexpected.length + missing.length > 0
  say(`${budget.path}: JS and CSS, brotli`, `${kb(bytes)} of ${kb(budget.max_bytes)}${within ? '' : ': OVER'}`)
  for (const name of unexpected) say(`  ${name}`, 'fetched, but not foreseen by the build')
  for (const name of missing) say(`  ${name}`, 'foreseen by the build, but not fetched')
}

/** The files that the build counts for each screen, by its address. */
function filesNeeded(): Record<string, string[]> {
  return JSON.parse(readFileSync(join(project_dir, 'dist', 'web.needs.json'), 'utf8'))
}

/** The pages of the URL map and what comes after their first rows, by the files that the build counts. */
function weighPages(): void {
  const needs = filesNeeded()
  const bytesOf = (path: string) =>
    weigh(needs[path]!, join(project_dir, 'dist', 'web')).reduce((sum, [, bytes]) => sum + bytes, 0)
  const paths = pagesOf(project_dir).map(({ path }) => path)
  const weights = paths.map(bytesOf)
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const files = mean(paths.map((path) => needs[path]!.length)).toFixed(1)
  say(
    `${paths.length} pages, mean and heaviest`,
    `${kb(mean(weights))}, ${kb(Math.max(...weights))}; ${files} files a page`,
  )
  const limits = [150, 155, 160, 170]
  const counts = limits.map((limit) => weights.filter((bytes) => bytes <= limit * 1_000).length)
  say(`  up to ${limits.join(', ')} kB`, `${counts.join(', ')} pages`)
  say('  a page with what comes after its rows', kb(bytesOf(after_rows.path)))
}

async function exportList(browser: Browser, bench: Bench): Promise<void> {
  const page = await openPage(browser, bench)
  await page.goto('/tai-khoan')
  await page.getByRole('button', { name: 'Xuất file excel' }).click()
  const start = page.getByRole('button', { name: 'Xuất file', exact: true })
  await start.waitFor()
  await startWatch(page)
  const started_ms = performance.now()
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 300_000 }), start.click()])
  const took_ms = performance.now() - started_ms
  const gap = await longestGap(page)
  const file = new Blob([await readFile(await download.path())])
  let rows = -1
  await readRows(file, { ...default_limits, rows: 1_048_576 }, (batch) => {
    rows += batch.length
  })
  if (rows !== exported_rows) throw new Error(`The file holds ${rows} rows instead of ${exported_rows}`)
  say(`export of ${exported_rows} rows, ${(file.size / 1e6).toFixed(1)} MB`, seconds(took_ms) + load())
  say('  longest gap of the main thread meanwhile', gap)
  await page.context().close()
}

async function readSheet(browser: Browser, bench: Bench, dir: string): Promise<void> {
  const file = join(dir, 'read.xlsx')
  const formats = ['text', 'text', 'number', 'day', 'text'] as const
  const book = new WorkbookWriter(formats.map((format, index) => ({ head: `Cột ${index + 1}`, format })))
  for (let from = 0; from < read_rows; from += 1_000) {
    await book.add(
      Array.from({ length: 1_000 }, (_, index) => [
        `S${from + index}`,
        '0001234567',
        from + index,
        46_000,
        'Nguyễn Văn An',
      ]),
    )
  }
  writeFileSync(file, new Uint8Array(await (await book.finish()).arrayBuffer()))
  const page = await openPage(browser, bench)
  await page.goto('/playground')
  await page.getByRole('tab', { name: 'Excel' }).click()
  const region = page.getByRole('region', { name: 'Đọc một tệp bất kỳ' })
  await startWatch(page)
  await region.getByLabel('Tệp để đọc').setInputFiles(file)
  const text = await region.getByText(/^[\d.]+ ms$/).textContent()
  say(`reading ${read_rows} rows of 5 columns`, seconds(Number(text!.replace(/\D/g, ''))) + load())
  say('  longest gap of the main thread meanwhile', await longestGap(page))
  await page.context().close()
}

/** Measures from the click on a page button until the new rows are painted, with the CPU throttled four times. */
async function changePages(browser: Browser, bench: Bench): Promise<void> {
  const page = await openPage(browser, bench)
  await page.goto('/tai-khoan?page_size=300')
  await page.getByRole('cell', { name: 'tai.khoan.1', exact: true }).waitFor()
  // The pages are known only once the rows have been counted.
  await page.getByRole('button', { name: 'Trang 2', exact: true }).waitFor()
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const times: number[] = []
  await startWatch(page)
  for (let number = 2; number < 2 + page_changes; number++)
    times.push(await page.evaluate<number>(`bench.timePage(${number}, 'tai.khoan.${(number - 1) * 300 + 1}')`))
  times.sort((a, b) => a - b)
  const median = Math.round(times[Math.floor(times.length / 2)]!)
  say('page of 300 rows at 4× slowdown, median to painted', `${median} ms${load()}`)
  say('  longest gap of the main thread meanwhile', await longestGap(page))
  await page.context().close()
}

const dir = mkdtempSync(join(tmpdir(), 'bench-web-'))
await buildWeb()
const bench = await serveBench(exported_rows)
const { path } = await findChromium()
const browser = await chromium.launch({ executablePath: path, args: chromium_args })
try {
  weighPages()
  await weighScreens(browser, bench)
  await exportList(browser, bench)
  await readSheet(browser, bench, dir)
  await changePages(browser, bench)
} finally {
  await browser.close()
  bench.close()
  rmSync(dir, { recursive: true, force: true })
}
if (exceeded) process.exitCode = 1
