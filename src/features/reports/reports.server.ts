import type { Area } from '#server/area.ts'
import breakdowns from './breakdown/breakdown.server.ts'
import { reportPages } from './pages.contract.ts'
import { foldJob } from './roll-up/fold.jobs.ts'
import { sales_fingerprint } from './roll-up/sales-fingerprint.server.ts'
import sales from './sales/sales.server.ts'
import { reportMailChore, reportMailJob, reportsDueJob } from './schedule/schedule.jobs.ts'
import schedules from './schedule/schedule.server.ts'
import salesCharts from './sales-chart/sales-chart.server.ts'
import stockReports from './stock-report/stock-report.server.ts'

export default {
  menu: [
    {
      title: 'Báo cáo',
      icon: 'chart',
      pages: Object.values(reportPages),
    },
  ],
  services: [sales, breakdowns, salesCharts, stockReports, schedules],
  fingerprints: { sales: sales_fingerprint },
  queuedJobs: (context) => [reportMailJob(context)],
  cronJobs: (context, enqueue) => [foldJob(context), reportsDueJob(context, enqueue)],
  chores: (context) => [reportMailChore(context)],
} satisfies Area
