import * as z from 'zod/mini'
import { calls, pageOf, read } from '#contract/call.ts'
import { activation, id, text } from '#contract/fields.ts'

export const PaymentVendor = z.object({
  payment_vendor_id: id(),
  vendor_code: text('Mã nguồn', 20),
  vendor_name: text('Nguồn thanh toán', 100),
  status: activation(),
})

export const paymentVendor = calls('cms/utility/payment_vendor', {
  list: read('GET list', { title: 'Danh sách nguồn thanh toán', may: 'user', output: pageOf(PaymentVendor) }),
})

/** A source of payment as it is chosen in forms and filters. */
export const vendorOption = (row: z.output<typeof PaymentVendor>) => ({
  value: row.payment_vendor_id,
  label: row.vendor_name,
})
