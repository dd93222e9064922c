/** Collects what the areas provide: the menu in its order, and every call with its handler. */
import type { MenuGroup, Page } from '#contract/page.ts'
import access from '#features/access/access.server.ts'
import { dueJob } from '#features/access/notification/notification-due.jobs.ts'
import { homePage } from '#features/access/home/home.contract.ts'
import searchOver from '#features/access/search/search.server.ts'
import close from '#features/close/close.server.ts'
import { dayClosePage } from '#features/close/pages.contract.ts'
import content from '#features/content/content.server.ts'
import customers from '#features/customers/customers.server.ts'
import orders from '#features/orders/orders.server.ts'
import partners from '#features/partners/partners.server.ts'
import reports from '#features/reports/reports.server.ts'
import results from '#features/results/results.server.ts'
import rewards from '#features/rewards/rewards.server.ts'
import settings from '#features/settings/settings.server.ts'
import system from '#features/system/system.server.ts'
import tickets from '#features/tickets/tickets.server.ts'
import wallets from '#features/wallets/wallets.server.ts'
import type { Area, QuickAct } from '#server/area.ts'
import type { CronJob, Enqueue, JobContext, QueuedJob } from '#server/jobs/jobs.ts'
import type { Fingerprints } from '#server/live/live.ts'
import type { ServedCall } from '#server/serve.ts'

/** In the order of their results in Ctrl+K. */
const areas: readonly Area[] = [
  orders,
  tickets,
  wallets,
  rewards,
  partners,
  access,
  results,
  settings,
  reports,
  content,
  customers,
  close,
  system,
]

/** Pages for everyone who is signed in. */
export const open_pages: readonly Page[] = [homePage]

export const menu: readonly MenuGroup[] = [
  { title: 'Tổng quan', icon: 'home', pages: [...open_pages, dayClosePage] },
  ...partners.menu,
  ...tickets.menu,
  ...results.menu,
  ...orders.menu,
  ...wallets.menu,
  ...customers.menu,
  ...reports.menu,
  ...content.menu,
  ...access.menu,
]

/** Actions that Ctrl+K offers. */
export const quickActs: readonly QuickAct[] = areas.flatMap((area) => area.quickActs ?? [])

export const services: readonly ServedCall[] = [
  ...areas.flatMap((area) => area.services.flat()),
  ...searchOver(
    areas.flatMap(({ search = [] }) => search),
    quickActs,
  ),
]

/** Listed one by one, so that the compiler reports a topic without a fingerprint. */
export const fingerprints: Fingerprints = {
  ...access.fingerprints,
  ...close.fingerprints,
  ...orders.fingerprints,
  ...reports.fingerprints,
  ...results.fingerprints,
  ...rewards.fingerprints,
  ...settings.fingerprints,
  ...tickets.fingerprints,
  ...wallets.fingerprints,
}

/** Reminders of approaching deadlines. */
export const dues = areas.flatMap((area) => area.dues ?? [])

/** The jobs of all areas that calls and other jobs may enqueue; `openJobs` creates a queue for each. */
export const queuedJobs = (context: JobContext): QueuedJob[] =>
  areas.flatMap((area) => area.queuedJobs?.(context) ?? [])

/** The scheduled jobs of all areas, and the one that tells people what will be due. */
export const cronJobs = (context: JobContext, enqueue: Enqueue): CronJob[] => [
  ...areas.flatMap((area) => area.cronJobs?.(context, enqueue) ?? []),
  dueJob(context, dues),
]

export const privateFolders = areas.flatMap((area) => area.privateFolders ?? [])

/**
 * What the hourly housekeeping of all areas deletes; the chores run one after the other, and one that throws ends the
 * run.
 */
export const chores = (context: JobContext) => areas.flatMap((area) => area.chores?.(context) ?? [])
