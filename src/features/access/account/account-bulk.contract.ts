import * as z from 'zod/mini'
import { BulkReport, selection } from '#contract/bulk.ts'
import { calls, read, write } from '#contract/call.ts'
import { choice } from '#contract/fields.ts'
import { accountFilters } from './account.contract.ts'
import { accountPage } from '../pages.contract.ts'

const bulk = {
  may: accountPage.update,
  input: z.object({
    action: choice('Thao tác', [
      ['lock', 'Khóa'],
      ['unlock', 'Mở khóa'],
      ['end_sessions', 'Kết thúc phiên đăng nhập'],
    ]),
    ...selection(accountFilters),
  }),
  output: BulkReport,
  errors: ['changed_by_other'],
} as const

export const accountBulk = calls('cms/account/bulk', {
  /** A dry run: nothing is changed. */
  preview: read('POST preview', { title: 'Thử thao tác hàng loạt trên tài khoản', ...bulk }),
  /** Sessions are ended without a new proof, so that a stolen one is closed at once. */
  run: write('POST run', {
    stepUp: ({ action }) => action !== 'end_sessions',
    title: 'Thao tác hàng loạt trên tài khoản',
    ...bulk,
  }),
})
