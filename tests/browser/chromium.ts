// Which Chromium the browser tests use: the one that is named, the machine's own, Playwright's, or the one that comes as an npm
// package and runs on a machine that has nothing of a browser.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium as playwright } from '@playwright/test'
import { project_dir } from '#server/program/config.ts'

export type Chromium = { path: string; origin: string }

/** The shell comes first: the same browser without a window of its own, which is less work. */
const known_places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Root may not use Chromium's sandbox; the rest keeps it from talking to anyone but our server. */
export const chromium_args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export async function findChromium(): Promise<Chromium> {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return { path: named, origin: 'CHROMIUM_PATH' }
    throw new Error(`CHROMIUM_PATH names ${named}, which does not exist`)
  }
  const system = known_places.find((path) => existsSync(path))
  if (system) return { path: system, origin: 'the system' }
  const own = playwright.executablePath()
  if (own && existsSync(own)) return { path: own, origin: 'Playwright' }
  return unpackPackaged()
}

/** The package unpacks into TMPDIR and looks there when it is loaded, so that is set first; everything stays in the project. */
async function unpackPackaged(): Promise<Chromium> {
  const home = join(project_dir, '.cache', 'chromium')
  const whole = join(home, 'is-whole')
  if (!existsSync(whole)) rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  process.env.FONTCONFIG_PATH = writeFontSettings(home)
  const outer = process.env.TMPDIR
  process.env.TMPDIR = home
  try {
    const { default: packaged, inflate, setupLambdaEnvironment } = await import('@sparticuz/chromium')
    const path = await packaged.executablePath()
    // Its libraries stand in for those that a machine without a desktop lacks.
    await inflate(join(project_dir, 'node_modules', '@sparticuz', 'chromium', 'bin', 'al2023.tar.br'))
    setupLambdaEnvironment(join(home, 'al2023', 'lib'))
    writeFileSync(whole, '')
    return { path, origin: 'the package @sparticuz/chromium' }
  } finally {
    if (outer === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = outer
  }
}

/** The package's own settings name directories of another machine; without a font, no text takes any room on the page. */
function writeFontSettings(home: string): string {
  const dir = join(home, 'fontconfig')
  mkdirSync(dir, { recursive: true })
  writeFileSync(
    join(dir, 'fonts.conf'),
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(home, 'fonts', 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(home, 'font-cache')}</cachedir>
</fontconfig>
`,
  )
  return dir
}
