/** The payment sources as the head office arranges them: their order, their names, and which of them are open. */
import * as z from 'zod/mini'
import { calls, read, write } from '#contract/call.ts'
import { activation, count, id, list, money, note, optional, text } from '#contract/fields.ts'
import { paymentSourceTab } from '#features/settings/pages.contract.ts'
import { PaymentVendor } from '#features/settings/payment-vendor/payment-vendor.contract.ts'
import { history } from '#features/settings/setting-change/setting-change.contract.ts'

const max_sources = 50

const PaymentSource = z.object({
  ...PaymentVendor.shape,
  /** The orders of the last seven days, by their current state. */
  orders: count('Đơn 7 ngày'),
  total: money('Tiền 7 ngày'),
})
export type PaymentSourceRow = z.output<typeof PaymentSource>

const Sources = z.object({
  /** In the order that customers see. */
  items: list('Nguồn TT', PaymentSource, max_sources),
  history: history(),
  version: id('Phiên bản'),
})

export const paymentSource = calls('cms/config/payment_vendor', {
  list: read('GET list', {
    title: 'Cấu hình nguồn thanh toán',
    may: paymentSourceTab.view,
    output: Sources,
  }),
  /** The complete list in its new order. */
  update: write('POST update', {
    title: 'Sửa nguồn thanh toán',
    may: paymentSourceTab.update,
    input: z.object({
      vendors: list(
        'Nguồn TT',
        z.object({
          payment_vendor_id: id('Nguồn thanh toán'),
          vendor_name: text('Nguồn thanh toán', 50),
          status: activation(),
        }),
        max_sources,
      ),
      reason: optional(note('Lý do', 200)),
      version: id('Phiên bản'),
    }),
    output: Sources,
    errors: ['no_right', 'payment_vendor_not_found', 'changed_by_other'],
  }),
})
