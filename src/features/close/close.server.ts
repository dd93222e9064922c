import type { Area } from '#server/area.ts'
import { partnerStatement } from './partner-statement/partner-statement.contract.ts'
import { prepareDaysJob } from './day-close/day-close.jobs.ts'
import books from '#features/close/books/books.server.ts'
import { closingsFingerprint } from './day-close/closings-fingerprint.server.ts'
import dayCloses from './day-close/day-close.server.ts'
import payments from './partner-payment/partner-payment.server.ts'
import { statementJob } from './partner-statement/partner-statement.jobs.ts'
import statements from './partner-statement/partner-statement.server.ts'
import { partnerStatementPage } from './pages.contract.ts'

/** In the menu the page of day closings is beside the home page, that of statements beside the partners. */
export default {
  services: [dayCloses, books, statements, payments],
  quickActs: [{ page: partnerStatementPage, call: partnerStatement.prepare }],
  fingerprints: { closings: closingsFingerprint },
  cronJobs: (context) => [prepareDaysJob(context), statementJob(context)],
} satisfies Area
