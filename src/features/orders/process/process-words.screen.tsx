/** What differs between the two pages: online orders are printed here, of held ones the ticket lies in the shop. */
import type { AnswerOf, Call } from '#contract/call.ts'
import type { Right } from '#contract/page.ts'
import type { RowOf } from '#web/use-list.ts'
import type { heldPage, onlinePage } from '#features/orders/pages.contract.ts'
import { transactionProcess, type Handling } from './process.contract.ts'

export type WorkPage = typeof onlinePage | typeof heldPage
export type ProcessRow = RowOf<typeof transactionProcess.list>
export type ProcessDetailRow = AnswerOf<typeof transactionProcess.detail>

/** A page with its kind of orders and its words. */
export interface Work {
  page: WorkPage
  way: Handling
  subtitle: string
  /** What the time is for that is left. */
  due: string
  photo: string
}

/** The calls as one of the two pages has them, under its own rights. */
export function callsOn({ work, finish }: WorkPage) {
  return {
    take: under(transactionProcess.take, work),
    takeNext: under(transactionProcess.takeNext, work),
    updateImage: under(transactionProcess.updateImage, work),
    release: under(transactionProcess.release, finish),
    releasePreview: under(transactionProcess.releasePreview, finish),
    finish: under(transactionProcess.finish, finish),
    finishPreview: under(transactionProcess.finishPreview, finish),
  }
}

function under<C extends Call>(call: C, right: Right): C {
  return { ...call, may: right }
}

/** What shows the effect beside the queues themselves. */
export const touched = ['cms/order', 'cms/audit']

export const idOf = ({ process_id }: Pick<ProcessRow, 'process_id'>) => process_id
