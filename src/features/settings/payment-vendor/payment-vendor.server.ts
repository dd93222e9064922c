import { serve } from '#server/serve.ts'
import { paymentVendor } from './payment-vendor.contract.ts'

export default serve(paymentVendor, {
  list: async ({ db }) => {
    const items = await db
      .selectFrom('payment_vendor')
      .select(['payment_vendor_id', 'vendor_code', 'vendor_name', 'status'])
      .$narrowType<{ status: 0 | 1 }>()
      .orderBy('position')
      .execute()
    return { items, total: items.length }
  },
})
