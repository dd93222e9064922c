import * as z from 'zod/mini'
import { calls, pageOf, read } from '#contract/call.ts'
import { activation, id, text } from '#contract/fields.ts'

export const PaymentVendor = z.object({
  payment_vendor_id: id(),
  vendor_code: text('Mã nguồn', 20),
  vendor_name: text('Nguồn thanh toán', 100),
  status: activation(),
})

export type PaymentVendorRow = z.output<typeof PaymentVendor>

export const paymentVendor = calls('cms/utility/payment_vendor', {
  list: read('GET list', { title: 'Danh sách nguồn thanh toán', may: 'user', output: pageOf(PaymentVendor) }),
})
