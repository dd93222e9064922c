import * as z from 'zod/mini'
import { calls, pageOf, read, search } from '#contract/call.ts'
import { activation, id, optional, text } from '#contract/fields.ts'
import { accountPage } from '#features/access/account/account.contract.ts'

export const Partner = z.object({
  partner_id: id(),
  partner_code: text('Mã đại lý', 20),
  partner_name: text('Tên đại lý', 200),
  status: activation(),
})

export const partner = calls('cms/partner', {
  list: read('GET list', {
    title: 'Danh sách đại lý',
    may: accountPage.view,
    /** The list is scoped by the signed-in user; `UserID` is what the partners' clients send and is only a note. */
    input: search({ UserID: optional(id('Người dùng')), status: optional(activation()) }, [
      'partner_code',
      'partner_name',
    ]),
    output: pageOf(Partner),
  }),
})
