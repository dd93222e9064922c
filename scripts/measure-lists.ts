// `npm run measure:lists`: prints a table of every list in the menu: rows in view at 1440 × 900, key presses from a fresh page to the first row, and
// for a browser with an empty cache the requests, calls, scripts and kB until the first row shows. Runs the program on the sample in a temporary
// database.
import { chromium } from '@playwright/test'
import { chromium_args, findChromium } from '../tests/browser/chromium.ts'
import { admin_password } from '../tests/browser/fixture.ts'
import { lists, measureList, measureOpening } from '../tests/browser/lists.ts'
import { signIn } from '../tests/browser/people.ts'
import startServer from '../tests/browser/server.ts'

const stop = await startServer()
const { path } = await findChromium()
const browser = await chromium.launch({ executablePath: path, args: chromium_args })
try {
  const viewport = { width: 1_440, height: 900 }
  const page = await browser.newPage({ baseURL: process.env.BASE_URL!, viewport, reducedMotion: 'reduce' })
  await signIn(page, 'admin', admin_password)
  console.log('| list | rows in view | keys to the first row | requests | calls | scripts | kB | scripts again |')
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
  for (const { url, title } of lists) {
    const { requests, calls, scripts, kilobytes, scripts_again } = await measureOpening(page, url)
    const { rows_in_view, keys_to_first_row } = await measureList(page, url)
    const opening = [requests, calls, scripts, kilobytes.toFixed(1), scripts_again].join(' | ')
    console.log(`| ${title} \`${url}\` | ${rows_in_view} | ${keys_to_first_row ?? '–'} | ${opening} |`)
  }
} finally {
  await browser.close()
  await stop()
}
