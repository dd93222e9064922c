import type { Area } from '#server/area.ts'
import { prepareDaysJob } from './day-close/day-close.jobs.ts'
import dayCloses from './day-close/day-close.server.ts'

/** The page of closing the day stands in the menu beside the first page. */
export default {
  services: [dayCloses],
  cronJobs: (context) => [prepareDaysJob(context)],
} satisfies Area
