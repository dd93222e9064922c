import { serve } from '#server/serve.ts'
import { comparedDays } from '#features/reports/report/compare.query.server.ts'
import { stampOf } from '#features/reports/report/report.query.server.ts'
import {
  return_names,
  stockReport,
  unsold_names,
  type ReturnReportRow,
  type UnsoldReportRow,
} from './stock-report.contract.ts'
import { returnReport, stockPage, unsoldReport } from './stock-report.query.server.ts'

type UnsoldFigure = (typeof unsold_names)[number]
type ReturnFigure = (typeof return_names)[number]

export default serve(stockReport, {
  unsold: async ({ db, me, input, fail }) => {
    const stamp = await stampOf(db, input, fail)
    const days = await comparedDays(db, input.compare, stamp)
    const report = { names: unsold_names, ...unsoldReport }
    return {
      ...(await stockPage<UnsoldFigure, UnsoldReportRow>(db, me, report, { ...input, ...stamp }, days)),
      ...stamp,
    }
  },

  returned: async ({ db, me, input, fail }) => {
    const stamp = await stampOf(db, input, fail)
    const days = await comparedDays(db, input.compare, stamp)
    const report = { names: return_names, ...returnReport }
    return {
      ...(await stockPage<ReturnFigure, ReturnReportRow>(db, me, report, { ...input, ...stamp }, days)),
      ...stamp,
    }
  },
})
