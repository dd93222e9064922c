import type { Area } from '#server/area.ts'
import { prepareDaysJob } from './day-close/day-close.jobs.ts'
import books from './day-close/books.server.ts'
import dayCloses from './day-close/day-close.server.ts'

/** The page of closing the day stands in the menu beside the first page. */
export default {
  services: [dayCloses, books],
  cronJobs: (context) => [prepareDaysJob(context)],
} satisfies Area
