/** What waits for a second person, apart from the programmes: the menu of every page counts it. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search } from '#contract/call.ts'
import { id, moment } from '#contract/fields.ts'
import { cashbackPage } from '../pages.contract.ts'

export const cashbackWaiting = calls('cms/cashback', {
  list: read('GET waiting', {
    title: 'Cashback chờ duyệt',
    may: cashbackPage.approve,
    input: search({}, ['created_at']),
    output: pageOf(z.object({ cashback_id: id(), created_at: moment('Ngày tạo') })),
  }),
})
