import { serve } from '#server/serve.ts'
import { comparedDays } from '#features/reports/report/compare.query.server.ts'
import { stampOf } from '#features/reports/report/report.query.server.ts'
import {
  returnNames,
  stockReport,
  unsoldNames,
  type ReturnReportRow,
  type UnsoldReportRow,
} from './stock-report.contract.ts'
import { returnReport, stockPage, unsoldReport } from './stock-report.query.server.ts'

type Unsold = (typeof unsoldNames)[number]
type Returned = (typeof returnNames)[number]

export default serve(stockReport, {
  unsold: async ({ db, me, input, fail }) => {
    const stamp = await stampOf(db, input, fail)
    const days = await comparedDays(db, input.compare, stamp)
    const report = { names: unsoldNames, ...unsoldReport }
    return { ...(await stockPage<Unsold, UnsoldReportRow>(db, me, report, { ...input, ...stamp }, days)), ...stamp }
  },

  returned: async ({ db, me, input, fail }) => {
    const stamp = await stampOf(db, input, fail)
    const days = await comparedDays(db, input.compare, stamp)
    const report = { names: returnNames, ...returnReport }
    return { ...(await stockPage<Returned, ReturnReportRow>(db, me, report, { ...input, ...stamp }, days)), ...stamp }
  },
})
