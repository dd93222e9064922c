/** Money that is paid into a fund or taken out of it, large amounts approved by a second person. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { choice, id, optional } from '#contract/fields.ts'
import {
  adjustment_errors,
  adjustmentDirection,
  adjustmentDraft,
  adjustmentFields,
  adjustmentFilters,
  Approval,
  decision_errors,
  Rejection,
} from '#features/wallets/adjustment/adjustment.contract.ts'
import { fundPage } from '#features/wallets/pages.contract.ts'
import { fundFields } from './fund.contract.ts'

const direction = () =>
  choice('Loại', [
    [adjustmentDirection.increase, 'Nạp quỹ'],
    [adjustmentDirection.decrease, 'Rút quỹ'],
  ])

export const FundAdjustment = z.object({ ...fundFields, ...adjustmentFields, direction: direction() })

const adjustTerms = {
  may: fundPage.approve,
  input: z.object({ account_id: id('Quỹ'), ...adjustmentDraft }),
  output: FundAdjustment,
  errors: adjustment_errors,
} as const

export const fundAdjustment = calls('cms/accountReward', {
  /** Books money that was paid into the fund at the gateway, or taken out of it. */
  increase: write('POST increase', { title: 'Nạp quỹ chi', stepUp: true, ...adjustTerms }),
  decrease: write('POST decrease', { title: 'Rút quỹ chi', stepUp: true, ...adjustTerms }),
  list: read('GET adjustment/list', {
    title: 'Danh sách nạp, rút quỹ chi',
    may: fundPage.view,
    input: search({ account_id: optional(id('Quỹ')), ...adjustmentFilters, direction: optional(direction()) }, [
      'created_at',
      'amount',
    ]),
    output: pageOf(FundAdjustment, ['amount']),
    errors: ['from_exceeds_to'],
  }),
  approve: write('POST adjustment/approve', {
    stepUp: true,
    title: 'Duyệt nạp, rút quỹ chi',
    may: fundPage.approve,
    input: Approval,
    output: FundAdjustment,
    errors: decision_errors,
  }),
  reject: write('POST adjustment/reject', {
    title: 'Từ chối nạp, rút quỹ chi',
    may: fundPage.approve,
    input: Rejection,
    output: FundAdjustment,
    errors: decision_errors,
  }),
})
