import type { Area } from '#server/area.ts'
import { result } from './result/draw-result.contract.ts'
import { checkPage, megaPowerPage, periodPage, resultPage, sheetPage } from './pages.contract.ts'
import { resultFeedJob } from './feed/feed.jobs.ts'
import feeds from './feed/feed.server.ts'
import gameCalendars from './period/calendar.server.ts'
import periods from './period/period.server.ts'
import { periods_fingerprint } from './period/periods-fingerprint.server.ts'
import checks from '#features/results/prize-check/check.server.ts'
import { checkSearch } from '#features/results/prize-check/check-search.server.ts'
import drawPrizes from '#features/results/prize-run/draw-prizes.server.ts'
import { prizeJobs, resumePrizesJob } from '#features/results/prize-run/prize-run.jobs.ts'
import prizeTables from '#features/results/prize-table/prize-table.server.ts'
import categories from './product/category.server.ts'
import results from './result/draw-result.server.ts'
import resultImports from './result-import/result-import.server.ts'
import sheets from './sheet/sheet.server.ts'
import { results_fingerprint } from './result/results-fingerprint.server.ts'

export default {
  menu: [
    { title: 'Kỳ & kết quả', icon: 'trophy', pages: [periodPage, resultPage, sheetPage, megaPowerPage, checkPage] },
  ],
  services: [
    feeds,
    sheets,
    categories,
    periods,
    gameCalendars,
    results,
    resultImports,
    checks,
    prizeTables,
    drawPrizes,
  ],
  quickActs: [{ page: resultPage, call: result.add }],
  search: [checkSearch],
  fingerprints: { periods: periods_fingerprint, results: results_fingerprint },
  queuedJobs: prizeJobs,
  cronJobs: (context, enqueue) => [resumePrizesJob(context, enqueue), resultFeedJob(context, enqueue)],
} satisfies Area
