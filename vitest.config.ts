import { randomInt } from 'node:crypto'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What needs neither a database nor a browser: decided in memory, and therefore part of `npm run check`. */
const fast = [
  'src/contract/**/*.test.ts',
  'src/web/**/*.test.ts',
  'src/**/*.rules.test.ts',
  'src/house-rules.test.ts',
  'src/release.test.ts',
  'src/web-chunks.test.ts',
  'src/server/gateways/**/*.test.ts',
]
/** What loads the whole machine: it comes last, so that it slows no test that watches the time. */
const drills = ['src/*-crash.test.ts', 'src/crash.test.ts', 'src/*-drill.test.ts']
/** The longest first, so that no worker has one left when the others are done; of what is not named larger files come first. */
const longest = [
  'fuzz',
  'start',
  'clocks-drill',
  'reward-drill',
  'payout-drill',
  'backup-drill',
  'money-crash',
  'prize-crash',
  'report-mail-crash',
]
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(`/src/${name}.test.ts`))
      return at < 0 ? longest.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}
const dom = ['src/**/*.dom.test.tsx', 'src/web/**/*.test.tsx']

/** What random inputs are drawn by: CI answers for the change and not for luck, everywhere else each run looks at others. */
const seed = process.env.TEST_SEED ?? (process.env.CI ? '1' : String(randomInt(2 ** 31)))

const onDatabase = { globalSetup: 'src/server/testing/database.ts' }

export default defineConfig({
  plugins: [react()],
  test: {
    projects: [
      { extends: true, test: { name: 'fast', include: fast, isolate: false } },
      { extends: true, test: { name: 'dom', include: dom, environment: 'happy-dom' } },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['src/**/*.test.ts'],
          exclude: [...fast, ...drills],
          // Files share the modules of their worker: to load the whole server anew for each took nearly half of their time.
          isolate: false,
          setupFiles: 'src/testing/process.setup.ts',
          ...onDatabase,
        },
      },
      { extends: true, test: { name: 'drills', include: drills, sequence: { groupOrder: 1 }, ...onDatabase } },
    ],
    // A busy machine takes its time.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two files at a time: each has a server and a database of its own.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Tests that go on side by side start whole programs.
    maxConcurrency: 2,
    css: { modules: { classNameStrategy: 'non-scoped' } },
    setupFiles: 'src/testing/seed.setup.ts',
    env: {
      // The interface is for one country; tests must not depend on the machine's language or time zone.
      TZ: 'UTC',
      LANG: 'C.UTF-8',
      TEST_SEED: seed,
    },
  },
})
